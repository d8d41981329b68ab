import { describe, expect, test } from "vitest";
import { hearPiece, type Piece, type Side, type Turn } from "../src/debate/turn";
import { SpeakerTimeline } from "../src/live/attribution";

/** Sound in pieces of 40 ms, as the microphone gives it. */
const PIECE = 640;
const SAMPLES = 16_000;

function samplesBySide(timeline: SpeakerTimeline, seconds: number): { A: number; B: number; sides: Side[] } {
  const sides: Side[] = [];
  for (let at = 0; at < seconds * SAMPLES; at += PIECE) {
    for (const part of timeline.split(at, at + PIECE)) {
      for (let sample = part.from; sample < part.to; sample += 1) sides.push(part.side);
    }
  }
  return { A: sides.filter((side) => side === "A").length, B: sides.filter((side) => side === "B").length, sides };
}

describe("who spoke is decided by when the sound was captured", () => {
  test("a handover inside a piece cuts it to the sample", () => {
    const timeline = new SpeakerTimeline("A");
    timeline.handOver("B", 1000);
    expect(timeline.split(960, 1600)).toEqual([
      { side: "A", stretch: 0, from: 960, to: 1000 },
      { side: "B", stretch: 1, from: 1000, to: 1600 },
    ]);
  });

  test("a piece that is handled after the handover still belongs to who spoke it", () => {
    const timeline = new SpeakerTimeline("A");
    timeline.handOver("B", 5000);
    expect(timeline.split(0, 640)).toEqual([{ side: "A", stretch: 0, from: 0, to: 640 }]);
  });

  test("no sample is lost, given twice, or given to another, whatever the handovers", () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = generator(seed);
      const timeline = new SpeakerTimeline("A");
      const expected: Side[] = [];
      let side: Side = "A";
      let at = 0;
      while (at < 2 * SAMPLES) {
        const until = Math.min(2 * SAMPLES, at + 1 + Math.floor(random() * 5000));
        for (let sample = at; sample < until; sample += 1) expected.push(side);
        at = until;
        side = side === "A" ? "B" : "A";
        if (at < 2 * SAMPLES) timeline.handOver(side, at);
      }
      expect(samplesBySide(timeline, 2).sides).toEqual(expected);
    }
  });

  test("the same side again is no handover, and time never goes back", () => {
    const timeline = new SpeakerTimeline("A");
    timeline.handOver("A", 10);
    timeline.handOver("B", 100);
    timeline.handOver("A", 50);
    expect(timeline.split(0, 200).map(({ side, from, to }) => [side, from, to])).toEqual([
      ["A", 0, 100],
      ["A", 100, 200],
    ]);
  });
});

describe("text lands in the turn of its stretch, however late", () => {
  const newId = (() => {
    let count = 0;
    return () => `t${(count += 1)}`;
  })();
  const said = (pieces: Piece[]): string[] =>
    pieces.reduce<Turn[]>((turns, piece) => hearPiece(turns, piece, newId), []).map((turn) => `${turn.side}: ${turn.text}`);

  test("text of A that comes after B began stays A's", () => {
    const pieces: Piece[] = [
      { side: "A", stretch: 0, text: " Crime fell", atMs: 0 },
      { side: "B", stretch: 1, text: "Not so.", atMs: 4000 },
      { side: "A", stretch: 0, text: " 17 percent.", atMs: 0, nowMs: 4500 },
    ];
    expect(said(pieces)).toEqual(["A: Crime fell 17 percent.", "B: Not so."]);
  });

  test("a first piece that comes late stands where it was said", () => {
    const pieces: Piece[] = [
      { side: "B", stretch: 1, text: "Second.", atMs: 4000 },
      { side: "A", stretch: 0, text: "First.", atMs: 100 },
    ];
    expect(said(pieces)).toEqual(["A: First.", "B: Second."]);
  });

  test("any order of arrival gives every speaker their own words in their own order", () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = generator(seed);
      const stretches = Array.from({ length: 6 }, (_, stretch) => ({
        side: (stretch % 2 === 0 ? "A" : "B") as Side,
        stretch,
        atMs: stretch * 1000,
        words: Array.from({ length: 4 }, (_, word) => `s${stretch}w${word} `),
      }));
      const expected = stretches.map(({ side, words }) => `${side}: ${words.join("")}`);
      const arriving: Piece[] = [];
      while (stretches.some(({ words }) => words.length > 0)) {
        const open = stretches.filter(({ words }) => words.length > 0);
        const { side, stretch, atMs, words } = open[Math.floor(random() * open.length)] as (typeof stretches)[number];
        arriving.push({ side, stretch, atMs, text: words.shift() ?? "" });
      }
      expect(said(arriving)).toEqual(expected);
    }
  });
});

/** A small generator with a seed, so that a failure can be seen again. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
