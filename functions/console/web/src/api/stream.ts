/** Server-sent events out of the pieces a network gives, however they are cut. */

export interface ServerSentEvent {
  event: string;
  data: string;
}

/** Takes text as it comes, gives whole events. Comments, `id` and `retry` are read over. */
export class EventParser {
  #rest = "";
  #event = "";
  #data: string[] = [];

  push(text: string): ServerSentEvent[] {
    const events: ServerSentEvent[] = [];
    this.#rest += text;
    for (;;) {
      const end = /\r\n|\n|\r(?!$)/.exec(this.#rest);
      if (end === null) return events;
      const line = this.#rest.slice(0, end.index);
      this.#rest = this.#rest.slice(end.index + end[0].length);
      const event = this.#line(line);
      if (event !== null) events.push(event);
    }
  }

  #line(line: string): ServerSentEvent | null {
    if (line === "") {
      const event = { event: this.#event || "message", data: this.#data.join("\n") };
      const isEmpty = this.#data.length === 0;
      this.#event = "";
      this.#data = [];
      return isEmpty ? null : event;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.#event = value;
    if (field === "data") this.#data.push(value);
    return null;
  }
}

/** The events of a response's body, one after another. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parser = new EventParser();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield* parser.push(decoder.decode(value, { stream: true }));
    }
  } finally {
    reader.releaseLock();
  }
}
