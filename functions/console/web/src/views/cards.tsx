/** The column of cards, newest first, and what is filtered out of it. */

import { signal } from "@preact/signals";
import { LABELS, type Label } from "../api/shapes";
import { type Card, showing } from "../debate/card";
import { cards, names } from "../debate/session";
import { SIDES, type Side } from "../debate/turn";
import { LabelIcon } from "../parts/icons";
import { labelClass } from "../parts/verdict";
import { ClaimCard } from "./card";

const hiddenLabels = signal<ReadonlySet<Label>>(new Set());
const onlySide = signal<Side | null>(null);

/** Whether the filters let a card through; one without a verdict has no label to be filtered by. */
export function isShown(card: Card): boolean {
  if (onlySide.value !== null && card.side !== onlySide.value) return false;
  const label = showing(card) === "verdict" ? card.verdict?.label : undefined;
  return label === undefined || !hiddenLabels.value.has(label);
}

export function clearFilters(): void {
  hiddenLabels.value = new Set();
  onlySide.value = null;
}

export function CardColumn() {
  const shown = cards.value.filter(isShown).toReversed();
  const hidden = cards.value.length - shown.length;
  return (
    <section class="cards" aria-label="Claims">
      <div class="cards-head">
        <h2>
          Claims <span class="count">{cards.value.length}</span>
        </h2>
        <Filters />
      </div>
      {cards.value.length === 0 ? (
        <p class="empty">A card appears here for each claim that can be checked.</p>
      ) : null}
      {hidden > 0 ? (
        <p class="hidden-note">
          {hidden} hidden by the filters.{" "}
          <button type="button" class="link" onClick={clearFilters}>
            Show all
          </button>
        </p>
      ) : null}
      {shown.map((card) => (
        <ClaimCard key={card.id} card={card} />
      ))}
    </section>
  );
}

export function Filters() {
  const counts = new Map<Label, number>();
  for (const card of cards.value) {
    if (showing(card) === "verdict" && card.verdict !== null) {
      counts.set(card.verdict.label, (counts.get(card.verdict.label) ?? 0) + 1);
    }
  }
  return (
    <div class="filters" role="group" aria-label="Filter the claims">
      {LABELS.filter((label) => counts.has(label)).map((label) => (
        <button
          key={label}
          type="button"
          class={`filter ${labelClass(label)}`}
          aria-pressed={!hiddenLabels.value.has(label)}
          onClick={() => toggleLabel(label)}
        >
          <LabelIcon label={label} size={16} />
          <span>{label}</span>
          <span class="count">{counts.get(label) ?? 0}</span>
        </button>
      ))}
      {(cards.value.length === 0 ? [] : SIDES).map((side) => (
        <button
          key={side}
          type="button"
          class={`filter side-${side}`}
          aria-pressed={onlySide.value === side}
          onClick={() => {
            onlySide.value = onlySide.value === side ? null : side;
          }}
        >
          <span class="side-dot" aria-hidden="true" />
          <span>
            <span class="unseen">Only </span>
            {names.value[side]}
          </span>
        </button>
      ))}
    </div>
  );
}

function toggleLabel(label: Label): void {
  const hidden = new Set(hiddenLabels.value);
  if (!hidden.delete(label)) hidden.add(label);
  hiddenLabels.value = hidden;
}
