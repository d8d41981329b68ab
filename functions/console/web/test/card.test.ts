import { describe, expect, test } from "vitest";
import type { ClaimVerdict, EvidenceItem, Label } from "../src/api/shapes";
import { advance, beginCheck, type Card, deservesAnotherCheck, isSameClaim, leanOf, showing } from "../src/debate/card";

const CARD: Card = {
  id: "c",
  turnId: "t",
  side: "A",
  speaker: "Dana",
  atMs: 0,
  text: "Crime fell 17%.",
  normalized: "Crime fell 17%.",
  priority: 0.9,
  isFromModel: false,
  stage: "waiting",
  evidence: [],
  warnings: [],
  verdict: null,
  corrected: [],
  failure: null,
  checks: 0,
  eventId: null,
  isHeld: false,
  moderation: null,
};

const item = (alignment: EvidenceItem["alignment"], tier: EvidenceItem["tier"] = "primary", url = "u"): EvidenceItem => ({
  publisher: "P",
  url: `https://${url}.example`,
  as_of: null,
  snippet: url,
  alignment,
  score: 0.8,
  tier,
});

const verdict = (label: Label, more: Partial<ClaimVerdict> = {}): ClaimVerdict => ({
  claim: "c",
  normalized: "n",
  label,
  confidence: 0.7,
  rationale: "r",
  sources: [],
  evidence: [],
  warnings: [],
  reasons: [],
  ...more,
});

const done = (label: Label, more: Partial<ClaimVerdict> = {}) => ({ kind: "done", verdict: verdict(label, more) }) as const;

describe("a card", () => {
  test("shows partial evidence, then the verdict", () => {
    let card = beginCheck(CARD);
    expect([card.stage, showing(card)]).toEqual(["checking", "progress"]);
    card = advance(card, { kind: "evidence", source: "corpus", items: [item("supports")] });
    card = advance(card, { kind: "warning", message: "w" });
    expect([leanOf(card.evidence), card.warnings]).toEqual(["supports", ["w"]]);
    card = advance(card, done("True"));
    expect([card.stage, card.corrected, showing(card)]).toEqual(["judged", [], "verdict"]);
  });

  test("says what it was, when a better source turns it", () => {
    let card = advance(beginCheck(CARD), { kind: "evidence", source: "web", items: [item("supports", "analysis", "a")] });
    card = advance(card, { kind: "evidence", source: "corpus", items: [item("contradicts", "primary", "b")] });
    expect(card.corrected).toEqual(["leaning true"]);
    expect(card.evidence.map((one) => one.tier)).toEqual(["primary", "analysis"]);
    expect(advance(card, done("False")).corrected).toEqual(["leaning true"]);
  });

  test("says what it was, when the verdict is against the partial evidence", () => {
    const card = advance(beginCheck(CARD), { kind: "evidence", source: "corpus", items: [item("contradicts")] });
    expect(advance(card, done("Mostly True")).corrected).toEqual(["leaning false"]);
    expect(advance(card, done("Unverifiable")).corrected).toEqual([]);
  });

  test("says what it was, when another check comes to another label", () => {
    const first = advance(beginCheck(CARD), done("Unverifiable"));
    const again = beginCheck(first);
    expect([again.verdict?.label, again.stage]).toEqual(["Unverifiable", "checking"]);
    expect(advance(again, done("Unverifiable")).corrected).toEqual([]);
    expect(advance(again, done("False")).corrected).toEqual(["Unverifiable"]);
  });

  test("is checked again once, where a source was late", () => {
    const late = { missing: [{ source: "web", code: "TIMEOUT", message: "late" }] };
    const off = { missing: [{ source: "web", code: "BACKEND_UNAVAILABLE", message: "not configured" }] };
    expect(deservesAnotherCheck(advance(beginCheck(CARD), done("Unverifiable", late)))).toBe(true);
    expect(deservesAnotherCheck(advance(beginCheck(CARD), done("Unverifiable", off)))).toBe(false);
    expect(deservesAnotherCheck(advance(beginCheck(CARD), done("True", late)))).toBe(false);
    expect(deservesAnotherCheck(advance(beginCheck(beginCheck(CARD)), done("Unverifiable", late)))).toBe(false);
  });

  test.each([
    [true, null, "held"],
    [true, "approve", "verdict"],
    [true, "annotate", "verdict"],
    [true, "suppress", "suppressed"],
    [false, null, "verdict"],
    [false, "suppress", "suppressed"],
  ] as const)("held %s, decided %s: %s", (isHeld, decision, expected) => {
    const moderation = decision === null ? null : { decision, note: "", moderator: "m" };
    expect(showing({ ...advance(beginCheck(CARD), done("True")), isHeld, moderation })).toBe(expected);
  });

  test.each([
    ["US inflation was 2.9% in December 2024", "US inflation in December 2024 was 2.9%", true],
    ["US inflation was 2.9% in December 2024", "US inflation was 2.8% in December 2024", false],
    ["Chicago banned cash bail", "Murders fell in Boston", false],
  ])("%s / %s", (one, other, expected) => {
    expect(isSameClaim(one, other)).toBe(expected);
  });
});
