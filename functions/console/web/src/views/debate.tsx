/** The live debate: choose where the speech comes from, then read along. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { showing } from "../debate/card";
import { watchDecisions } from "../debate/moderation";
import { cards, ownNames, setOwnName, source, toggleSide } from "../debate/session";
import { SIDES } from "../debate/turn";
import { play, playback } from "../demo/player";
import { Glyph } from "../parts/icons";
import { mediaSignal } from "../parts/theme";
import { CardColumn } from "./cards";
import { ControlBar } from "./controls";
import { microphone, notice, startMicrophone } from "../live/microphone";
import { TextForm } from "./text-form";
import { TranscriptColumn } from "./transcript";

const isWide = mediaSignal("(min-width: 60rem)");
const writes = signal(false);

/** Elements that the space bar already means something to. */
const OWN_SPACE = "input, textarea, select, button, summary, a[href], [contenteditable], dialog[open] *";

function onSpace(event: KeyboardEvent): void {
  if (event.code !== "Space" || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.closest(OWN_SPACE) !== null) return;
  if (playback.value === "playing") return;
  event.preventDefault();
  toggleSide();
}

export function DebateView() {
  useEffect(() => {
    addEventListener("keydown", onSpace);
    const stopWatching = watchDecisions();
    return () => {
      removeEventListener("keydown", onSpace);
      stopWatching();
    };
  }, []);
  if (source.value === "none" && !writes.value) return <Welcome />;
  return (
    <div class="debate" data-wide={isWide.value}>
      <h1 class="unseen">Live debate</h1>
      <TranscriptColumn inlineCards={!isWide.value} after={writes.value || source.value === "text" ? <TextForm /> : null} />
      {isWide.value ? <CardColumn /> : null}
      <ControlBar
        onLeave={() => {
          writes.value = false;
        }}
      />
      <Announcer />
    </div>
  );
}

function Welcome() {
  return (
    <div class="welcome">
      <h1>
        Hear the claim.
        <br />
        See the evidence.
      </h1>
      <p class="lead">
        Truthy listens to a debate, marks what can be checked, and says within a breath what is known, who says so, and as
        of when.
      </p>
      <ul class="starts">
        <li>
          <button type="button" class="start start-first" onClick={() => play()}>
            <Glyph name="play" size={26} />
            <strong>Play the demo</strong>
            <span>Two speakers, a hundred seconds, every claim checked as it falls. No key needed.</span>
          </button>
        </li>
        <li>
          <button type="button" class="start" onClick={() => void startMicrophone()}>
            <Glyph name="microphone" size={26} />
            <strong>{microphone.value === "starting" ? "Connecting…" : "Use the microphone"}</strong>
            <span>Speech is written down by Gemini Live; the space bar says who speaks.</span>
          </button>
        </li>
        <li>
          <button
            type="button"
            class="start"
            onClick={() => {
              writes.value = true;
            }}
          >
            <Glyph name="text" size={26} />
            <strong>Paste a transcript</strong>
            <span>Lines such as “Dana: …” keep who said what.</span>
          </button>
        </li>
      </ul>
      <details class="names">
        <summary>Name the speakers</summary>
        <div class="row">
          {SIDES.map((side) => (
            <label key={side} class={`field side-${side}`}>
              <span>
                <span class="side-dot" aria-hidden="true" /> Speaker {side}
              </span>
              <input
                maxLength={64}
                defaultValue={ownNames()[side]}
                onChange={(event) => setOwnName(side, event.currentTarget.value)}
              />
            </label>
          ))}
        </div>
      </details>
      {microphone.value === "failed" && notice.value !== "" ? (
        <p class="failure" role="alert">
          {notice.value}
        </p>
      ) : null}
      <p class="small">
        The built-in collection of about fifty official statistics is for trying, not for judging a debate.
      </p>
    </div>
  );
}

/** Tells each verdict once to those who do not see it. */
function Announcer() {
  const last = cards.value.filter((card) => card.verdict !== null && showing(card) === "verdict").at(-1);
  const text = last?.verdict == null ? "" : `${last.verdict.label}: ${last.speaker}, ${last.text}`;
  return (
    <p class="unseen" role="status" aria-live="polite">
      {text}
    </p>
  );
}
