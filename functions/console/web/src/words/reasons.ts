/** The API's reasons in words that a listener can follow at once. */

import type { Alignment, Direction, Reason, Tier } from "../api/shapes";

const DIRECTION: Record<Direction, string> = { increase: "up", decrease: "down", unchanged: "unchanged" };

const rounded = (value: number): string =>
  new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 }).format(Math.abs(value));

/** "16.7%" and "16.7 percent" as people print it: "16.7 %". */
export function figure(text: string): string {
  return text.replace(/\s*(?:%|per ?cent)(?!\w)/giu, " %");
}

/** One reason as a sentence without its full stop; `null` for one that says nothing to a listener. */
export function reasonInWords(reason: Reason): string | null {
  switch (reason.kind) {
    case "quantity_match":
      return `${found(reason)}: ${closeness(reason)}`;
    case "quantity_mismatch":
      return `${found(reason)}: ${distance(reason)}`;
    case "quantity_undetermined":
      return `${found(reason)}: the source's figure leaves the claim's open`;
    case "unit_mismatch":
      return `${found(reason)}: not the same unit`;
    case "direction_match":
      return reason.direction === "unchanged" ? "both unchanged" : `both went ${DIRECTION[reason.direction]}`;
    case "direction_mismatch":
      return `${DIRECTION[reason.found]}, not ${DIRECTION[reason.claimed]}`;
    case "negation_mismatch":
      return "one denies what the other says";
    case "timeframe_mismatch":
      // "12 months" may end in different months.
      return reason.found === reason.claimed
        ? `about another period of ${reason.found}`
        : `about ${reason.found}, not ${reason.claimed}`;
    case "location_mismatch":
      return `about ${reason.found}, not ${reason.claimed}`;
    case "metric_mismatch":
      return `measures ${reason.found}, not ${reason.claimed}`;
    case "comparison_mismatch":
      return "the figures are compared with different bases";
    case "opposite_words":
      return `“${reason.found}” found, “${reason.claimed}” said`;
    case "refutation":
      return `the source calls it “${reason.words}”`;
    case "affirmation":
      return `the source confirms it: “${reason.words}”`;
    case "conflict":
      return "the source says both";
    case "quote":
      return `the source's words: “${reason.words}”`;
    case "reading":
      return `read together by a model: ${percent(reason.probability)} likely`;
    case "wording":
      return reason.share >= 0.5 ? `${percent(reason.share)} of the claim's words are in the source` : null;
  }
}

interface Figures {
  claimed: string;
  found: string;
  difference_pp?: number;
  difference_ratio?: number;
}

function found({ claimed, found: inSource }: Figures): string {
  return `${figure(inSource)} found, ${figure(claimed)} said`;
}

function closeness({ difference_pp: points, difference_ratio: ratio, claimed, found: inSource }: Figures): string {
  if (figure(claimed) === figure(inSource) || points === 0 || ratio === 0) return "the same figure";
  if (points !== undefined) {
    return Math.abs(points) <= 0.5 ? "within rounding" : `${rounded(points)} percentage points apart`;
  }
  if (ratio !== undefined) return Math.abs(ratio) < 0.01 ? "within rounding" : `${rounded(ratio * 100)} % apart`;
  return "within rounding";
}

function distance({ difference_pp: points, difference_ratio: ratio }: Figures): string {
  if (points !== undefined) return `${rounded(points)} percentage points ${points > 0 ? "too high" : "too low"}`;
  if (ratio === undefined) return "another figure";
  const times = ratio + 1;
  if (times >= 2) return `${rounded(times)} times as much`;
  return `${rounded(ratio * 100)} % ${ratio > 0 ? "too high" : "too low"}`;
}

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

export const ALIGNMENT_WORDS: Record<Alignment, string> = {
  supports: "Supports",
  contradicts: "Contradicts",
  neutral: "Does not settle it",
};

export const TIER_WORDS: Record<Tier, { name: string; title: string }> = {
  primary: { name: "Primary", title: "The body that measured or decided it" },
  secondary: { name: "Secondary", title: "Reports on the primary source" },
  analysis: { name: "Analysis", title: "Commentary or secondary analysis" },
};

/** "4:07" for 247 000 milliseconds. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** "15 Jan 2025" for an ISO date; the text itself where it is none. */
export function day(iso: string | null | undefined): string {
  if (iso === null || iso === undefined || iso === "") return "undated";
  // Other forms stay as they are: browsers read dates into texts that have none.
  const time = /^\d{4}-\d{2}-\d{2}/u.test(iso) ? Date.parse(iso) : Number.NaN;
  if (Number.isNaN(time)) return iso;
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }).format(
    time,
  );
}
