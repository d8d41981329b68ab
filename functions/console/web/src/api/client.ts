/** Every call the page makes. Addresses are relative: the page may be served under a stage's prefix. */

import { signal } from "@preact/signals";
import type {
  ClaimVerdict,
  Decision,
  DetectedClaim,
  EvidenceItem,
  LiveToken,
  SessionEvent,
  SessionReport,
  VerdictStep,
} from "./shapes";
import { Pace } from "./pace";
import { eventsOf } from "./stream";

/** A failure in the error model of the API, or of the network. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly retryAfterMs: number | null = null,
  ) {
    super(message);
  }

  /** Whether the same call may go well a little later. */
  get isPassing(): boolean {
    return this.code === "RATE_LIMITED" || this.code === "TIMEOUT" || this.code === "OFFLINE" || this.status >= 502;
  }
}

const TOKEN_KEY = "truthy.token";

/** The bearer token, kept for this tab only. */
export const accessToken = signal(sessionStorage.getItem(TOKEN_KEY) ?? "");
/** Whether a call was refused for want of a token. */
export const tokenIsWanted = signal(false);

export function setAccessToken(token: string): void {
  const trimmed = token.trim();
  if (trimmed === "") sessionStorage.removeItem(TOKEN_KEY);
  else sessionStorage.setItem(TOKEN_KEY, trimmed);
  accessToken.value = trimmed;
  tokenIsWanted.value = false;
}

let callerSession: string | null = null;

/** From here on calls belong to this session: without a token, each session has limits of its own. */
export function callFor(session: string | null): void {
  callerSession = session;
}

/** One call with the token, if there is one; whatever comes back is the answer. */
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (accessToken.value !== "") headers.set("Authorization", `Bearer ${accessToken.value}`);
  if (callerSession !== null) headers.set("X-Session-Id", callerSession);
  try {
    const response = await fetch(`./${path}`, { ...init, headers });
    if (response.status === 401) tokenIsWanted.value = true;
    return response;
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause;
    throw new ApiError(0, "OFFLINE", "The service does not answer. Check the connection and try again.");
  }
}

/** One call that must go well: throws `ApiError` for anything else. */
async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await send(path, init);
  if (response.ok) return response;
  throw failureOf(response.status, response.headers.get("Retry-After"), await response.text());
}

/** Reads the error model, and makes do with the status where the body is something else, as a gateway's may be. */
export function failureOf(status: number, retryAfter: string | null, body: string): ApiError {
  const seconds = Number(retryAfter ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : null;
  try {
    const error: unknown = (JSON.parse(body) as { error?: unknown }).error;
    if (typeof error === "object" && error !== null && "message" in error && "code" in error) {
      return new ApiError(status, String(error.code), String(error.message), retryAfterMs);
    }
  } catch {
    // Not JSON: said below.
  }
  return new ApiError(status, `HTTP_${status}`, `The service answered with status ${status}.`, retryAfterMs);
}

const JSON_BODY = { "Content-Type": "application/json" };

async function post<T>(path: string, body: unknown, init: RequestInit = {}): Promise<T> {
  const response = await call(path, { ...init, method: "POST", headers: JSON_BODY, body: JSON.stringify(body) });
  return (await response.json()) as T;
}

/** The service counts each tool's calls by themselves. */
const detecting = new Pace();
const judging = new Pace();

/** Resolves when another token is entered. */
function anotherToken(): Promise<void> {
  const refused = accessToken.value;
  return new Promise((resolve) => {
    const stop = accessToken.subscribe((token) => {
      if (token === refused) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
}

/** Repeats a call that was one too many when the service says to come back, and one without a token once there is one. */
async function patiently<T>(attempt: () => Promise<T>, tries = 5): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError) || tried === tries) throw error;
      if (error.status === 401) await anotherToken();
      else if (error.code === "RATE_LIMITED") {
        await new Promise((resolve) => setTimeout(resolve, error.retryAfterMs ?? 1000 * tried));
      } else throw error;
    }
  }
}

export interface SpokenLine {
  speaker: string;
  text: string;
}

