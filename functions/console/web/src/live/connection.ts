/** One speaker's session with Gemini Live, across as many sockets as it takes. */

import { fetchLiveToken } from "../api/client";
import type { LiveToken } from "../api/shapes";
import {
  audioMessage,
  explainClosing,
  type LiveHappening,
  PAUSE_MESSAGE,
  readMessage,
  type ToolCall,
  toolResponseMessage,
} from "./protocol";

export interface LiveListener {
  heard(text: string): void;
  turnOver(): void;
  /** Runs a tool; the signal ends it when the model takes the call back. */
  run(call: ToolCall, signal: AbortSignal): Promise<object>;
  state(state: "connecting" | "ready" | "failed", words: string): void;
}

/** About ten seconds of sound in pieces of 40 ms: what is kept while a socket is made. */
const MAX_QUEUED = 250;
const MAX_ATTEMPTS = 5;
const FIRST_WAIT_MS = 300;
/** How long an old socket may still answer for what it was told, after a new one took over. */
const LINGER_MS = 2000;

export class LiveConnection {
  #handle: string | null = null;
  /** The socket that sound goes to; `null` while there is none that is ready. */
  #current: WebSocket | null = null;
  /** The one that is being made. */
  #coming: WebSocket | null = null;
  #queue: string[] = [];
  #attempts = 0;
  #isClosed = false;
  readonly #calls = new Map<string, AbortController>();

  constructor(private readonly listener: LiveListener) {}

  async open(): Promise<void> {
    this.listener.state("connecting", "Connecting…");
    await this.#connect();
  }

  sendAudio(pcm: Int16Array): void {
    this.#send(audioMessage(pcm));
  }

  /** The word went to somebody else. */
  pause(): void {
    this.#send(PAUSE_MESSAGE);
  }

  close(): void {
    this.#isClosed = true;
    for (const controller of this.#calls.values()) controller.abort();
    this.#coming?.close(1000);
    this.#current?.close(1000);
  }

  #send(message: string): void {
    if (this.#current?.readyState === WebSocket.OPEN) this.#current.send(message);
    else this.#queue = [...this.#queue, message].slice(-MAX_QUEUED);
  }

  async #connect(): Promise<void> {
    const handle = this.#handle;
    let permission: LiveToken;
    try {
      permission = await fetchLiveToken();
    } catch (error) {
      this.listener.state("failed", error instanceof Error ? error.message : String(error));
      throw error;
    }
    if (this.#isClosed) return;
    const { url, token } = permission;
    const setup = { ...permission.setup, sessionResumption: handle === null ? {} : { handle } };
    const socket = new WebSocket(`${url}?access_token=${token}`);
    let wasReady = false;
    this.#coming = socket;
    // Messages may come as text or as binary frames of the same JSON.
    socket.binaryType = "arraybuffer";
    const decoder = new TextDecoder();
    socket.onopen = () => socket.send(JSON.stringify({ setup }));
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      for (const happening of readMessage(typeof data === "string" ? data : decoder.decode(data))) {
        if (happening.kind === "ready") {
          wasReady = true;
          this.#takeOver(socket);
        } else this.#handleOn(socket, happening);
      }
    };
    socket.onclose = ({ code, reason }) => {
      if (this.#isClosed) return;
      const wasNeeded = socket === this.#current || socket === this.#coming;
      if (socket === this.#current) this.#current = null;
      if (socket === this.#coming) this.#coming = null;
      if (wasNeeded) this.#again({ code, reason, wasReady, wasResumed: handle !== null });
    };
  }

  #takeOver(socket: WebSocket): void {
    const before = this.#current;
    this.#current = socket;
    this.#coming = null;
    this.#attempts = 0;
    for (const message of this.#queue.splice(0)) socket.send(message);
    this.listener.state("ready", "");
    if (before !== null) setTimeout(() => before.close(1000), LINGER_MS);
  }

  #handleOn(socket: WebSocket, happening: Exclude<LiveHappening, { kind: "ready" }>): void {
    switch (happening.kind) {
      case "heard":
        return this.listener.heard(happening.text);
      case "turn-over":
        return this.listener.turnOver();
      case "call":
        return void this.#answer(socket, happening.call);
      case "cancelled":
        for (const id of happening.ids) this.#calls.get(id)?.abort();
        return;
      case "handle":
        this.#handle = happening.handle;
        return;
      case "leaving":
        // The new socket is made while the old one still listens: no word falls between them.
        if (socket === this.#current && this.#coming === null) void this.#connect().catch(() => undefined);
    }
  }

  /** Every call gets an answer, failures too: one that waits for ever holds up the session. */
  async #answer(socket: WebSocket, call: ToolCall): Promise<void> {
    const controller = new AbortController();
    this.#calls.set(call.id, controller);
    let response: object;
    try {
      response = await this.listener.run(call, controller.signal);
    } catch (error) {
      response = { error: error instanceof Error ? error.message : String(error), retryable: false };
    }
    const isWanted = this.#calls.delete(call.id) && !controller.signal.aborted;
    // A call dies with its socket: another one would not know its id.
    if (isWanted && socket.readyState === WebSocket.OPEN) socket.send(toolResponseMessage(call, response));
  }

  #again(closing: { code: number; reason: string; wasReady: boolean; wasResumed: boolean }): void {
    const { words, next } = explainClosing(closing);
    this.#attempts += 1;
    if (next === "give-up" || this.#attempts > MAX_ATTEMPTS) {
      this.listener.state("failed", words);
      return;
    }
    this.listener.state("connecting", words);
    if (next === "start-anew") this.#handle = null;
    setTimeout(() => void this.#connect().catch(() => undefined), FIRST_WAIT_MS * 2 ** (this.#attempts - 1));
  }
}
