/**
 * Who spoke when, by the clock of the audio itself.
 *
 * A sound belongs to whoever had the word when it was captured. When its text arrives, or how late a message about it
 * is handled, changes nothing.
 */

import type { Side } from "../debate/turn";

interface Handover {
  side: Side;
  at: number;
}

/** A stretch of sound of one speaker; all times in one unit, the caller's. */
export interface Attributed {
  side: Side;
  stretch: number;
  from: number;
  to: number;
}

export class SpeakerTimeline {
  readonly #handovers: Handover[];

  constructor(first: Side) {
    this.#handovers = [{ side: first, at: Number.NEGATIVE_INFINITY }];
  }

  /** From `at` on, `side` has the word. Times never go back: one that would counts as just after the last. */
  handOver(side: Side, at: number): void {
    const last = this.#handovers.at(-1);
    if (last === undefined || last.side === side) return;
    this.#handovers.push({ side, at: Math.max(at, last.at) });
  }

  /** The sound between two times, cut where the word was handed over. */
  split(from: number, to: number): Attributed[] {
    const parts: Attributed[] = [];
    this.#handovers.forEach(({ side, at }, stretch) => {
      const until = this.#handovers[stretch + 1]?.at ?? Number.POSITIVE_INFINITY;
      const start = Math.max(from, at);
      const end = Math.min(to, until);
      if (start < end) parts.push({ side, stretch, from: start, to: end });
    });
    return parts;
  }
}
