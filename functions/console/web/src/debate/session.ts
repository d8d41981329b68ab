/** The debate that is on: who speaks, what was said, what is claimed. */

import { computed, signal } from "@preact/signals";
import { callFor } from "../api/client";
import type { Card } from "./card";
import { otherSide, type Side, type Turn } from "./turn";

export type Source = "none" | "demo" | "text" | "microphone";

export const sessionId = signal<string | null>(null);
export const source = signal<Source>("none");
export const turns = signal<Turn[]>([]);
export const cards = signal<Card[]>([]);
export const names = signal<Record<Side, string>>(ownNames());
export const activeSide = signal<Side>("A");
/** Whether verdicts wait for a moderator before they show. */
export const holdsVerdicts = signal(false);
export const clockMs = signal(0);
/** The card that a link in the transcript points at. */
export const focusedCard = signal<string | null>(null);

export const heldCount = computed(
  () => cards.value.filter((card) => card.isHeld && card.verdict !== null && card.moderation === null).length,
);

const NAMES_KEY = "truthy.speakers";

/** What speakers are called whose names are not in the text: as was chosen here last. */
export function ownNames(): Record<Side, string> {
  const [a, b] = (localStorage.getItem(NAMES_KEY) ?? "").split("\n");
  return { A: a || "Speaker A", B: b || "Speaker B" };
}

/** Names are for the next debate: one that is on keeps its own, or its report would know four speakers. */
export function setOwnName(side: Side, name: string): void {
  const chosen = { ...ownNames(), [side]: name.replaceAll("\n", " ").trim() };
  localStorage.setItem(NAMES_KEY, `${chosen.A}\n${chosen.B}`);
  if (source.value === "none") names.value = ownNames();
}

const RECENT_KEY = "truthy.sessions";
const RECENT_COUNT = 8;

export interface RecentSession {
  id: string;
  startedAt: string;
  title: string;
}

export function recentSessions(): RecentSession[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(RECENT_KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as RecentSession[]).filter((entry) => typeof entry?.id === "string") : [];
  } catch {
    return [];
  }
}

/** Begins a session of its own: nothing of the last one stays but its report. */
export function begin(from: Source, speakers: Record<Side, string>, title: string): string {
  const id = `live_${randomId(12)}`;
  sessionId.value = id;
  callFor(id);
  source.value = from;
  turns.value = [];
  cards.value = [];
  names.value = speakers;
  activeSide.value = "A";
  clockMs.value = 0;
  focusedCard.value = null;
  const entry = { id, startedAt: new Date().toISOString(), title };
  localStorage.setItem(RECENT_KEY, JSON.stringify([entry, ...recentSessions()].slice(0, RECENT_COUNT)));
  return id;
}

export function toggleSide(): void {
  activeSide.value = otherSide(activeSide.value);
}

export function randomId(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join("");
}

export function updateTurn(id: string, change: (turn: Turn) => Turn): void {
  turns.value = turns.value.map((turn) => (turn.id === id ? change(turn) : turn));
}

export function updateCard(id: string, change: (card: Card) => Card): Card | null {
  let changed: Card | null = null;
  cards.value = cards.value.map((card) => (card.id === id ? (changed = change(card)) : card));
  return changed;
}
