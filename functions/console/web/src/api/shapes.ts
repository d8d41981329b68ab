/** The shapes of the API, as `infra/openapi.json` gives them. Nothing here knows the page. */

export const LABELS = ["True", "Mostly True", "Mixed", "Mostly False", "False", "Unverifiable"] as const;
export type Label = (typeof LABELS)[number];
export type Alignment = "supports" | "contradicts" | "neutral";
export type Tier = "primary" | "secondary" | "analysis";
export type Direction = "increase" | "decrease" | "unchanged";

/** One observation behind a judgement. */
export type Reason =
  | {
      kind: "quantity_match" | "quantity_mismatch";
      claimed: string;
      found: string;
      difference_pp?: number;
      difference_ratio?: number;
    }
  | { kind: "quantity_undetermined" | "unit_mismatch"; claimed: string; found: string }
  | { kind: "direction_match"; direction: Direction }
  | { kind: "direction_mismatch"; claimed: Direction; found: Direction }
  | { kind: "timeframe_mismatch" | "location_mismatch" | "metric_mismatch" | "opposite_words"; claimed: string; found: string }
  | { kind: "negation_mismatch" | "comparison_mismatch" | "conflict" }
  | { kind: "refutation" | "affirmation" | "quote"; words: string }
  | { kind: "reading"; probability: number }
  | { kind: "wording"; share: number };

export interface EvidenceItem {
  publisher: string;
  url: string;
  as_of: string | null;
  snippet: string;
  alignment: Alignment;
  score: number;
  tier: Tier;
  reasons?: Reason[];
}

export interface VerdictSource {
  number: number;
  publisher: string;
  url: string;
  as_of: string | null;
  tier: Tier;
  alignment: Alignment;
}

export interface MissingSource {
  source: string;
  code: string;
  message: string;
}

/** A verdict with everything it rests on: the answer of `POST /api/tools/verdict`. */
export interface ClaimVerdict {
  claim: string;
  normalized: string;
  label: Label;
  confidence: number;
  rationale: string;
  sources: VerdictSource[];
  evidence: EvidenceItem[];
  warnings: string[];
  reasons: Reason[];
  missing?: MissingSource[];
}

/** What a streamed verdict says on its way, in the order it comes. */
export type VerdictStep =
  | { kind: "claim"; normalized: string }
  | { kind: "evidence"; source: string; items: EvidenceItem[] }
  | { kind: "warning"; message: string }
  | { kind: "missing"; source: MissingSource }
  | { kind: "verdict"; label: Label; confidence: number; rationale: string }
  | { kind: "done"; verdict: ClaimVerdict };

export interface DetectedClaim {
  text: string;
  /** In UTF-16 code units, as `String.prototype.slice` takes them. */
  span: { start: number; end: number };
  speaker: string | null;
  priority: number;
  kind: string;
  normalized: string;
}

export interface SessionEvent {
  session_id: string;
  event_id: string;
  type: "transcript" | "claim" | "verdict";
  payload: Record<string, unknown>;
}

export type Decision = "approve" | "suppress" | "annotate";

export interface Moderation {
  decision: Decision;
  note: string | null;
  moderator: string;
  at: string | null;
}

export interface ReportSource {
  publisher?: string;
  name?: string;
  url?: string | null;
  as_of?: string | null;
  tier?: Tier | null;
}

export interface ReportClaim {
  event_id: string;
  speaker: string | null;
  at_ms: number | null;
  claim: string;
  label: Label;
  confidence: number;
  rationale: string | null;
  sources: ReportSource[];
  evidence: Partial<EvidenceItem>[];
  warnings: string[];
  moderation: Moderation | null;
  /** Every decision, the first first; only where it was asked for. */
  moderation_history?: Moderation[];
}

/** What a session came to, in full: the answer of `GET /api/sessions/{id}/report`. */
export interface SessionReport {
  session_id: string;
  started_at: string | null;
  ended_at: string | null;
  labels: Record<Label, number>;
  speakers: { speaker: string | null; claims: number; labels: Partial<Record<Label, number>> }[];
  timeline: {
    event_id: string;
    speaker: string | null;
    at_ms: number | null;
    claim: string;
    label: Label;
    confidence: number;
  }[];
  top_sources: { publisher: string; count: number }[];
  claims: ReportClaim[];
  claim_reviews: Record<string, unknown>[];
  /** Whether the session has more verdicts than a report holds. */
  truncated?: boolean;
}

/** A short-lived permission to talk to the speech model: the answer of `POST /api/live/token`. */
export interface LiveToken {
  token: string;
  expires_at: string;
  new_session_expires_at: string;
  url: string;
  model: string;
  setup: Record<string, unknown>;
}
