import { describe, expect, test } from "vitest";
import { audioMessage, durationMs, explainClosing, readMessage, toolResponseMessage } from "../src/live/protocol";

const read = (message: unknown) => readMessage(JSON.stringify(message));

describe("messages of Gemini Live", () => {
  test("every field of one message counts", () => {
    const message = {
      serverContent: { inputTranscription: { text: " crime fell" }, outputTranscription: { text: "Hm." }, turnComplete: true },
      toolCall: { functionCalls: [{ id: "1", name: "verdict", args: { claim: "x" } }, { id: "2", name: "search_web" }] },
      sessionResumptionUpdate: { newHandle: "h", resumable: true },
      goAway: { timeLeft: "9.8s" },
      usageMetadata: { totalTokenCount: 3 },
    };
    expect(read(message)).toEqual([
      { kind: "heard", text: " crime fell" },
      { kind: "turn-over" },
      { kind: "call", call: { id: "1", name: "verdict", args: { claim: "x" } } },
      { kind: "call", call: { id: "2", name: "search_web", args: {} } },
      { kind: "handle", handle: "h" },
      { kind: "leaving", timeLeftMs: 9800 },
    ]);
  });

  test.each([
    ["setup", { setupComplete: {} }, [{ kind: "ready" }]],
    ["cancellation", { toolCallCancellation: { ids: ["a", 3, "b"] } }, [{ kind: "cancelled", ids: ["a", "b"] }]],
    ["a handle that is none", { sessionResumptionUpdate: { newHandle: "", resumable: false } }, []],
    ["a handle that does not hold", { sessionResumptionUpdate: { newHandle: "h", resumable: false } }, []],
    ["a call without a name", { toolCall: { functionCalls: [{ id: "1" }] } }, []],
    ["an unknown message", { voiceActivity: {} }, []],
  ])("%s", (_, message, expected) => {
    expect(read(message)).toEqual(expected);
  });

  test.each(["", "{", "null", "3", "[]"])("what is no message says nothing: %s", (text) => {
    expect(readMessage(text)).toEqual([]);
  });

  test.each([
    ["9.8s", 9800],
    ["10s", 10_000],
    ["soon", 0],
    [undefined, 0],
  ])("duration %s", (duration, ms) => {
    expect(durationMs(duration)).toBe(ms);
  });

  test("sound is base64 of little-endian samples", () => {
    const { realtimeInput } = JSON.parse(audioMessage(Int16Array.of(1, -2, 32_767)));
    expect(realtimeInput.audio).toEqual({ mimeType: "audio/pcm;rate=16000", data: btoa("\x01\x00\xfe\xff\xff\x7f") });
  });

  test("an answer names its call", () => {
    const call = { id: "7", name: "verdict", args: {} };
    expect(JSON.parse(toolResponseMessage(call, { label: "True" }))).toEqual({
      toolResponse: { functionResponses: [{ id: "7", name: "verdict", response: { label: "True" } }] },
    });
  });
});

describe("why a connection ended", () => {
  test.each([
    [1007, "API key expired. Please renew the API key.", false, false, "give-up"],
    [1007, "Unknown name at 'setup'", false, false, "give-up"],
    [1007, "invalid handle", false, true, "start-anew"],
    [1007, "a second setup", true, false, "resume"],
    [1008, "Requested entity was not found.", true, false, "resume"],
    [1011, "Deadline expired before operation could complete.", true, true, "resume"],
    [1011, "You exceeded your current quota", false, false, "give-up"],
    [1000, "", true, false, "resume"],
    [1006, "", true, false, "resume"],
  ])("%s %s", (code, reason, wasReady, wasResumed, next) => {
    const closing = explainClosing({ code, reason, wasReady, wasResumed });
    expect(closing.next).toBe(next);
    if (reason !== "") expect(closing.words).toContain(reason);
  });
});