/** The claims in what was just said, by their place in `text`. */
export async function detectClaims(
  text: string,
  speaker: string,
  preceding: SpokenLine[],
): Promise<DetectedClaim[]> {
  const body = { text, speaker, ...(preceding.length > 0 ? { preceding } : {}) };
  await detecting.turn();
  const found = await patiently(() => post<{ claims: DetectedClaim[] }>("api/tools/detect_claims", body));
  return found.claims;
}

/** Judges one claim and tells each step as it comes. Where the service does not stream, all steps come at once. */
export async function* judgeClaim(claim: string): AsyncGenerator<VerdictStep> {
  await judging.turn();
  const response = await patiently(() =>
    call("api/tools/verdict", {
      method: "POST",
      headers: { ...JSON_BODY, Accept: "text/event-stream, application/json;q=0.9" },
      body: JSON.stringify({ claim }),
    }),
  );
  const type = response.headers.get("Content-Type") ?? "";
  if (!type.startsWith("text/event-stream") || response.body === null) {
    yield { kind: "done", verdict: (await response.json()) as ClaimVerdict };
    return;
  }
  for await (const { event, data } of eventsOf(response.body)) {
    if (event === "error") throw failureOf(200, null, data);
    const step = stepOf(event, data);
    if (step !== null) yield step;
    if (step?.kind === "done") return;
  }
  throw new ApiError(200, "TIMEOUT", "The answer broke off before the verdict.");
}

/** One event of a streamed verdict; `null` for one that this page does not know yet. */
export function stepOf(event: string, data: string): VerdictStep | null {
  const body = JSON.parse(data) as never;
  switch (event) {
    case "claim":
      return { kind: "claim", normalized: (body as { normalized: string }).normalized };
    case "evidence":
      return { kind: "evidence", ...(body as { source: string; items: EvidenceItem[] }) };
    case "warning": {
      // With a source beside it, it is about that source and not about the claim.
      const { message, source, code } = body as { message: string; source?: string; code?: string };
      return source === undefined
        ? { kind: "warning", message }
        : { kind: "missing", source: { source, code: code ?? "", message } };
    }
    case "verdict":
      return { kind: "verdict", ...(body as Pick<ClaimVerdict, "label" | "confidence" | "rationale">) };
    case "done":
      return { kind: "done", verdict: body as ClaimVerdict };
    default:
      return null;
  }
}

/** Stores events; one sent twice counts once. */
export async function ingest(events: SessionEvent[]): Promise<void> {
  const outcome = await patiently(() =>
    post<{ queued: boolean; results?: { queued: boolean; error?: { message?: string } }[] }>(
      "api/events/ingest",
      events,
    ),
  );
  if (outcome.queued) return;
  const refused = outcome.results?.find((result) => !result.queued);
  throw new ApiError(422, "INVALID_ARGUMENT", refused?.error?.message ?? "An event was not stored.");
}

const session = (id: string) => `api/sessions/${encodeURIComponent(id)}`;

/** What the session came to; `withHistory` tells every decision about a verdict, for moderators. */
export async function fetchReport(id: string, withHistory = false): Promise<SessionReport> {
  const path = `${session(id)}/report${withHistory ? "?history=true" : ""}`;
  const response = await patiently(() => call(path, { headers: { Accept: "application/json" } }));
  return (await response.json()) as SessionReport;
}

export async function fetchReportDocument(id: string): Promise<string> {
  const response = await patiently(() => call(`${session(id)}/report`, { headers: { Accept: "text/markdown" } }));
  return response.text();
}

export async function moderate(decision: {
  session_id: string;
  event_id: string;
  decision: Decision;
  note?: string;
  moderator: string;
}): Promise<void> {
  await patiently(() => post("api/sessions/moderate", decision));
}

/** Permission for one connection. Its setup is locked but for the handle to go on from. */
export async function fetchLiveToken(): Promise<LiveToken> {
  return post<LiveToken>("api/live/token", {});
}

/** Runs a tool for the speech model. `signal` ends the call when the model takes it back. */
export async function callTool(name: string, args: unknown, signal: AbortSignal): Promise<object> {
  return post<object>(`api/tools/${encodeURIComponent(name)}`, args ?? {}, { signal });
}
