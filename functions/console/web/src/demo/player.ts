/** Plays a written debate as if it were spoken, word by word, through the same path as any other speech. */

import { signal } from "@preact/signals";
import { hear, settle } from "../debate/listening";
import { activeSide, begin, clockMs } from "../debate/session";
import type { Side } from "../debate/turn";
import transcript from "./transcript.json";

export interface Script {
  title: string;
  speakers: Record<Side, string>;
  turns: { speaker: Side; at_ms: number; text: string }[];
  ends_at_ms: number;
}

interface Cue {
  atMs: number;
  stretch: number;
  side: Side;
  /** `null` where the turn is over. */
  text: string | null;
}

export const SPEEDS = [1, 2, 4] as const;
export const speed = signal<number>(1);
export const playback = signal<"stopped" | "playing" | "paused" | "ended">("stopped");

/** The slowest a word is spoken: a turn that is short of its time ends early. */
const WORD_MS = 340;
const PAUSE_MS = 500;
const TICK_MS = 40;

export const demoScript = transcript as Script;

/** When each word is said: spread over the turn's time. */
export function cuesOf(script: Script): Cue[] {
  return script.turns.flatMap((turn, stretch) => {
    const until = script.turns[stretch + 1]?.at_ms ?? script.ends_at_ms;
    const words = turn.text.match(/\S+\s*/gu) ?? [];
    const step = Math.min(WORD_MS, (until - turn.at_ms - PAUSE_MS) / words.length);
    const cues: Cue[] = words.map((word, index) => ({
      atMs: Math.round(turn.at_ms + index * step),
      stretch,
      side: turn.speaker,
      text: index === words.length - 1 ? word : word.replace(/\s+$/u, " "),
    }));
    return [...cues, { atMs: Math.round(turn.at_ms + words.length * step), stretch, side: turn.speaker, text: null }];
  });
}

let timer: ReturnType<typeof setInterval> | null = null;
let cues: Cue[] = [];
let played = 0;
let endsAtMs = 0;
let lastTick = 0;

export function play(script: Script = demoScript): void {
  stop();
  begin("demo", script.speakers, script.title);
  cues = cuesOf(script);
  played = 0;
  endsAtMs = script.ends_at_ms;
  resume();
}

export function resume(): void {
  if (timer !== null) return;
  playback.value = "playing";
  lastTick = performance.now();
  timer = setInterval(tick, TICK_MS);
}

export function pause(): void {
  halt();
  playback.value = "paused";
}

export function stop(): void {
  halt();
  playback.value = "stopped";
}

function halt(): void {
  if (timer !== null) clearInterval(timer);
  timer = null;
}

function tick(): void {
  const now = performance.now();
  const atMs = clockMs.value + (now - lastTick) * speed.value;
  lastTick = now;
  clockMs.value = atMs;
  for (let cue = cues[played]; cue !== undefined && cue.atMs <= atMs; cue = cues[played]) {
    played += 1;
    activeSide.value = cue.side;
    if (cue.text === null) settle(cue.side, cue.stretch);
    else hear({ side: cue.side, stretch: cue.stretch, text: cue.text, atMs: cue.atMs });
  }
  if (atMs >= endsAtMs) {
    halt();
    playback.value = "ended";
  }
}
