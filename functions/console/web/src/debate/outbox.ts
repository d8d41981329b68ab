/** Events on their way to storage: in order, a few at a time, again when the service was away. */

import { signal } from "@preact/signals";
import { ApiError, ingest } from "../api/client";
import type { SessionEvent } from "../api/shapes";

/** What one call takes. */
const BATCH = 25;
/** Long enough that the events of one sentence go together. */
const GATHER_MS = 250;
const RETRY_MS = 3000;

/** How many events are not stored yet. */
export const unsaved = signal(0);
/** Why the last attempt failed; `null` while all is well. */
export const saveFailure = signal<string | null>(null);

const waiting: SessionEvent[] = [];
let timer: ReturnType<typeof setTimeout> | null = null;
let sending: Promise<void> | null = null;

export function store(event: SessionEvent): void {
  waiting.push(event);
  unsaved.value = waiting.length;
  schedule(GATHER_MS);
}

/** Waits until everything so far is stored, or the service refuses. */
export async function flush(): Promise<void> {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  while (waiting.length > 0) {
    sending ??= send().finally(() => {
      sending = null;
    });
    await sending;
    if (saveFailure.value !== null) return;
  }
}

function schedule(delayMs: number): void {
  timer ??= setTimeout(() => {
    timer = null;
    void flush();
  }, delayMs);
}

async function send(): Promise<void> {
  const batch = waiting.slice(0, BATCH);
  try {
    await ingest(batch);
    waiting.splice(0, batch.length);
    saveFailure.value = null;
  } catch (error) {
    saveFailure.value = error instanceof Error ? error.message : String(error);
    const isRefused = error instanceof ApiError && error.status === 422;
    // A refused event would be refused for ever: it must not keep the others from being stored.
    if (isRefused) waiting.splice(0, batch.length);
    else schedule(RETRY_MS);
  }
  unsaved.value = waiting.length;
}
