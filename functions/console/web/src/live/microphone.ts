/** The microphone: sound is cut by who had the word, and each speaker's goes to a session of their own. */

import { effect, signal } from "@preact/signals";
import { callTool } from "../api/client";
import { claimFromModel, hear, settle } from "../debate/listening";
import { activeSide, begin, clockMs, ownNames } from "../debate/session";
import { SIDES, type Side } from "../debate/turn";
import { type Attributed, SpeakerTimeline } from "./attribution";
import captureUrl from "./capture.worklet.js?url";
import { LiveConnection } from "./connection";

const RATE = 16_000;
/** What was said counts as whole after so long without a new word. */
const QUIET_MS = 1200;

export const microphone = signal<"off" | "starting" | "on" | "failed">("off");
/** What a person should know: why there is no sound, or that a connection is made anew. */
export const notice = signal("");

interface Hearing {
  connection: LiveConnection;
  /** The stretch whose sound went out last, and when it began. */
  stretch: number;
  stretchAtMs: number;
  quiet: ReturnType<typeof setTimeout> | undefined;
}

let stopAll: (() => void) | null = null;

export async function startMicrophone(): Promise<void> {
  stopMicrophone();
  microphone.value = "starting";
  notice.value = "";
  try {
    await listen();
    microphone.value = "on";
  } catch (error) {
    stopMicrophone();
    microphone.value = "failed";
    notice.value = wordsFor(error);
  }
}

export function stopMicrophone(): void {
  stopAll?.();
  stopAll = null;
  if (microphone.value !== "failed") microphone.value = "off";
}

function wordsFor(error: unknown): string {
  if (error instanceof DOMException && error.name === "NotAllowedError") {
    return "The browser did not allow the microphone. Allow it for this page and try again.";
  }
  if (error instanceof DOMException && error.name === "NotFoundError") return "There is no microphone.";
  return error instanceof Error ? error.message : String(error);
}

async function listen(): Promise<void> {
  const cleanups: (() => void)[] = [];
  stopAll = () => {
    for (const cleanup of cleanups.reverse()) cleanup();
  };
  const hearings = {} as Record<Side, Hearing>;
  let startedAt = performance.now();
  for (const side of SIDES) {
    const hearing: Hearing = { connection: connect(side), stretch: 0, stretchAtMs: 0, quiet: undefined };
    hearings[side] = hearing;
    cleanups.push(() => {
      clearTimeout(hearing.quiet);
      hearing.connection.close();
    });
  }
  // Both at once: the second speaker's first word must not wait for a connection.
  await Promise.all(SIDES.map((side) => hearings[side].connection.open()));
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true },
  });
  cleanups.push(() => stream.getTracks().forEach((track) => track.stop()));
  const context = new AudioContext();
  cleanups.push(() => void context.close());
  await context.audioWorklet.addModule(captureUrl);
  const node = new AudioWorkletNode(context, "capture", { numberOfOutputs: 0 });
  begin("microphone", ownNames(), "Microphone");
  startedAt = performance.now();
  const audioStartedAt = context.currentTime;
  const timeline = new SpeakerTimeline(activeSide.value);
  cleanups.push(
    effect(() => {
      timeline.handOver(activeSide.value, context.currentTime);
    }),
  );
  let lastPart: Attributed | null = null;
  node.port.onmessage = ({ data }: MessageEvent<{ at: number; pcm: Int16Array }>) => {
    for (const part of timeline.split(data.at, data.at + data.pcm.length / RATE)) {
      if (lastPart !== null && lastPart.side !== part.side) hearings[lastPart.side].connection.pause();
      lastPart = part;
      const hearing = hearings[part.side];
      if (hearing.stretch !== part.stretch || hearing.stretchAtMs === 0) {
        hearing.stretch = part.stretch;
        hearing.stretchAtMs = Math.max(1, (part.from - audioStartedAt) * 1000);
      }
      const sample = (time: number) => Math.round((time - data.at) * RATE);
      hearing.connection.sendAudio(data.pcm.subarray(sample(part.from), sample(part.to)));
    }
  };
  context.createMediaStreamSource(stream).connect(node);
  const ticking = setInterval(() => {
    clockMs.value = performance.now() - startedAt;
  }, 250);
  cleanups.push(() => clearInterval(ticking));

  function connect(side: Side): LiveConnection {
    return new LiveConnection({
      heard(text) {
        const hearing = hearings[side];
        const atMs = Math.max(hearing.stretchAtMs, 0);
        hear({ side, stretch: hearing.stretch, text, atMs, nowMs: performance.now() - startedAt });
        clearTimeout(hearing.quiet);
        const { stretch } = hearing;
        hearing.quiet = setTimeout(() => settle(side, stretch), QUIET_MS);
      },
      turnOver() {
        settle(side, hearings[side].stretch);
      },
      async run(call, ended) {
        const { claim } = call.args;
        if (call.name === "verdict" && typeof claim === "string") {
          return { ...(await claimFromModel(side, hearings[side].stretch, claim, performance.now() - startedAt)) };
        }
        return callTool(call.name, call.args, ended);
      },
      state(state, words) {
        if (state === "failed") {
          // Without one of the two sessions nobody's words are safe: the microphone goes off.
          stopMicrophone();
          microphone.value = "failed";
          notice.value = words;
        } else if (microphone.value === "on") notice.value = words;
      },
    });
  }
}
