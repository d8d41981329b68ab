/** What moderators decide: stored by the service, and shown here whoever decided, wherever. */

import { effect, signal } from "@preact/signals";
import { fetchReport, moderate } from "../api/client";
import type { Decision, ReportClaim, SessionReport } from "../api/shapes";
import { flush } from "./outbox";
import { cards, heldCount, sessionId } from "./session";

const NAME_KEY = "truthy.moderator";
const POLL_MS = 2000;

export const moderatorName = signal(localStorage.getItem(NAME_KEY) ?? "Moderator");

export function setModeratorName(name: string): void {
  moderatorName.value = name;
  localStorage.setItem(NAME_KEY, name);
}

/** Stores a decision. A note makes an approval an annotation: readers see it beside the verdict. */
export async function decide(session: string, eventId: string, decision: Decision, note: string): Promise<void> {
  await flush();
  const trimmed = note.trim();
  const moderator = moderatorName.value.trim() || "Moderator";
  await moderate({
    session_id: session,
    event_id: eventId,
    decision,
    ...(trimmed === "" ? {} : { note: trimmed }),
    moderator,
  });
  if (session === sessionId.value) show(eventId, { decision, note: trimmed, moderator });
}

function show(eventId: string, moderation: { decision: Decision; note: string; moderator: string }): void {
  cards.value = cards.value.map((card) => (card.eventId === eventId ? { ...card, moderation } : card));
}

/** Takes over what was decided elsewhere. */
export function applyDecisions(report: SessionReport): void {
  if (report.session_id !== sessionId.value) return;
  const decided = new Map(report.claims.map((claim) => [claim.event_id, claim.moderation]));
  for (const card of cards.value) {
    const moderation = card.eventId === null ? null : (decided.get(card.eventId) ?? null);
    if (moderation === null || card.eventId === null) continue;
    const { decision, moderator } = moderation;
    const note = moderation.note ?? "";
    if (card.moderation?.decision !== decision || card.moderation.note !== note) {
      show(card.eventId, { decision, note, moderator });
    }
  }
}

/** Asks for decisions as long as verdicts are held: a moderator may sit at another screen. */
export function watchDecisions(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const ask = () => {
    const id = sessionId.value;
    if (id === null) return;
    // A failed look is made up for by the next one.
    void fetchReport(id).then(applyDecisions, () => undefined);
  };
  const stop = effect(() => {
    clearInterval(timer);
    if (heldCount.value > 0) timer = setInterval(ask, POLL_MS);
  });
  return () => {
    stop();
    clearInterval(timer);
  };
}

/** Verdicts that nobody has decided about come first, the oldest of them at the top. */
export function byUrgency(claims: ReportClaim[]): { open: ReportClaim[]; decided: ReportClaim[] } {
  return {
    open: claims.filter((claim) => claim.moderation === null),
    decided: claims.filter((claim) => claim.moderation !== null).toReversed(),
  };
}
