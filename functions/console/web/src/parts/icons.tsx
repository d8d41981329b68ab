/** Small drawings. Each label has a shape of its own, so that colour is never all there is. */

import type { ComponentChildren } from "preact";
import type { Label } from "../api/shapes";

function Icon({ children, size = 18 }: { children: ComponentChildren; size?: number }) {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

const LABEL_SHAPES: Record<Label, ComponentChildren> = {
  True: (
    <>
      <circle cx="12" cy="12" r="10" fill="currentColor" />
      <path d="m7.5 12.5 3 3 6-6.5" stroke="var(--label-ground)" stroke-width="2.4" />
    </>
  ),
  "Mostly True": (
    <>
      <circle cx="12" cy="12" r="9.2" />
      <path d="m8 12.4 2.8 2.8L16 9.4" />
    </>
  ),
  Mixed: (
    <>
      <path d="M12 2.5 21.5 12 12 21.5 2.5 12Z" />
      <path d="M8.5 12h7" />
    </>
  ),
  "Mostly False": (
    <>
      <path d="M12 3 22 20.5H2Z" />
      <path d="m9.8 12.4 4.4 4.4m0-4.4-4.4 4.4" />
    </>
  ),
  False: (
    <>
      <path d="M8 2.5h8L21.5 8v8L16 21.5H8L2.5 16V8Z" fill="currentColor" />
      <path d="m8.6 8.6 6.8 6.8m0-6.8-6.8 6.8" stroke="var(--label-ground)" stroke-width="2.4" />
    </>
  ),
  Unverifiable: (
    <>
      <circle cx="12" cy="12" r="9.2" stroke-dasharray="3.4 2.6" />
      <path d="M9.6 9.4a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.2.9-1.2 1.7" />
      <path d="M12 16.6v.1" />
    </>
  ),
};

export const LabelIcon = ({ label, size }: { label: Label; size?: number }) => (
  <Icon {...(size === undefined ? {} : { size })}>{LABEL_SHAPES[label]}</Icon>
);

const NAMED = {
  play: <path d="M7 4.5v15l12-7.5Z" fill="currentColor" />,
  pause: <path d="M8 5v14M16 5v14" stroke-width="3" />,
  stop: <rect x="6" y="6" width="12" height="12" rx="2" fill="currentColor" />,
  microphone: (
    <>
      <rect x="9" y="3" width="6" height="11" rx="3" />
      <path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3" />
    </>
  ),
  text: <path d="M4 6h16M4 12h16M4 18h10" />,
  debate: <path d="M4 5h11v8H9l-3.5 3V13H4ZM17.5 9H20v8h-1.5v3L15 17h-4v-1.5" />,
  shield: <path d="M12 3 4.5 6v5.5c0 4.6 3.2 8 7.5 9.5 4.3-1.5 7.5-4.9 7.5-9.5V6Zm-3.2 9 2.3 2.3 4.2-4.5" />,
  report: <path d="M6 3h9l4 4v14H6ZM9.5 17v-3M12.5 17v-6M15.5 17v-4.5" />,
  api: <path d="m8 8-4.5 4L8 16M16 8l4.5 4L16 16M13.5 5l-3 14" />,
  warning: <path d="M12 4 2.8 20h18.4ZM12 10v4.5M12 17.2v.1" />,
  refresh: <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.5v4h-4" />,
  key: <path d="M14.5 9.5a4.5 4.5 0 1 0-3.7 4.4L13 16h2.5v2.5H18V21h3v-3.5l-6.7-6.7M9 9.5v.1" />,
  sun: <path d="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4" />,
  moon: <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z" />,
  auto: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 3.5v17a8.5 8.5 0 0 0 0-17Z" fill="currentColor" />
    </>
  ),
  download: <path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M4.5 19.5h15" />,
  print: <path d="M7 9V4h10v5M7 17H4.5v-8h15v8H17M7 14h10v6H7Z" />,
  swap: <path d="M4 8.5h15m-3.5-4 4 4-4 4M20 15.5H5m3.5-4-4 4 4 4" />,
  link: <path d="M14 5h5v5M19 5l-8 8M17 14v5H5V7h5" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
} as const;

export type IconName = keyof typeof NAMED;

export const Glyph = ({ name, size }: { name: IconName; size?: number }) => (
  <Icon {...(size === undefined ? {} : { size })}>{NAMED[name]}</Icon>
);
