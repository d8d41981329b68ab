/** One claim's card. */

import { useEffect, useRef } from "preact/hooks";
import { type Card, leanOf, leanWords, showing } from "../debate/card";
import { checkCard } from "../debate/checking";
import { focusedCard } from "../debate/session";
import { Glyph } from "../parts/icons";
import { Confidence, Evidence, LabelPill, labelClass, Reasons, Sources, Warnings } from "../parts/verdict";
import { clock } from "../words/reasons";

export function ClaimCard({ card }: { card: Card }) {
  const element = useRef<HTMLElement>(null);
  const isPointedAt = focusedCard.value === card.id;
  useEffect(() => {
    if (!isPointedAt) return;
    element.current?.scrollIntoView({ block: "center" });
    element.current?.focus({ preventScroll: true });
  }, [isPointedAt]);
  const shows = showing(card);
  const tone = shows === "verdict" && card.verdict !== null ? labelClass(card.verdict.label) : "label-none";
  return (
    <article
      ref={element}
      class={`card ${tone} side-${card.side}`}
      id={`card-${card.id}`}
      tabIndex={-1}
      aria-label={`Claim by ${card.speaker}`}
      aria-busy={card.stage === "checking"}
      data-stage={card.stage}
      data-label={shows === "verdict" ? card.verdict?.label : undefined}
      data-claim={card.text}
    >
      <header class="card-head">
        <Status card={card} />
        <p class="card-who">
          <span class="who">{card.speaker}</span> <span class="at">{clock(card.atMs)}</span>
        </p>
      </header>
      <p class="quote">{card.text}</p>
      <Body card={card} />
    </article>
  );
}

function Status({ card }: { card: Card }) {
  switch (showing(card)) {
    case "held":
      return <span class="pill label-none">Held for the moderator</span>;
    case "suppressed":
      return <span class="pill label-none">Withheld by the moderator</span>;
    case "verdict":
      return card.verdict === null ? null : (
        <span class="card-status">
          <LabelPill label={card.verdict.label} />
          <Confidence value={card.verdict.confidence} />
        </span>
      );
    case "progress":
      if (card.stage === "failed") return <span class="pill label-none">Not checked</span>;
      return (
        <span class="card-status">
          <span class="pill label-none checking">
            <span class="dots" aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
            Checking…
          </span>
          <Leaning card={card} />
        </span>
      );
  }
}

const Leaning = ({ card }: { card: Card }) => {
  const lean = card.isHeld ? null : leanOf(card.evidence);
  return lean === null ? null : <span class="leaning">{leanWords(lean)}</span>;
};

function Body({ card }: { card: Card }) {
  const shows = showing(card);
  if (shows === "held" || shows === "suppressed") return null;
  if (card.stage === "failed") {
    return (
      <>
        <p class="failure">{card.failure}</p>
        <Recheck card={card} />
      </>
    );
  }
  const { verdict } = card;
  if (verdict === null) {
    return (
      <>
        <Warnings warnings={card.warnings} />
        {card.isHeld || card.evidence.length === 0 ? null : <Evidence items={card.evidence.slice(0, 2)} />}
      </>
    );
  }
  return (
    <>
      {card.corrected.length === 0 ? null : (
        <p class="corrected">
          <Glyph name="refresh" size={16} /> Corrected: was {card.corrected.at(-1)}
        </p>
      )}
      <p class="rationale">{verdict.rationale}</p>
      <Reasons reasons={verdict.reasons} />
      <Warnings warnings={card.warnings} />
      <Sources sources={verdict.sources} />
      {card.moderation?.note ? (
        <p class="note">
          <strong>Moderator:</strong> {card.moderation.note}
        </p>
      ) : null}
      <footer class="card-foot">
        {card.evidence.length === 0 ? null : (
          <details>
            <summary>
              Evidence <span class="count">{card.evidence.length}</span>
            </summary>
            <Evidence items={card.evidence} />
            {(verdict.missing ?? []).length === 0 ? null : (
              <p class="missing">
                Not asked or without an answer: {(verdict.missing ?? []).map((one) => one.source).join(", ")}
              </p>
            )}
          </details>
        )}
        <Recheck card={card} />
      </footer>
    </>
  );
}

const Recheck = ({ card }: { card: Card }) => (
  <button
    type="button"
    class="quiet recheck"
    disabled={card.stage === "checking" || card.stage === "waiting"}
    onClick={() => checkCard(card.id)}
  >
    <Glyph name="refresh" size={16} /> Check again
    <span class="unseen">: {card.text}</span>
  </button>
);
