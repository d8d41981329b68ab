import { describe, expect, test } from "vitest";
import type { Reason } from "../src/api/shapes";
import { clock, day, figure, reasonInWords } from "../src/words/reasons";

const CASES: [Reason, string | null][] = [
  [
    { kind: "quantity_match", claimed: "17%", found: "16.7%", difference_pp: 0.3 },
    "16.7 % found, 17 % said: within rounding",
  ],
  [{ kind: "quantity_match", claimed: "2.9%", found: "2.9 percent", difference_pp: 0 }, "2.9 % found, 2.9 % said: the same figure"],
  [
    { kind: "quantity_match", claimed: "18%", found: "16.7%", difference_pp: 1.3 },
    "16.7 % found, 18 % said: 1.3 percentage points apart",
  ],
  [{ kind: "quantity_match", claimed: "$36 trillion", found: "$36 trillion" }, "$36 trillion found, $36 trillion said: the same figure"],
  [
    { kind: "quantity_mismatch", claimed: "7%", found: "2.9 percent", difference_pp: 4.1 },
    "2.9 % found, 7 % said: 4.1 percentage points too high",
  ],
  [
    { kind: "quantity_mismatch", claimed: "1%", found: "2.9 percent", difference_pp: -1.9 },
    "2.9 % found, 1 % said: 1.9 percentage points too low",
  ],
  [
    { kind: "quantity_mismatch", claimed: "$3.8 trillion", found: "$1.833 trillion", difference_ratio: 1.073 },
    "$1.833 trillion found, $3.8 trillion said: 2.1 times as much",
  ],
  [
    { kind: "quantity_mismatch", claimed: "80", found: "100", difference_ratio: -0.2 },
    "100 found, 80 said: 20 % too low",
  ],
  [{ kind: "quantity_undetermined", claimed: "23", found: "under 24" }, "under 24 found, 23 said: the source's figure leaves the claim's open"],
  [{ kind: "unit_mismatch", claimed: "3%", found: "12" }, "12 found, 3 % said: not the same unit"],
  [{ kind: "direction_match", direction: "decrease" }, "both went down"],
  [{ kind: "direction_match", direction: "unchanged" }, "both unchanged"],
  [{ kind: "direction_mismatch", claimed: "increase", found: "decrease" }, "down, not up"],
  [{ kind: "timeframe_mismatch", claimed: "2024", found: "2022" }, "about 2022, not 2024"],
  [{ kind: "timeframe_mismatch", claimed: "12 months", found: "12 months" }, "about another period of 12 months"],
  [{ kind: "metric_mismatch", claimed: "crime", found: "violent crime" }, "measures violent crime, not crime"],
  [{ kind: "quote", words: "rose" }, "the source's words: “rose”"],
  [{ kind: "reading", probability: 0.914 }, "read together by a model: 91 % likely"],
  [{ kind: "wording", share: 0.3 }, null],
];

describe("reasons in words", () => {
  test.each(CASES)("%o", (reason, words) => {
    expect(reasonInWords(reason)).toBe(words);
  });

  test.each([
    ["17%", "17 %"],
    ["2.9 percent", "2.9 %"],
    ["3 per cent", "3 %"],
    ["2 percentage points", "2 percentage points"],
  ])("figure %s", (text, words) => {
    expect(figure(text)).toBe(words);
  });

  test("times and days", () => {
    expect([clock(0), clock(67_900), clock(3_600_000)]).toEqual(["0:00", "1:07", "60:00"]);
    expect([day("2025-01-15"), day(null), day("spring 2024")]).toEqual(["15 Jan 2025", "undated", "spring 2024"]);
  });
});
