/** One claim on its way from "checking…" to a verdict, and to a better one. */

import type { Alignment, ClaimVerdict, Decision, EvidenceItem, Label, VerdictStep } from "../api/shapes";
import type { Side } from "./turn";

export type Stage = "waiting" | "checking" | "judged" | "failed";

export interface CardModeration {
  decision: Decision;
  note: string;
  moderator: string;
}

export interface Card {
  id: string;
  turnId: string;
  side: Side;
  speaker: string;
  atMs: number;
  /** As it was said. */
  text: string;
  /** In plain words, to search with. */
  normalized: string;
  priority: number;
  /** Whether the speech model named it, rather than the sentence. */
  isFromModel: boolean;
  stage: Stage;
  evidence: EvidenceItem[];
  warnings: string[];
  verdict: ClaimVerdict | null;
  /** What was shown before, oldest first: "leaning true", or a label. */
  corrected: string[];
  failure: string | null;
  checks: number;
  /** The stored verdict's id, once there is one. */
  eventId: string | null;
  isHeld: boolean;
  moderation: CardModeration | null;
}

export type Lean = Exclude<Alignment, "neutral">;

const LEAN_WORDS: Record<Lean, string> = { supports: "leaning true", contradicts: "leaning false" };
const TIER_WEIGHT = { primary: 3, secondary: 2, analysis: 1 } as const;

/** Where partial evidence points: the weight of its tiers and scores, if one side clearly has more. */
export function leanOf(evidence: EvidenceItem[]): Lean | null {
  const weights = { supports: 0, contradicts: 0, neutral: 0 };
  for (const item of evidence) weights[item.alignment] += item.score * TIER_WEIGHT[item.tier];
  if (weights.supports > 1.5 * weights.contradicts) return "supports";
  if (weights.contradicts > 1.5 * weights.supports) return "contradicts";
  return null;
}

export const leanWords = (lean: Lean): string => LEAN_WORDS[lean];

/** Which lean a label bears out; `null` for labels that take no side. */
export function sideOf(label: Label): Lean | null {
  if (label === "True" || label === "Mostly True") return "supports";
  return label === "False" || label === "Mostly False" ? "contradicts" : null;
}

const isBetter = (a: EvidenceItem, b: EvidenceItem): number =>
  TIER_WEIGHT[b.tier] - TIER_WEIGHT[a.tier] || b.score - a.score;

/** The card before its next check: what is known stays on show until something better comes. */
export function beginCheck(card: Card): Card {
  return { ...card, stage: "checking", checks: card.checks + 1, failure: null };
}

/** The card after one step of its verdict. */
export function advance(card: Card, step: VerdictStep): Card {
  switch (step.kind) {
    case "claim":
    case "missing":
      // Said again with the verdict, where it belongs.
      return card;
    case "warning":
      return { ...card, warnings: merged(card.warnings, [step.message]) };
    case "evidence":
      return withEvidence(card, step.items);
    case "verdict":
      return withCorrection(card, step.label);
    case "done":
      return {
        ...withCorrection(card, step.verdict.label),
        stage: "judged",
        verdict: step.verdict,
        evidence: step.verdict.evidence,
        warnings: step.verdict.warnings,
      };
  }
}

function withEvidence(card: Card, items: EvidenceItem[]): Card {
  const before = leanOf(card.evidence);
  const known = new Set(card.evidence.map((item) => `${item.url} ${item.snippet}`));
  const fresh = items.filter((item) => !known.has(`${item.url} ${item.snippet}`));
  const evidence = [...card.evidence, ...fresh].sort(isBetter);
  const after = leanOf(evidence);
  const hasTurned = card.verdict === null && before !== null && after !== null && before !== after;
  return { ...card, evidence, corrected: hasTurned ? noted(card.corrected, leanWords(before)) : card.corrected };
}

/** Keeps what was shown before, where the label says otherwise. */
function withCorrection(card: Card, label: Label): Card {
  if (card.verdict !== null) {
    return card.verdict.label === label ? card : { ...card, corrected: noted(card.corrected, card.verdict.label) };
  }
  const lean = leanOf(card.evidence);
  const side = sideOf(label);
  if (lean === null || side === null || lean === side) return card;
  return { ...card, corrected: noted(card.corrected, leanWords(lean)) };
}

const noted = (corrected: string[], was: string): string[] =>
  corrected.at(-1) === was ? corrected : [...corrected, was];

const merged = (known: string[], more: string[]): string[] => [...new Set([...known, ...more])];

/** Whether asking again soon may bring more: a source was late, or the call failed in passing. */
export function deservesAnotherCheck(card: Card): boolean {
  if (card.checks > 1 || card.verdict === null || card.verdict.label !== "Unverifiable") return false;
  return (card.verdict.missing ?? []).some((missing) => missing.code === "TIMEOUT");
}

/** Whether two wordings make the same claim: the same figures, and most of their other words. */
export function isSameClaim(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const figures = (words: Set<string>) => [...words].filter((word) => /\d/u.test(word)).sort().join(" ");
  if (figures(a) !== figures(b)) return false;
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared >= 0.6 * Math.min(a.size, b.size);
}

const wordsOf = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\d]+(?:[.,]\d+)*/gu) ?? []).filter((word) => word.length > 2 || /\d/u.test(word)));

/** What the audience may see of a card. */
export function showing(card: Card): "verdict" | "progress" | "held" | "suppressed" {
  if (card.moderation?.decision === "suppress") return "suppressed";
  if (card.verdict === null) return "progress";
  return card.isHeld && card.moderation === null ? "held" : "verdict";
}
