/** What was said, with its claims marked; on a phone with the cards under it. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type Card, showing } from "../debate/card";
import { listeningFailure } from "../debate/listening";
import { cards, focusedCard, names, turns } from "../debate/session";
import { cutAtMarks, type Turn } from "../debate/turn";
import { LabelIcon } from "../parts/icons";
import { labelClass } from "../parts/verdict";
import { clock } from "../words/reasons";
import { ClaimCard } from "./card";
import { Filters, isShown } from "./cards";

/** How near the end a reader must be to be taken along. */
const NEAR_END_PX = 160;

export function TranscriptColumn({ inlineCards, after }: { inlineCards: boolean; after: ComponentChildren }) {
  const follows = useRef(true);
  const length = turns.value.reduce((sum, turn) => sum + turn.text.length, 0);
  useEffect(() => {
    let before = scrollY;
    // Only readers go up; the page itself grows and goes down.
    const onScroll = () => {
      const left = document.documentElement.scrollHeight - innerHeight - scrollY;
      if (left < NEAR_END_PX) follows.current = true;
      else if (scrollY < before) follows.current = false;
      before = scrollY;
    };
    addEventListener("scroll", onScroll, { passive: true });
    return () => removeEventListener("scroll", onScroll);
  }, []);
  useEffect(() => {
    if (follows.current) scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
  }, [length, cards.value.length]);
  return (
    <section class="transcript" aria-label="Transcript">
      {inlineCards && cards.value.length > 0 ? (
        <div class="filters-strip">
          <Filters />
        </div>
      ) : null}
      {turns.value.length === 0 && after === null ? <p class="waiting">Listening…</p> : null}
      {turns.value.map((turn) => (
        <div key={turn.id} class="turn-block">
          <TurnText turn={turn} />
          {inlineCards
            ? cards.value
                .filter((card) => card.turnId === turn.id && isShown(card))
                .map((card) => <ClaimCard key={card.id} card={card} />)
            : null}
        </div>
      ))}
      {listeningFailure.value === null ? null : (
        <p class="failure" role="alert">
          The last sentences could not be looked at for claims. {listeningFailure.value}
        </p>
      )}
      {after}
    </section>
  );
}

const TurnText = ({ turn }: { turn: Turn }) => (
  <div class={`turn side-${turn.side}`} data-side={turn.side}>
    <p class="turn-head">
      <span class="who">{names.value[turn.side]}</span> <span class="at">{clock(turn.startedAtMs)}</span>
    </p>
    <p class="said">
      {cutAtMarks(turn).map(({ text, mark }, index) =>
        mark === null ? (
          <span key={index}>{text}</span>
        ) : (
          <MarkedClaim key={mark.cardId} text={text} card={cards.value.find((card) => card.id === mark.cardId)} />
        ),
      )}
    </p>
  </div>
);

function MarkedClaim({ text, card }: { text: string; card: Card | undefined }) {
  if (card === undefined) return <span>{text}</span>;
  const label = showing(card) === "verdict" ? (card.verdict?.label ?? null) : null;
  return (
    <mark class={label === null ? "label-none" : labelClass(label)}>
      <a
        href={`#card-${card.id}`}
        onClick={(event) => {
          event.preventDefault();
          focusedCard.value = null;
          // In a tick of its own, so that the same card can be pointed at again.
          queueMicrotask(() => {
            focusedCard.value = card.id;
          });
        }}
      >
        {text}
      </a>
      {label === null ? null : (
        <span class="mark-icon">
          <LabelIcon label={label} size={15} />
          <span class="unseen"> ({label})</span>
        </span>
      )}
    </mark>
  );
}
