/** From what is said to claims: pieces become turns, whole sentences are looked at for claims, claims become cards. */

import { detectClaims } from "../api/client";
import type { DetectedClaim } from "../api/shapes";
import type { Card } from "./card";
import { checkCard } from "./checking";
import { store } from "./outbox";
import { isTooShort, type Span, wholeSentences } from "./sentences";
import { cards, holdsVerdicts, names, randomId, sessionId, turns, updateTurn } from "./session";
import { hearPiece, type Side, timeAt, type Turn } from "./turn";

/** Sentences whose claims could not be looked for, by turn. */
export const missedSentences: { turnId: string; message: string }[] = [];

/** What one speaker said just now, or some time ago: `stretch` says which capture it was part of. */
export function hear(piece: { side: Side; stretch: number; text: string; atMs: number }): void {
  turns.value = hearPiece(turns.value, piece, () => `t_${randomId(10)}`);
  const turn = turns.value.find((one) => one.side === piece.side && one.stretch === piece.stretch);
  if (turn !== undefined) lookAt(turn, false);
}

/** The speaker paused or is done: what was said counts as whole. */
export function settle(side: Side, stretch: number): void {
  const turn = turns.value.find((one) => one.side === side && one.stretch === stretch);
  if (turn === undefined || turn.isOver) return;
  updateTurn(turn.id, (one) => ({ ...one, isOver: true }));
  lookAt(turn, true);
  const id = sessionId.value;
  if (id === null) return;
  store({
    session_id: id,
    // A turn that went on after a pause is another event: the first must not stand for the whole.
    event_id: `${turn.id}_${turn.text.length}`,
    type: "transcript",
    payload: { speaker: names.value[side], text: turn.text.trim(), timestamp: Math.round(turn.startedAtMs) },
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
    if (session === null || session !== sessionId.value) return;
    for (const claim of found) addCard(session, turn, sentence.start, claim);
  } catch (error) {
    missedSentences.push({ turnId: turn.id, message: error instanceof Error ? error.message : String(error) });
  }
}

function addCard(session: string, turn: Turn, offset: number, claim: DetectedClaim): void {
  const start = offset + claim.span.start;
  const card: Card = {
    id: `c_${randomId(10)}`,
    turnId: turn.id,
    side: turn.side,
    speaker: names.value[turn.side],
    atMs: Math.round(timeAt(turn, start)),
    text: claim.text,
    normalized: claim.normalized,
    priority: claim.priority,
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
  updateTurn(turn.id, (one) => ({
    ...one,
    marks: [...one.marks, { start, end: offset + claim.span.end, cardId: card.id }],
  }));
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
      normalized: { text: claim.normalized, kind: claim.kind },
    },
  });
  checkCard(card.id);
}
