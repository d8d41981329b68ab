/** From what is said to claims: pieces become turns, whole sentences are looked at for claims, claims become cards. */

import { signal } from "@preact/signals";
import { detectClaims } from "../api/client";
import type { ClaimVerdict, DetectedClaim } from "../api/shapes";
import { type Card, isSameClaim } from "./card";
import { checkCard, verdictOf } from "./checking";
import { store } from "./outbox";
import { isTooShort, type Span, wholeSentences } from "./sentences";
import { cards, holdsVerdicts, names, randomId, sessionId, turns, updateTurn } from "./session";
import { hearPiece, type Piece, type Side, timeAt, type Turn } from "./turn";

/** Why claims could not be looked for in what was said last; `null` while all is well. */
export const listeningFailure = signal<string | null>(null);

/** What one speaker said just now, or some time ago: `stretch` says which capture it was part of. */
export function hear(piece: Piece): void {
  turns.value = hearPiece(turns.value, piece, () => `t_${randomId(10)}`);
  const turn = turns.value.find((one) => one.side === piece.side && one.stretch === piece.stretch);
  if (turn !== undefined) lookAt(turn, false);
}

/** The speaker paused or is done: what was said counts as whole. */
export function settle(side: Side, stretch: number): void {
  const turn = turns.value.find((one) => one.side === side && one.stretch === stretch);
  if (turn === undefined || turn.isOver) return;
  // A turn may go on after a pause: only what is new of it is stored then.
  const text = turn.text.slice(turn.storedTo).trim();
  updateTurn(turn.id, (one) => ({ ...one, isOver: true, storedTo: turn.text.length }));
  lookAt(turn, true);
  const id = sessionId.value;
  if (id === null || text === "") return;
  store({
    session_id: id,
    event_id: `${turn.id}_${turn.storedTo}`,
    type: "transcript",
    payload: { speaker: names.value[side], text, timestamp: Math.round(timeAt(turn, turn.storedTo)) },
  });
}

function lookAt(turn: Turn, isOver: boolean): void {
  const sentences = wholeSentences(turn.text, turn.checkedTo, isOver);
  const last = sentences.at(-1);
  if (last === undefined) return;
  updateTurn(turn.id, (one) => ({ ...one, checkedTo: last.end }));
  for (const sentence of sentences) {
    if (!isTooShort(turn.text.slice(sentence.start, sentence.end))) void findClaims(turn, sentence);
  }
}

async function findClaims(turn: Turn, sentence: Span): Promise<void> {
  const session = sessionId.value;
  const speaker = names.value[turn.side];
  const before = turn.text.slice(0, sentence.start).trim();
  const preceding = before === "" ? [] : [{ speaker, text: before.slice(-2000) }];
  try {
    const found = await detectClaims(turn.text.slice(sentence.start, sentence.end), speaker, preceding);
    listeningFailure.value = null;
    if (session === null || session !== sessionId.value) return;
    for (const claim of found) addCard(session, turn, sentence.start, claim);
  } catch (error) {
    listeningFailure.value = error instanceof Error ? error.message : String(error);
  }
}

/**
 * A claim that the speech model found: judged once, whether or not its sentence was found worth a check here, too.
 * Gives the verdict when there is one.
 */
export async function claimFromModel(side: Side, stretch: number, text: string, atMs: number): Promise<ClaimVerdict> {
  const session = sessionId.value;
  const turn = turns.value.find((one) => one.side === side && one.stretch === stretch);
  const known = cards.value.findLast((card) => card.side === side && isSameClaim(card.normalized, text));
  if (known !== undefined) return verdictOf(known.id);
  if (session === null) throw new Error("The debate is over.");
  return verdictOf(openCard(session, side, turn?.id ?? null, { text, normalized: text, priority: 0.8, atMs }, "model"));
}

function addCard(session: string, turn: Turn, offset: number, claim: DetectedClaim): void {
  const start = offset + claim.span.start;
  const twin = cards.value.findLast(
    (card) => card.turnId === turn.id && card.isFromModel && isSameClaim(card.normalized, claim.normalized),
  );
  const { text, normalized, priority } = claim;
  const atMs = timeAt(turn, start);
  const cardId = twin?.id ?? openCard(session, turn.side, turn.id, { text, normalized, priority, atMs }, claim.kind);
  updateTurn(turn.id, (one) => ({ ...one, marks: [...one.marks, { start, end: offset + claim.span.end, cardId }] }));
}

function openCard(
  session: string,
  side: Side,
  turnId: string | null,
  claim: { text: string; normalized: string; priority: number; atMs: number },
  kind: string,
): string {
  const card: Card = {
    id: `c_${randomId(10)}`,
    turnId: turnId ?? "",
    side,
    speaker: names.value[side],
    atMs: Math.round(claim.atMs),
    text: claim.text,
    normalized: claim.normalized,
    priority: claim.priority,
    isFromModel: kind === "model",
    stage: "waiting",
    evidence: [],
    warnings: [],
    verdict: null,
    corrected: [],
    failure: null,
    checks: 0,
    eventId: null,
    isHeld: holdsVerdicts.value,
    moderation: null,
  };
  cards.value = [...cards.value, card].sort((a, b) => a.atMs - b.atMs);
  store({
    session_id: session,
    event_id: card.id,
    type: "claim",
    payload: {
      speaker: card.speaker,
      raw_text: card.text,
      ts_ms: card.atMs,
      checkworthy: true,
      priority: claim.priority >= 0.9 ? "high" : claim.priority >= 0.7 ? "medium" : "low",
      normalized: { text: claim.normalized, kind },
    },
  });
  checkCard(card.id);
  return card.id;
}
