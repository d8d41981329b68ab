/** The bar at the foot: who speaks, how the debate goes on, where its report is. */

import { saveFailure, unsaved } from "../debate/outbox";
import { activeSide, clockMs, holdsVerdicts, names, sessionId, source } from "../debate/session";
import { SIDES } from "../debate/turn";
import { pause, playback, resume, SPEEDS, speed, stop } from "../demo/player";
import { Glyph } from "../parts/icons";
import { hrefOf } from "../route";
import { clock } from "../words/reasons";
import { stopMicrophone } from "../live/microphone";
import { MicrophoneControls } from "./microphone";

export function ControlBar({ onLeave }: { onLeave: () => void }) {
  return (
    <div class="bar" role="region" aria-label="Controls">
      <SpeakerToggle />
      <div class="bar-middle">
        {source.value === "demo" ? <DemoControls /> : null}
        {source.value === "microphone" ? <MicrophoneControls /> : null}
        <Saved />
      </div>
      <div class="bar-end">
        <label class="switch">
          <input
            type="checkbox"
            role="switch"
            checked={holdsVerdicts.value}
            onChange={(event) => {
              holdsVerdicts.value = event.currentTarget.checked;
            }}
          />
          <span>Hold verdicts</span>
        </label>
        {sessionId.value === null ? null : (
          <a class={playback.value === "ended" ? "button primary" : "button"} href={hrefOf("report", sessionId.value)}>
            <Glyph name="report" />
            <span>Report</span>
          </a>
        )}
        <button
          type="button"
          class="quiet"
          onClick={() => {
            stop();
            stopMicrophone();
            source.value = "none";
            onLeave();
          }}
        >
          <Glyph name="close" />
          <span>Leave</span>
        </button>
      </div>
    </div>
  );
}

/** One button for two speakers: space or a tap hands over. */
function SpeakerToggle() {
  const follows = source.value === "demo";
  return (
    <div class="speakers" role="radiogroup" aria-label="Who speaks now">
      {SIDES.map((side) => (
        <button
          key={side}
          type="button"
          role="radio"
          class={`speaker side-${side}`}
          aria-checked={activeSide.value === side}
          aria-disabled={follows}
          tabIndex={activeSide.value === side ? 0 : -1}
          onClick={() => {
            if (!follows) activeSide.value = side;
          }}
          onKeyDown={(event) => onToggleKey(event, follows)}
        >
          <span class="side-dot" aria-hidden="true" />
          <span class="speaker-name">{names.value[side]}</span>
        </button>
      ))}
      {follows ? null : (
        <span class="hint space-hint">
          <kbd>Space</kbd> hands over
        </span>
      )}
    </div>
  );
}

const HAND_OVER_KEYS = ["Space", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

function onToggleKey(event: KeyboardEvent, follows: boolean): void {
  if (event.key === "Escape") document.getElementById("said")?.focus();
  if (!HAND_OVER_KEYS.includes(event.code) || event.repeat) return;
  event.preventDefault();
  if (follows) return;
  activeSide.value = activeSide.value === "A" ? "B" : "A";
  const group = (event.currentTarget as HTMLElement).parentElement;
  queueMicrotask(() => group?.querySelector<HTMLElement>(`.side-${activeSide.value}`)?.focus());
}

function DemoControls() {
  const state = playback.value;
  return (
    <>
      {state === "playing" ? (
        <button type="button" class="round" aria-label="Pause" onClick={pause}>
          <Glyph name="pause" />
        </button>
      ) : null}
      {state === "paused" ? (
        <button type="button" class="round" aria-label="Go on" onClick={resume}>
          <Glyph name="play" />
        </button>
      ) : null}
      <span class="time" data-state={state}>
        {state === "ended" ? "The debate is over." : clock(clockMs.value)}
      </span>
      {state === "ended" ? null : (
        <span class="speeds" role="group" aria-label="Speed">
          {SPEEDS.map((one) => (
            <button
              key={one}
              type="button"
              class="speed"
              aria-pressed={speed.value === one}
              onClick={() => {
                speed.value = one;
              }}
            >
              {one}×
            </button>
          ))}
        </span>
      )}
    </>
  );
}

function Saved() {
  if (saveFailure.value !== null) {
    return (
      <span class="saved saved-not" role="status" title={saveFailure.value}>
        Not saved: {saveFailure.value}
      </span>
    );
  }
  return <span class="saved">{unsaved.value > 0 ? "Saving…" : ""}</span>;
}
