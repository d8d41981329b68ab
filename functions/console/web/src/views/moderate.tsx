/** The moderator's view: approve, suppress or annotate each verdict. */

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { fetchReport } from "../api/client";
import type { Decision, Moderation, ReportClaim, SessionReport } from "../api/shapes";
import { applyDecisions, byUrgency, decide, moderatorName, setModeratorName } from "../debate/moderation";
import { flush } from "../debate/outbox";
import { cards, holdsVerdicts, sessionId } from "../debate/session";
import { Confidence, Evidence, LabelPill, labelClass, Sources, Warnings } from "../parts/verdict";
import { clock, day } from "../words/reasons";
import { SessionPicker } from "./session-picker";

const REFRESH_MS = 2000;

const report = signal<SessionReport | null>(null);
const failure = signal<string | null>(null);

async function refresh(id: string): Promise<void> {
  try {
    if (id === sessionId.value) await flush();
    const fresh = await fetchReport(id, true);
    report.value = fresh;
    failure.value = null;
    applyDecisions(fresh);
  } catch (error) {
    failure.value = error instanceof Error ? error.message : String(error);
  }
}

export default function ModerateView({ id }: { id: string | null }) {
  const session = id ?? sessionId.value;
  const stored = cards.value.filter((card) => card.eventId !== null).length;
  useEffect(() => {
    if (session === null) return;
    report.value = null;
    const timer = setInterval(() => void refresh(session), REFRESH_MS);
    return () => clearInterval(timer);
  }, [session]);
  useEffect(() => {
    if (session !== null) void refresh(session);
  }, [session, stored]);
  if (session === null) return <SessionPicker view="moderate" title="Moderate a session" />;
  const current = report.value?.session_id === session ? report.value : null;
  const { open, decided } = byUrgency(current?.claims ?? []);
  return (
    <div class="page moderate">
      <header class="page-head">
        <h1>Moderator</h1>
        <p class="hint">
          Session <code>{session}</code>. Every decision is stored with its time and your name.
        </p>
      </header>
      <div class="moderate-tools">
        <label class="field">
          <span>Your name</span>
          <input
            value={moderatorName.value}
            maxLength={64}
            onInput={(event) => setModeratorName(event.currentTarget.value)}
          />
        </label>
        {session === sessionId.value ? (
          <label class="switch">
            <input
              type="checkbox"
              role="switch"
              checked={holdsVerdicts.value}
              onChange={(event) => {
                holdsVerdicts.value = event.currentTarget.checked;
              }}
            />
            <span>Hold new verdicts until they are decided</span>
          </label>
        ) : null}
      </div>
      {failure.value === null ? null : (
        <p class="failure" role="alert">
          {failure.value}
        </p>
      )}
      <section aria-labelledby="open-title">
        <h2 id="open-title">
          To decide <span class="count">{open.length}</span>
        </h2>
        {open.length === 0 ? <p class="empty">Nothing waits for you.</p> : null}
        {open.map((claim) => (
          <Decidable key={claim.event_id} session={session} claim={claim} />
        ))}
      </section>
      {decided.length === 0 ? null : (
        <section aria-labelledby="decided-title">
          <h2 id="decided-title">
            Decided <span class="count">{decided.length}</span>
          </h2>
          {decided.map((claim) => (
            <Decidable key={claim.event_id} session={session} claim={claim} />
          ))}
        </section>
      )}
    </div>
  );
}

export const DECISION_WORDS: Record<Decision, string> = {
  approve: "Approved",
  suppress: "Suppressed",
  annotate: "Approved with a note",
};

/** Who decided what when, the last first: it is the one that stands. */
const Decisions = ({ decisions }: { decisions: Moderation[] }) => (
  <ol class="note" aria-label="Decisions, the last first">
    {decisions.toReversed().map((one, index) => (
      <li key={index}>
        <strong>{DECISION_WORDS[one.decision]}</strong> by {one.moderator}
        {one.at === null ? "" : `, ${day(one.at)} ${one.at.slice(11, 16)} UTC`}
        {one.note ? `: ${one.note}` : ""}
      </li>
    ))}
  </ol>
);

function Decidable({ session, claim }: { session: string; claim: ReportClaim }) {
  const note = useRef<HTMLTextAreaElement>(null);
  const { moderation } = claim;
  const say = (decision: Decision) => {
    const text = note.current?.value ?? "";
    // An approval with a note is an annotation: that is what readers see it as.
    const said = decision === "approve" && text.trim() !== "" ? "annotate" : decision;
    if (said === "annotate" && text.trim() === "") {
      note.current?.focus();
      return;
    }
    decide(session, claim.event_id, said, text).then(
      () => refresh(session),
      (error: unknown) => {
        failure.value = error instanceof Error ? error.message : String(error);
      },
    );
  };
  return (
    <article class={`card ${labelClass(claim.label)}`} aria-label={`Verdict on: ${claim.claim}`} data-claim={claim.claim}>
      <header class="card-head">
        <span class="card-status">
          <LabelPill label={claim.label} />
          <Confidence value={claim.confidence} />
        </span>
        <p class="card-who">
          <span class="speaker-plain">{claim.speaker ?? "Unknown speaker"}</span>{" "}
          <span class="at">{clock(claim.at_ms ?? 0)}</span>
        </p>
      </header>
      <p class="quote">{claim.claim}</p>
      {claim.rationale === null ? null : <p class="rationale">{claim.rationale}</p>}
      <Warnings warnings={claim.warnings} />
      <Sources sources={claim.sources} />
      {claim.evidence.length === 0 ? null : (
        <details>
          <summary>
            Evidence <span class="count">{claim.evidence.length}</span>
          </summary>
          <Evidence items={claim.evidence} />
        </details>
      )}
      {moderation === null ? null : <Decisions decisions={claim.moderation_history ?? [moderation]} />}
      <div class="decide">
        <label class="field">
          <span>Note for readers</span>
          <textarea ref={note} rows={1} maxLength={1000} defaultValue={moderation?.note ?? ""} />
        </label>
        <div class="actions">
          <button type="button" class="suppress" onClick={() => say("suppress")}>
            Suppress
          </button>
          <button type="button" title="Write the note first" onClick={() => say("annotate")}>
            Annotate
          </button>
          <button type="button" class="primary" onClick={() => say("approve")}>
            Approve
          </button>
        </div>
      </div>
    </article>
  );
}
