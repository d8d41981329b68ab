/** The frame around every view: name, navigation, theme, token. */

import { lazy, Suspense } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import { tokenIsWanted } from "./api/client";
import { heldCount, sessionId } from "./debate/session";
import { Glyph, type IconName } from "./parts/icons";
import { nextTheme, theme } from "./parts/theme";
import { TokenDialog, tokenDialogIsOpen } from "./parts/token";
import { hrefOf, route, type View } from "./route";
import { DebateView } from "./views/debate";

const ModerateView = lazy(() => import("./views/moderate"));
const ReportView = lazy(() => import("./views/report"));
const ApiView = lazy(() => import("./views/api"));

const NAVIGATION: { view: View; name: string; icon: IconName }[] = [
  { view: "debate", name: "Debate", icon: "debate" },
  { view: "moderate", name: "Moderate", icon: "shield" },
  { view: "report", name: "Report", icon: "report" },
  { view: "api", name: "API", icon: "api" },
];

const TITLES: Record<View, string> = { debate: "Live debate", moderate: "Moderator", report: "Report", api: "API" };

const THEME_WORDS = { auto: "as the system", light: "light", dark: "dark" } as const;
const THEME_ICONS = { auto: "auto", light: "sun", dark: "moon" } as const;

export function App() {
  const { view, id } = route.value;
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${TITLES[view]} · Truthy`;
    // A new view begins at its top, for the eye and for the keyboard; the first is where the browser is anyway.
    if (!isFirst.current) {
      main.current?.focus();
      scrollTo(0, 0);
    }
    isFirst.current = false;
  }, [view]);
  return (
    <>
      <header class="top">
        <a
          class="skip"
          href={hrefOf(view, id)}
          onClick={(event) => {
            event.preventDefault();
            main.current?.focus();
          }}
        >
          Skip to the content
        </a>
        <a class="brand" href="#/" aria-label="Truthy, live debate">
          <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="9" fill="var(--accent)" />
            <path d="M8 13h16M16 13v11" stroke="var(--on-accent)" stroke-width="3.4" stroke-linecap="round" />
            <circle cx="16" cy="7.4" r="2" fill="var(--on-accent)" />
          </svg>
          <span>Truthy</span>
        </a>
        <nav class="tabs" aria-label="Views">
          {NAVIGATION.map((entry) => (
            <a
              key={entry.view}
              href={hrefOf(entry.view, entry.view === "report" || entry.view === "moderate" ? sessionId.value : null)}
              {...(entry.view === view ? { "aria-current": "page" as const } : {})}
            >
              <Glyph name={entry.icon} />
              <span>{entry.name}</span>
              {entry.view === "moderate" && heldCount.value > 0 ? (
                <span class="badge">
                  {heldCount.value}
                  <span class="unseen"> waiting</span>
                </span>
              ) : null}
            </a>
          ))}
        </nav>
        <div class="top-tools">
          <button
            type="button"
            class="icon-button"
            aria-label={tokenIsWanted.value ? "Access token wanted" : "Access token"}
            data-wanted={tokenIsWanted.value}
            onClick={() => {
              tokenDialogIsOpen.value = true;
            }}
          >
            <Glyph name="key" />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={`Theme: ${THEME_WORDS[theme.value]}. Change`}
            onClick={nextTheme}
          >
            <Glyph name={THEME_ICONS[theme.value]} />
          </button>
        </div>
      </header>
      <main ref={main} tabIndex={-1} class={`view view-${view}`}>
        {view === "debate" ? (
          <DebateView />
        ) : (
          <Suspense fallback={<p class="loading">Loading…</p>}>
            {view === "moderate" ? <ModerateView id={id} /> : null}
            {view === "report" ? <ReportView id={id} /> : null}
            {view === "api" ? <ApiView /> : null}
          </Suspense>
        )}
      </main>
      <TokenDialog />
    </>
  );
}
