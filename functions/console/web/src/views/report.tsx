/** What a session came to: for reading, printing and taking away. */

import { signal } from "@preact/signals";
import { lazy, Suspense } from "preact/compat";
import { useEffect } from "preact/hooks";
import { fetchReport, fetchReportDocument } from "../api/client";
import { LABELS, type ReportClaim, type SessionReport } from "../api/shapes";
import { flush } from "../debate/outbox";
import { recentSessions, sessionId } from "../debate/session";
import { Glyph } from "../parts/icons";
import { isPrinting } from "../parts/theme";
import { Confidence, Evidence, LabelPill, labelClass, Sources, Warnings } from "../parts/verdict";
import { clock, day } from "../words/reasons";
import { DECISION_WORDS } from "./moderate";
import { SessionPicker } from "./session-picker";

const SpeakerChart = lazy(() => import("./charts").then((charts) => ({ default: charts.SpeakerChart })));
const TimelineChart = lazy(() => import("./charts").then((charts) => ({ default: charts.TimelineChart })));

const report = signal<SessionReport | null>(null);
const failure = signal<string | null>(null);

async function load(id: string): Promise<void> {
  report.value = null;
  failure.value = null;
  try {
    if (id === sessionId.value) await flush();
    report.value = await fetchReport(id);
  } catch (error) {
    failure.value = error instanceof Error ? error.message : String(error);
  }
}

export default function ReportView({ id }: { id: string | null }) {
  const session = id ?? sessionId.value;
  useEffect(() => {
    if (session !== null) void load(session);
  }, [session]);
  if (session === null) return <SessionPicker view="report" title="Report of a session" />;
  if (failure.value !== null) {
    return (
      <div class="page">
        <h1>Report</h1>
        <p class="failure" role="alert">
          {failure.value}
        </p>
        <button type="button" onClick={() => void load(session)}>
          Try again
        </button>
      </div>
    );
  }
  const loaded = report.value;
  return loaded === null ? <p class="loading">Putting the report together…</p> : <Report report={loaded} />;
}

function Report({ report: loaded }: { report: SessionReport }) {
  useEffect(() => publishReviews(loaded.claim_reviews), [loaded]);
  const shown = loaded.timeline.length;
  const title = recentSessions().find((entry) => entry.id === loaded.session_id)?.title ?? "Fact-check report";
  return (
    <div class="page report">
      <header class="page-head">
        <p class="hint">Fact-check report</p>
        <h1>{title}</h1>
        <p class="hint">
          {loaded.started_at === null ? "" : `${day(loaded.started_at)} · `}
          <code>{loaded.session_id}</code>
        </p>
        <Actions report={loaded} />
      </header>
      {shown === 0 ? <p class="empty">No verdict was stored for this session yet.</p> : null}
      {shown === 0 ? null : (
        <>
          <Distribution report={loaded} />
          <Suspense fallback={<p class="loading">Drawing…</p>}>
            <div class="report-charts">
              <figure>
                <figcaption>By speaker</figcaption>
                <SpeakerChart report={loaded} />
                <SpeakerTable report={loaded} />
              </figure>
              <figure>
                <figcaption>Over time</figcaption>
                <TimelineChart report={loaded} />
              </figure>
            </div>
          </Suspense>
          <TopSources report={loaded} />
        </>
      )}
      {loaded.claims.length === 0 ? null : (
        <section aria-labelledby="claims-title" class="report-claims">
          <h2 id="claims-title">Every claim</h2>
          {loaded.truncated === true ? (
            <p class="hint">The session has more verdicts than a report holds; the counts are of all.</p>
          ) : null}
          {loaded.claims.map((claim) => (
            <ClaimEntry key={claim.event_id} claim={claim} />
          ))}
        </section>
      )}
    </div>
  );
}

const Distribution = ({ report: { labels } }: { report: SessionReport }) => (
  <section aria-label="Verdicts by label">
    <ul class="tiles">
      {LABELS.map((label) => (
        <li key={label} class={`tile ${labelClass(label)}`} data-label={label} data-count={labels[label]}>
          <span class="tile-count">{labels[label]}</span>
          <LabelPill label={label} />
        </li>
      ))}
    </ul>
  </section>
);

