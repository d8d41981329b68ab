import { describe, expect, test } from "vitest";
import { readTranscript } from "../src/debate/pasted";

const NAMES = { A: "Speaker A", B: "Speaker B" };
const lines = (text: string, first: "A" | "B" = "A") =>
  readTranscript(text, first, NAMES).lines.map(({ side, text: said }) => `${side}: ${said}`);

describe("pasted transcripts", () => {
  test.each([
    ["names", "Dana: One.\nMarcus: Two.\nDana: Three.", ["A: One.", "B: Two.", "A: Three."]],
    ["lines that go on", "Dana: One.\nand more.\n\nMarcus: Two.", ["A: One. and more.", "B: Two."]],
    ["letters", "B: One.\nA: Two.", ["B: One.", "A: Two."]],
    ["no names", "One.\nTwo.", ["A: One. Two."]],
    ["speech with a colon", "Dana: Let me be clear: it fell.\nMarcus: No.", ["A: Let me be clear: it fell.", "B: No."]],
    ["a word with a colon, once", "Dana: One.\nRemember: it fell.\nMarcus: Two.\nDana: x.\nMarcus: y.", ["A: One. Remember: it fell.", "B: Two.", "A: x.", "B: y."]],
    ["times", "[00:12] Dana: One.\n1:02:07 Marcus: Two.", ["A: One.", "B: Two."]],
  ])("%s", (_, text, expected) => {
    expect(lines(text)).toEqual(expected);
  });

  test("a line without a name is the active speaker's", () => {
    expect(lines("It fell.", "B")).toEqual(["B: It fell."]);
  });

  test("times count from the start", () => {
    expect(readTranscript("[00:12] Dana: One.\n1:02:07 Marcus: Two.", "A", NAMES).lines.map((line) => line.atMs)).toEqual([
      12_000, 3_727_000,
    ]);
  });

  test("three speakers are refused: nobody's words become somebody else's", () => {
    const text = "Dana: One.\nMarcus: Two.\nLee: Three.\nDana: a.\nMarcus: b.\nLee: c.";
    expect(readTranscript(text, "A", NAMES)).toEqual({ names: {}, lines: [], tooMany: ["Dana", "Marcus", "Lee"] });
  });
});
