/** A verdict as people see it: label, confidence, sources, reasons. Used by cards, the moderator and the report. */

import type { EvidenceItem, Label, Reason, ReportSource } from "../api/shapes";
import { ALIGNMENT_WORDS, day, percent, reasonInWords, TIER_WORDS } from "../words/reasons";
import { Glyph, LabelIcon } from "./icons";

export const labelClass = (label: Label): string => `label-${label.toLowerCase().replace(" ", "-")}`;

export const LabelPill = ({ label }: { label: Label }) => (
  <span class={`pill ${labelClass(label)}`}>
    <LabelIcon label={label} />
    {label}
  </span>
);

export const Confidence = ({ value }: { value: number }) => (
  <span class="confidence" title="How sure the verdict is">
    <span class="confidence-bar" aria-hidden="true">
      <span style={{ width: `${Math.round(value * 100)}%` }} />
    </span>
    <span>{percent(value)} sure</span>
  </span>
);

/** The reasons that say something, in words, without repeats. */
export const Reasons = ({ reasons }: { reasons: Reason[] }) => {
  // How much of the wording is there says something only where nothing else does.
  const telling = reasons.filter((reason) => reason.kind !== "wording");
  const said = (telling.length > 0 ? telling : reasons).map(reasonInWords);
  const words = [...new Set(said.filter((text) => text !== null))];
  if (words.length === 0) return null;
  return (
    <ul class="reasons">
      {words.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
};

/** Addresses come from outside: only the web's own are made links. */
export const Outward = ({ url, children }: { url: string | null | undefined; children: string }) =>
  url !== null && url !== undefined && /^https?:\/\//iu.test(url) ? (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      {children}
      <span class="unseen"> (opens in a new tab)</span>
    </a>
  ) : (
    <span>{children}</span>
  );

export const Sources = ({ sources }: { sources: ReportSource[] }) =>
  sources.length === 0 ? null : (
    <ol class="sources" aria-label="Sources">
      {sources.map((source, index) => (
        <li key={index}>
          <Outward url={source.url}>{source.publisher ?? source.name ?? "Source"}</Outward>
          <span class="source-facts">
            {source.tier == null ? null : (
              <span class={`tier tier-${source.tier}`} title={TIER_WORDS[source.tier].title}>
                {TIER_WORDS[source.tier].name}
              </span>
            )}
            <time {...(source.as_of ? { dateTime: source.as_of } : {})}>{day(source.as_of)}</time>
          </span>
        </li>
      ))}
    </ol>
  );

export const Warnings = ({ warnings }: { warnings: string[] }) =>
  warnings.length === 0 ? null : (
    <ul class="warnings" aria-label="Context">
      {warnings.map((warning) => (
        <li key={warning}>
          <Glyph name="warning" size={16} />
          <span>{warning}</span>
        </li>
      ))}
    </ul>
  );

/** Evidence that was stored may be anybody's: whatever is missing of it is left out. */
export const Evidence = ({ items }: { items: Partial<EvidenceItem>[] }) => (
  <ul class="evidence">
    {items.map((item, index) => (
      <li key={index} class={`evidence-item ${item.alignment ?? ""}`}>
        <p class="evidence-head">
          {item.alignment === undefined ? null : (
            <span class="alignment">{ALIGNMENT_WORDS[item.alignment] ?? item.alignment}</span>
          )}
          <Outward url={item.url}>{item.publisher ?? "Source"}</Outward>
          {item.tier === undefined ? null : (
            <span class={`tier tier-${item.tier}`}>{TIER_WORDS[item.tier]?.name ?? item.tier}</span>
          )}
          <time {...(item.as_of ? { dateTime: item.as_of } : {})}>{day(item.as_of)}</time>
        </p>
        <blockquote>{item.snippet}</blockquote>
        <Reasons reasons={item.reasons ?? []} />
      </li>
    ))}
  </ul>
);
