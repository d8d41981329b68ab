import { describe, expect, test } from "vitest";
import { EventParser } from "../src/api/stream";

const events = (pieces: string[]) => {
  const parser = new EventParser();
  return pieces.flatMap((piece) => parser.push(piece));
};

const STREAM = 'event: claim\r\ndata: {"claim":"é"}\r\n\r\n: a comment\n\nid: 7\nevent:evidence\ndata: {"a":\ndata: 1}\n\ndata: bare\n\n';
const EXPECTED = [
  { event: "claim", data: '{"claim":"é"}' },
  { event: "evidence", data: '{"a":\n1}' },
  { event: "message", data: "bare" },
];

describe("server-sent events", () => {
  test("are read whole", () => {
    expect(events([STREAM])).toEqual(EXPECTED);
  });

  test("are the same wherever the network cuts them, once or twice", () => {
    for (let first = 0; first <= STREAM.length; first += 1) {
      for (let second = first; second <= STREAM.length; second += 5) {
        const pieces = [STREAM.slice(0, first), STREAM.slice(first, second), STREAM.slice(second)];
        expect(events(pieces), `${first} ${second}`).toEqual(EXPECTED);
      }
    }
  });

  test("an event without its blank line has not come", () => {
    expect(events(["event: done\ndata: {}\n"])).toEqual([]);
  });
});
