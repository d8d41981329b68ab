/** The microphone: who spoke is decided when the sound is captured, whatever Gemini does and however late. */

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { assertAccessible, launch, open } from "./browser.mjs";
import { standInForGemini } from "./gemini.mjs";
import { startServer } from "./server.mjs";

let browser;
let server;
let tab;
let page;
let gemini;
before(async () => {
  browser = await launch();
});
after(() => browser.close());
beforeEach(async () => {
  server = await startServer();
  tab = await open(browser, server.url);
  ({ page } = tab);
  gemini = await standInForGemini(page);
  await page.goto("/");
  await page.getByRole("button", { name: "Use the microphone" }).click();
  await page.getByRole("button", { name: "Stop the microphone" }).waitFor();
});
afterEach(async () => {
  assert.deepEqual(tab.complaints, []);
  assert.deepEqual(tab.strangers, []);
  await tab.close();
  await server.stop();
});

test("without a key the page says which setting is missing, and goes on without a microphone", async () => {
  await page.reload();
  const message = "live sessions are not configured: set GEMINI_API_KEY";
  const answer = { status: 503, json: { error: { code: "BACKEND_UNAVAILABLE", message } } };
  await page.route("**/api/live/token", (route) => route.fulfill(answer));
  await page.getByRole("button", { name: "Use the microphone" }).click();
  await page.getByRole("alert").getByText(message).waitFor();
  await page.getByRole("button", { name: "Play the demo" }).waitFor();
  assert.deepEqual(tab.complaints.splice(0).filter((text) => !text.includes("503")), []);
});

const turns = () =>
  page.locator(".turn").evaluateAll((all) => all.map((turn) => `${turn.dataset.side}: ${turn.querySelector(".said").textContent.replace(/ \([\w ]+\)/gu, "")}`));

/** Space, pressed with no field in focus. */
async function handOver() {
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Space");
}

test("each speaker's sound goes to a session of their own, and late text stays with who said it", async () => {
  const [a, b] = gemini.connections;
  await gemini.until(() => a.audioBytes > 20_000);
  assert.equal(b.audioBytes, 0);
  a.hear("US inflation was 2.9%");
  await page.getByText("US inflation was 2.9%").waitFor();
  await handOver();
  const heardByA = a.audioBytes;
  await gemini.until(() => b.audioBytes > 20_000);
  // What was captured before the key was pressed may still have been on its way: half a second at the most.
  assert.ok(a.audioBytes - heardByA <= 16_000, `${a.audioBytes - heardByA} bytes of B's sound went to A`);
  assert.equal(a.pauses, 1);
  b.hear(" The US unemployment rate was 8.1% in December 2024.");
  await page.getByText("8.1% in December 2024.").first().waitFor();
  // The end of A's sentence, long after B has the word.
  a.hear(" in December 2024.");
  a.say({ serverContent: { turnComplete: true } });
  await page.waitForFunction(() => document.querySelectorAll(".card[data-stage=judged]").length === 2);
  assert.deepEqual(await turns(), [
    "A: US inflation was 2.9% in December 2024.",
    "B: The US unemployment rate was 8.1% in December 2024.",
  ]);
  const cards = await page.locator(".card").evaluateAll((all) => all.map((card) => `${card.querySelector(".who").textContent}: ${card.dataset.claim}`));
  assert.deepEqual(cards.sort(), [
    "Speaker A: US inflation was 2.9% in December 2024.",
    "Speaker B: The US unemployment rate was 8.1% in December 2024.",
  ]);
  await assertAccessible(page, "microphone");
  await tab.screenshot("microphone");
});

test("a tool is run and answered, one card for one claim; a call that was taken back is not answered", async () => {
  const [a] = gemini.connections;
  const call = (id, name, args) => ({ id, name, args });
  a.say({
    serverContent: { inputTranscription: { text: "US inflation was 2.9% in December 2024. " } },
    toolCall: {
      functionCalls: [
        call("1", "verdict", { claim: "US inflation was 2.9% in December 2024" }),
        call("2", "search_vectara", { query: "US inflation December 2024", top_k: 1 }),
        call("3", "search_vectara", { wrong: true }),
      ],
    },
  });
  await gemini.until(() => a.responses.length === 3);
  const answers = Object.fromEntries(a.responses.map(({ id, response }) => [id, response]));
  assert.equal(answers[1].label, "True");
  assert.equal(answers[2].items.length, 1);
  assert.match(answers[3].error, /query|wrong/u);
  assert.equal(await page.locator(".card").count(), 1);
  assert.equal(await page.locator("mark").count(), 1);
  // The failed call is logged by the browser, and by nothing else.
  assert.equal(tab.complaints.splice(0).filter((text) => !text.includes("422")).length, 0);

  let release;
  const held = new Promise((done) => (release = done));
  await page.route("**/api/tools/search_web", async (route) => {
    await held;
    await route.fulfill({ json: { items: [] } }).catch(() => undefined);
  });
  a.say({ toolCall: { functionCalls: [call("4", "search_web", { query: "x" })] } });
  await page.waitForRequest("**/api/tools/search_web");
  a.say({ toolCallCancellation: { ids: ["4"] } });
  a.say({ toolCall: { functionCalls: [call("5", "search_vectara", { query: "US inflation", top_k: 1 })] } });
  await gemini.until(() => a.responses.some(({ id }) => id === "5"));
  release();
  await page.waitForTimeout(100);
  assert.deepEqual(a.responses.map(({ id }) => id).filter((id) => id === "4"), []);
});

test("a connection that must leave, or fails, is gone on with, and no word is lost", async () => {
  const [a] = gemini.connections;
  await gemini.until(() => a.audioBytes > 0);
  a.hear("The US public debt passed ");
  await page.getByText("The US public debt passed").waitFor();
  a.say({ goAway: { timeLeft: "9.8s" } });
  await gemini.until(() => gemini.connections.length === 3 && gemini.connections[2].audioBytes > 0);
  const second = gemini.connections[2];
  assert.deepEqual(gemini.asked[2], {}, "the API takes nothing: the handle is the page's own");
  assert.equal(second.setup.sessionResumption.handle, `handle-${a.token}`);
  // The old socket still says what it heard, and the new one goes on in the same turn.
  a.hear("$36 trillion ");
  await page.getByText("$36 trillion").waitFor();
  await gemini.until(() => !a.isOpen);
  second.end(1011, "Deadline expired before operation could complete.");
  await gemini.until(() => gemini.connections.length === 4 && gemini.connections[3].audioBytes > 0);
  const third = gemini.connections[3];
  assert.equal(third.setup.sessionResumption.handle, `handle-${second.token}`);
  third.hear("in November 2024.");
  third.say({ serverContent: { turnComplete: true } });
  await page.waitForFunction(() => document.querySelector(".card[data-stage=judged]") !== null);
  assert.deepEqual(await turns(), ["A: The US public debt passed $36 trillion in November 2024."]);
});

test("before the first word there is nothing to moderate and nothing to report", async () => {
  const go = (name) => page.getByRole("navigation", { name: "Views" }).getByRole("link", { name }).click();
  await go("Moderate");
  await page.getByText("Nothing waits for you.").waitFor();
  await go("Report");
  await page.getByText("Nothing was said in this session yet.").waitFor();
  await go("Debate");
  await page.getByText("Listening…").waitFor();
});

test("a refusal says what to do, in words", async () => {
  gemini.connections[0].end(1008, "API key not valid. Please pass a valid API key.");
  await page.getByText("Gemini refuses the key of this deployment").waitFor();
  await page.getByRole("button", { name: "Start the microphone in a new session" }).waitFor();
});
