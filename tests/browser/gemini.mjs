/**
 * A stand-in for Gemini Live that answers the page's own WebSocket: no network, and the protocol's quirks kept. JSON comes
 * in binary frames, one message says several things, handles are given out, and sockets end with a code and a reason.
 */

const HOST = "wss://generativelanguage.googleapis.com/";
const PATH = "ws/google.ai.generativelanguage.v1alpha.GenerativeService.BidiGenerateContentConstrained";

const later = (ms) => new Date(Date.now() + ms).toISOString();

/** Answers `POST /api/live/token` and every socket that the page opens with such a token. */
export async function standInForGemini(page) {
  const connections = [];
  const asked = [];
  const watchers = [];
  const changed = () => watchers.splice(0).forEach((wake) => wake());

  await page.route("**/api/live/token", async (route) => {
    asked.push(route.request().postDataJSON());
    await route.fulfill({
      json: {
        token: `auth_tokens/${asked.length}`,
        expires_at: later(1_800_000),
        new_session_expires_at: later(60_000),
        url: HOST + PATH,
        model: "stand-in",
        setup: { model: "models/stand-in", sessionResumption: {}, inputAudioTranscription: {} },
      },
    });
  });

  await page.routeWebSocket(new RegExp(`^${HOST.replaceAll(".", "\\.")}`, "u"), (socket) => {
    const connection = {
      token: new URL(socket.url()).searchParams.get("access_token"),
      setup: null,
      audioBytes: 0,
      pauses: 0,
      responses: [],
      isOpen: true,
      refuses: null,
      /** Says something, as a binary frame. */
      say: (message) => socket.send(Buffer.from(JSON.stringify(message))),
      hear: (text) => connection.say({ serverContent: { inputTranscription: { text } }, usageMetadata: { totalTokenCount: 1 } }),
      end: (code, reason) => socket.close({ code, reason }),
    };
    connections.push(connection);
    socket.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.setup !== undefined) {
        connection.setup = message.setup;
        connection.say({ setupComplete: {}, sessionResumptionUpdate: { newHandle: `handle-${connection.token}`, resumable: true } });
      }
      const audio = message.realtimeInput?.audio;
      if (audio !== undefined) connection.audioBytes += Buffer.from(audio.data, "base64").length;
      if (message.realtimeInput?.audioStreamEnd === true) connection.pauses += 1;
      connection.responses.push(...(message.toolResponse?.functionResponses ?? []));
      changed();
    });
    socket.onClose(() => {
      connection.isOpen = false;
      changed();
    });
    changed();
  });

  return {
    connections,
    /** The handles that tokens were asked for with. */
    asked,
    /** Waits until something is so. */
    async until(isSo) {
      const deadline = Date.now() + 20_000;
      while (!isSo()) {
        if (Date.now() > deadline) throw new Error(`never so: ${isSo}`);
        await Promise.race([new Promise((wake) => watchers.push(wake)), new Promise((wake) => setTimeout(wake, 200))]);
      }
    },
  };
}