const SpeakerTable = ({ report: { speakers } }: { report: SessionReport }) => (
  <div class="table-scroll" tabIndex={0} role="region" aria-label="Verdicts by speaker, as a table">
    <table>
      <thead>
        <tr>
          <th scope="col">Speaker</th>
          <th scope="col">Claims</th>
          {LABELS.map((label) => (
            <th scope="col" key={label}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {speakers.map((one) => (
          <tr key={one.speaker ?? ""}>
            <th scope="row">{one.speaker ?? "Not named"}</th>
            <td>{one.claims}</td>
            {LABELS.map((label) => (
              <td key={label}>{one.labels[label] ?? 0}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const TopSources = ({ report: { top_sources: sources } }: { report: SessionReport }) =>
  sources.length === 0 ? null : (
    <section aria-labelledby="sources-title">
      <h2 id="sources-title">Most cited sources</h2>
      <ol class="top-sources">
        {sources.map((source) => (
          <li key={source.publisher}>
            <span>{source.publisher}</span>
            <span class="count">{source.count}</span>
          </li>
        ))}
      </ol>
    </section>
  );

function ClaimEntry({ claim }: { claim: ReportClaim }) {
  const { moderation } = claim;
  const isSuppressed = moderation?.decision === "suppress";
  return (
    <article
      id={claim.event_id}
      class={`card ${isSuppressed ? "label-none suppressed" : labelClass(claim.label)}`}
      aria-label={`Claim by ${claim.speaker ?? "an unknown speaker"}`}
      data-claim={claim.claim}
      data-label={isSuppressed ? "" : claim.label}
      data-speaker={claim.speaker ?? ""}
    >
      <header class="card-head">
        {isSuppressed ? (
          <span class="pill label-none">Withdrawn by {moderation.moderator}</span>
        ) : (
          <span class="card-status">
            <LabelPill label={claim.label} />
            <Confidence value={claim.confidence} />
          </span>
        )}
        <p class="card-who">
          <span class="speaker-plain">{claim.speaker ?? "Unknown speaker"}</span>{" "}
          <span class="at">{clock(claim.at_ms ?? 0)}</span>
        </p>
      </header>
      <p class="quote">{claim.claim}</p>
      {isSuppressed ? (
        moderation.note ? <p class="hint">{moderation.note}</p> : null
      ) : (
        <>
          {claim.rationale === null ? null : <p class="rationale">{claim.rationale}</p>}
          <Warnings warnings={claim.warnings} />
          <Sources sources={claim.sources} />
          {moderation === null ? null : (
            <p class="note">
              <strong>{DECISION_WORDS[moderation.decision]}</strong> by {moderation.moderator}
              {moderation.note ? `: ${moderation.note}` : ""}
            </p>
          )}
          {claim.evidence.length === 0 ? null : (
            <details open={isPrinting.value}>
              <summary>
                Evidence <span class="count">{claim.evidence.length}</span>
              </summary>
              <Evidence items={claim.evidence} />
            </details>
          )}
        </>
      )}
    </article>
  );
}

function Actions({ report: loaded }: { report: SessionReport }) {
  const id = loaded.session_id;
  const asDocument = async () => {
    try {
      save(`${id}.md`, "text/markdown", await fetchReportDocument(id));
    } catch (error) {
      failure.value = error instanceof Error ? error.message : String(error);
    }
  };
  const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  return (
    <div class="actions report-actions">
      <button type="button" onClick={() => void asDocument()}>
        <Glyph name="download" /> Markdown
      </button>
      <button type="button" onClick={() => save(`${id}.json`, "application/json", asJson(loaded))}>
        <Glyph name="download" /> JSON
      </button>
      <button
        type="button"
        title="schema.org ClaimReview"
        onClick={() => save(`${id}.jsonld`, "application/ld+json", asJson(loaded.claim_reviews))}
      >
        <Glyph name="download" /> ClaimReview
      </button>
      <button type="button" onClick={() => print()}>
        <Glyph name="print" /> Print
      </button>
    </div>
  );
}

function save(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the content over by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The reviews as machines read them: a data block of the page as long as the report is on show. */
function publishReviews(reviews: Record<string, unknown>[]): () => void {
  const block = document.createElement("script");
  block.type = "application/ld+json";
  block.textContent = JSON.stringify(reviews);
  document.head.append(block);
  return () => block.remove();
}
