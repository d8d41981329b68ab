/** What the microphone is doing, in the bar at the foot. */

import { microphone, notice, startMicrophone, stopMicrophone } from "../live/microphone";
import { Glyph } from "../parts/icons";
import { clock } from "../words/reasons";
import { clockMs } from "../debate/session";

export function MicrophoneControls() {
  const state = microphone.value;
  return (
    <>
      {state === "on" ? (
        <button type="button" class="round" aria-label="Stop the microphone" onClick={stopMicrophone}>
          <Glyph name="stop" />
        </button>
      ) : (
        <button
          type="button"
          class="round"
          aria-label="Start the microphone in a new session"
          disabled={state === "starting"}
          onClick={() => void startMicrophone()}
        >
          <Glyph name="microphone" />
        </button>
      )}
      <span class="time">{clock(clockMs.value)}</span>
      <span class="saved" role="status">
        {notice.value}
      </span>
    </>
  );
}
