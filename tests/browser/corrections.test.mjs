/** What comes while a claim is checked, and what is said when it turns out otherwise. */

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { startServer } from "./server.mjs";

const CLAIM = "US inflation was 2.9% in December 2024.";

let browser;
let server;
let tab;
let page;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

async function start(settings) {
  server = await startServer(settings);
  tab = await open(browser, server.url);
  ({ page } = tab);
  await page.goto("/");
  await page.getByRole("button", { name: "Paste a transcript" }).click();
}

async function say(text) {
  await page.getByLabel("What was said").fill(text);
  await page.getByRole("button", { name: "Check it" }).click();
}

afterEach(async () => {
  assert.deepEqual(tab.complaints, []);
  await tab.close();
  await server.stop();
});

const item = (alignment, tier, publisher) => ({
  publisher,
  url: `https://${tier}.example/`,
  as_of: "2025-01-15",
  snippet: `What ${publisher} says.`,
  alignment,
  score: 0.8,
  tier,
});

const verdict = (label, evidence) => ({
  claim: CLAIM,
  normalized: CLAIM,
  label,
  confidence: 0.6,
  rationale: `It comes to ${label}.`,
  sources: [],
  evidence,
  warnings: [],
  reasons: [],
});

const stream = (...events) => events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join("");

/** Answers checks one after another, in place of the service. */
const answerChecks = (...bodies) =>
  page.route("**/api/tools/verdict", async (route) => {
    await route.fulfill({ contentType: "text/event-stream", body: bodies.shift() });
  });

test("a better source that turns the first impression is named as a correction", async () => {
  await start();
  const weak = item("supports", "analysis", "A blog");
  const strong = item("contradicts", "primary", "An office");
  await answerChecks(
    stream(
      ["claim", { claim: CLAIM, normalized: CLAIM }],
      ["warning", { message: "mind the season" }],
      ["evidence", { source: "web", items: [weak] }],
      ["warning", { source: "corpus", code: "TIMEOUT", message: "did not answer in time" }],
      ["evidence", { source: "corpus", items: [strong] }],
      ["verdict", { label: "False", confidence: 0.6, rationale: "It comes to False.", sources: [], reasons: [] }],
      ["done", verdict("False", [strong, weak])],
    ),
  );
  await say(CLAIM);
  const card = page.locator(".card[data-label=False]");
  await card.getByText("Corrected: was leaning true").waitFor();
  assert.equal(await card.getByText("did not answer in time").count(), 0);
});

test("another check with another label corrects the card and the report, and counts once", async () => {
  await start();
  const done = (label) => stream(["done", verdict(label, [item("neutral", "primary", "An office")])]);
  await answerChecks(done("Mostly True"), done("Mostly True"), done("False"));
  await say(CLAIM);
  await page.locator('.card[data-label="Mostly True"]').waitFor();
  const again = () => page.getByRole("button", { name: /^Check again/u }).click();
  await again();
  await page.locator('.card[data-label="Mostly True"][data-stage=judged]').waitFor();
  assert.equal(await page.getByText(/^Corrected/u).count(), 0);
  await again();
  await page.locator(".card[data-label=False]").getByText("Corrected: was Mostly True").waitFor();
  await page.getByRole("link", { name: "Report" }).last().click();
  await page.getByText("Withdrawn by Truthy").waitFor();
  await page.getByText("Another check came to False.").waitFor();
  const counts = await page.locator(".tile").evaluateAll((all) => Object.fromEntries(all.map(({ dataset }) => [dataset.label, dataset.count])));
  assert.deepEqual([counts.False, counts["Mostly True"]], ["1", "0"]);
});

test("a check that fails says so and can be made again", async () => {
  await start();
  await answerChecks(
    stream(["claim", { claim: CLAIM, normalized: CLAIM }], ["error", { error: { code: "INTERNAL", message: "It broke here." } }]),
    stream(["done", verdict("True", [])]),
  );
  await say(CLAIM);
  const card = page.locator(".card");
  await card.getByText("It broke here.").waitFor();
  await card.getByRole("button", { name: /^Check again/u }).click();
  await page.locator(".card[data-label=True]").waitFor();
});

test("a deployment that asks for a token gets it, and nothing said before is lost", async () => {
  await start({ TRUTHY_TOKENS: "a-token-of-twenty-characters" });
  await say(CLAIM);
  const dialog = page.getByRole("dialog", { name: "Access token" });
  await dialog.getByLabel("Token").fill("a-token-of-twenty-characters");
  await dialog.getByRole("button", { name: "Use it" }).click();
  await page.locator(".card[data-label=True]").waitFor();
  await page.getByRole("link", { name: "Report" }).last().click();
  await page.locator(".report-claims .card[data-label=True]").waitFor();
  const kept = await page.evaluate(() => [Object.values(sessionStorage), Object.values(localStorage)]);
  assert.ok(kept[0].includes("a-token-of-twenty-characters"));
  assert.ok(!JSON.stringify(kept[1]).includes("a-token-of-twenty-characters"));
  // The browser logs each refused call.
  assert.deepEqual(tab.complaints.splice(0).filter((text) => !text.includes("401")), []);
});
