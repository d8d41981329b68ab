/** Messages of the Gemini Live API, as far as this page needs them. One message may say several things at once. */

export interface ToolCall {
  id: string;
  name: string;
  args: Record<string, unknown>;
}

export type LiveHappening =
  | { kind: "ready" }
  | { kind: "heard"; text: string }
  | { kind: "turn-over" }
  | { kind: "call"; call: ToolCall }
  | { kind: "cancelled"; ids: string[] }
  | { kind: "leaving"; timeLeftMs: number }
  | { kind: "handle"; handle: string };

interface ServerMessage {
  setupComplete?: unknown;
  serverContent?: {
    inputTranscription?: { text?: unknown };
    turnComplete?: unknown;
    interrupted?: unknown;
  };
  toolCall?: { functionCalls?: { id?: unknown; name?: unknown; args?: unknown }[] };
  toolCallCancellation?: { ids?: unknown[] };
  goAway?: { timeLeft?: unknown };
  sessionResumptionUpdate?: { newHandle?: unknown; resumable?: unknown };
}

/** Everything one message says, in the order in which it matters. A message that is not understood says nothing. */
export function readMessage(json: string): LiveHappening[] {
  let message: ServerMessage;
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed !== "object" || parsed === null) return [];
    message = parsed as ServerMessage;
  } catch {
    return [];
  }
  const happenings: LiveHappening[] = [];
  if (message.setupComplete !== undefined) happenings.push({ kind: "ready" });
  const content = message.serverContent;
  const heard = content?.inputTranscription?.text;
  if (typeof heard === "string" && heard !== "") happenings.push({ kind: "heard", text: heard });
  if (content?.turnComplete === true || content?.interrupted === true) happenings.push({ kind: "turn-over" });
  for (const call of message.toolCall?.functionCalls ?? []) {
    if (typeof call.id !== "string" || typeof call.name !== "string") continue;
    const args = typeof call.args === "object" && call.args !== null ? (call.args as Record<string, unknown>) : {};
    happenings.push({ kind: "call", call: { id: call.id, name: call.name, args } });
  }
  const ids = (message.toolCallCancellation?.ids ?? []).filter((id) => typeof id === "string");
  if (ids.length > 0) happenings.push({ kind: "cancelled", ids });
  const update = message.sessionResumptionUpdate;
  if (typeof update?.newHandle === "string" && update.newHandle !== "" && update.resumable !== false) {
    happenings.push({ kind: "handle", handle: update.newHandle });
  }
  if (message.goAway !== undefined) {
    happenings.push({ kind: "leaving", timeLeftMs: durationMs(message.goAway.timeLeft) });
  }
  return happenings;
}

/** "9.8s" in milliseconds; a duration that is not one is none. */
export function durationMs(duration: unknown): number {
  const match = typeof duration === "string" ? /^(\d+(?:\.\d+)?)s$/u.exec(duration) : null;
  return match === null ? 0 : Math.round(Number(match[1]) * 1000);
}

export function audioMessage(pcm: Int16Array): string {
  const bytes = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return JSON.stringify({ realtimeInput: { audio: { mimeType: "audio/pcm;rate=16000", data } } });
}

/** The speaker pauses: what was heard so far is to be written down now. */
export const PAUSE_MESSAGE = JSON.stringify({ realtimeInput: { audioStreamEnd: true } });

/** The answer of a tool: always an object, and never a bare empty list, which makes a model ask again and again. */
export function toolResponseMessage(call: ToolCall, response: object): string {
  return JSON.stringify({ toolResponse: { functionResponses: [{ id: call.id, name: call.name, response }] } });
}

export interface Closing {
  code: number;
  reason: string;
  wasReady: boolean;
  wasResumed: boolean;
}

export type Next = "resume" | "start-anew" | "give-up";

/** Why a connection ended, in words, and what comes next. The API has no other errors than close codes and reasons. */
export function explainClosing({ code, reason, wasReady, wasResumed }: Closing): { words: string; next: Next } {
  const said = [code === 1006 ? "" : String(code), reason.trim().slice(0, 200)].filter((part) => part !== "").join(" ");
  const [words, next] = closingOf(code, reason.toLowerCase(), wasReady, wasResumed);
  return { words: said === "" ? words : `${words} (${said})`, next };
}

function closingOf(code: number, reason: string, wasReady: boolean, wasResumed: boolean): [string, Next] {
  const isRefusal = code === 1007 || code === 1008;
  if (isRefusal && /api.key/u.test(reason)) return ["Gemini refuses the key of this deployment", "give-up"];
  if (isRefusal && !wasReady && wasResumed) return ["The session cannot be gone on with; a new one begins", "start-anew"];
  if (isRefusal && !wasReady) return ["Gemini refuses the session's setup or its model", "give-up"];
  if (code === 1011 && reason.includes("quota")) return ["Gemini's quota is used up", wasReady ? "resume" : "give-up"];
  if (code === 1011) return ["Gemini failed; connecting again", "resume"];
  return ["The connection to Gemini ended; connecting again", "resume"];
}
