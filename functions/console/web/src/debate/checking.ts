/** The queue of claims to judge: a few at a time, the most urgent first. */

import { effect } from "@preact/signals";
import { ApiError, judgeClaim, moderate } from "../api/client";
import type { ClaimVerdict, Label } from "../api/shapes";
import { advance, beginCheck, type Card, deservesAnotherCheck } from "./card";
import { flush, saveFailure, store } from "./outbox";
import { cards, sessionId, updateCard } from "./session";

const AT_ONCE = 3;
/** How long a late source gets before it is asked again. */
const SECOND_LOOK_MS = 5000;

const waiting: string[] = [];
let running = 0;

/** Puts a claim in the queue, for the first time or once more. */
export function checkCard(id: string): void {
  if (waiting.includes(id)) return;
  waiting.push(id);
  next();
}

/** The card's verdict, as soon as there is one. */
export function verdictOf(id: string): Promise<ClaimVerdict> {
  return new Promise((resolve, reject) => {
    const stop = effect(() => {
      const card = cards.value.find((one) => one.id === id);
      if (card?.verdict != null) resolve(card.verdict);
      else if (card === undefined || card.stage === "failed") reject(new Error(card?.failure ?? "The debate is over."));
      else return;
      queueMicrotask(() => stop());
    });
  });
}

function next(): void {
  while (running < AT_ONCE) {
    const priorityOf = (id: string) => cards.value.find((card) => card.id === id)?.priority ?? 0;
    waiting.sort((a, b) => priorityOf(b) - priorityOf(a));
    const id = waiting.shift();
    if (id === undefined) return;
    running += 1;
    void judge(id).finally(() => {
      running -= 1;
      next();
    });
  }
}

async function judge(id: string): Promise<void> {
  const session = sessionId.value;
  const begun = updateCard(id, beginCheck);
  if (begun === null || session === null) return;
  try {
    for await (const step of judgeClaim(begun.normalized)) {
      const card = updateCard(id, (one) => advance(one, step));
      if (card === null) return;
      if (step.kind === "done") conclude(session, begun, card);
    }
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    // What was known before a failed re-check still holds.
    updateCard(id, (card) => ({ ...card, stage: card.verdict === null ? "failed" : "judged", failure }));
    if (begun.checks === 1 && error instanceof ApiError && error.isPassing) again(id);
  }
}

function again(id: string): void {
  setTimeout(() => checkCard(id), SECOND_LOOK_MS);
}

/** Stores the verdict, in place of the one before it where they differ. */
function conclude(session: string, before: Card, card: Card): void {
  if (deservesAnotherCheck(card)) {
    again(card.id);
    return;
  }
  const isSame = before.eventId !== null && before.verdict?.label === card.verdict?.label;
  if (isSame || card.verdict === null) return;
  const eventId = `v_${card.id}_${card.checks}`;
  // What was decided about another verdict was not decided about this one.
  updateCard(card.id, (one) => ({ ...one, eventId, moderation: null }));
  const { label, confidence, rationale, sources, evidence, warnings, reasons } = card.verdict;
  store({
    session_id: session,
    event_id: eventId,
    type: "verdict",
    payload: {
      speaker: card.speaker,
      claim: card.text,
      label,
      confidence,
      rationale,
      sources: sources.map(({ publisher, url, as_of, tier }) => ({ name: publisher, url, as_of, tier })),
      timestamp: card.atMs,
      claim_id: card.id,
      evidence,
      warnings,
      reasons,
      ...(before.eventId === null ? {} : { corrects: before.eventId }),
    },
  });
  if (before.eventId !== null) {
    withdraw(session, before.eventId, label).catch((error: unknown) => {
      saveFailure.value = error instanceof Error ? error.message : String(error);
    });
  }
}

/** Takes a verdict that was corrected out of the counts; the report still tells that it was there. */
async function withdraw(session: string, eventId: string, label: Label): Promise<void> {
  await flush();
  const note = `Another check came to ${label}.`;
  await moderate({ session_id: session, event_id: eventId, decision: "suppress", note, moderator: "Truthy" });
}
