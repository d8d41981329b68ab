/** Who said what: by keyboard alone, and from pasted text. */

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { assertAccessible, launch, open } from "./browser.mjs";
import { startServer } from "./server.mjs";

let browser;
let server;
let tab;
let page;
before(async () => {
  browser = await launch();
});
after(() => browser.close());
beforeEach(async () => {
  server = await startServer();
  tab = await open(browser, server.url);
  ({ page } = tab);
  await page.goto("/");
});
afterEach(async () => {
  assert.deepEqual(tab.complaints, []);
  await tab.close();
  await server.stop();
});

const turns = () =>
  page.locator(".turn").evaluateAll((all) => all.map((turn) => `${turn.dataset.side}: ${turn.querySelector(".said").textContent.replace(/ \([\w ]+\)/gu, "")}`));

/** Tabs to the element that has the focus ring last. */
async function tabTo(name) {
  for (let presses = 0; presses < 40; presses += 1) {
    const focused = await page.evaluate(() => (document.activeElement === document.body ? "" : document.activeElement.textContent));
    if (focused.includes(name)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`the keyboard does not reach ${name}`);
}

test("the keyboard alone writes for both speakers, and space hands over", async () => {
  await tabTo("Paste a transcript");
  await page.keyboard.press("Enter");
  await page.locator("textarea:focus").waitFor();
  const say = async (text) => {
    await page.keyboard.type(text);
    await page.keyboard.press("Control+Enter");
  };
  const handOver = async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Space");
    await page.keyboard.press("Escape");
  };
  await say("US inflation was 2.9% in December 2024.");
  await handOver();
  await say("The US unemployment rate was 8.1% in December 2024.");
  await say("I said it before.");
  await handOver();
  await say("The US public debt passed $36 trillion in November 2024.");
  assert.deepEqual(await turns(), [
    "A: US inflation was 2.9% in December 2024.",
    "B: The US unemployment rate was 8.1% in December 2024.",
    "B: I said it before.",
    "A: The US public debt passed $36 trillion in November 2024.",
  ]);
  await page.waitForFunction(() => document.querySelectorAll(".card[data-stage=judged]").length === 3);
  const cards = await page.locator(".card").evaluateAll((all) => all.map((card) => `${card.querySelector(".who").textContent}: ${card.dataset.claim}`));
  assert.deepEqual(cards.sort(), [
    "Speaker A: The US public debt passed $36 trillion in November 2024.",
    "Speaker A: US inflation was 2.9% in December 2024.",
    "Speaker B: The US unemployment rate was 8.1% in December 2024.",
  ]);
  await assertAccessible(page, "text");
});

test("space hands over wherever it means nothing else, and types a space where it does", async () => {
  await page.getByRole("button", { name: "Paste a transcript" }).click();
  const active = () => page.getByRole("radio", { checked: true }).textContent();
  await page.locator("textarea:focus").waitFor();
  await page.keyboard.type("a b");
  assert.equal(await page.getByLabel("What was said").inputValue(), "a b");
  assert.equal(await active(), "Speaker A");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Space");
  assert.equal(await active(), "Speaker B");
  await page.keyboard.press("Space");
  assert.equal(await active(), "Speaker A");
});

test("a pasted debate keeps its names, and a third speaker is not given to another", async () => {
  await page.getByRole("button", { name: "Paste a transcript" }).click();
  const field = page.getByLabel("What was said");
  await field.fill("Ana: One.\nBen: Two.\nCy: Three.\nAna: a.\nBen: b.\nCy: c.");
  await page.getByRole("button", { name: "Check it" }).click();
  await page.getByRole("alert").getByText("Ana, Ben, Cy").waitFor();
  assert.deepEqual(await turns(), []);
  await field.fill("Ana: US inflation was 2.9% in December 2024.\nBen: Let me be clear: it was not.");
  await page.getByRole("button", { name: "Check it" }).click();
  assert.deepEqual(await turns(), ["A: US inflation was 2.9% in December 2024.", "B: Let me be clear: it was not."]);
  assert.deepEqual(await page.locator(".turn .who").allTextContents(), ["Ana", "Ben"]);
});

test("a held verdict shows when it is approved, at whatever screen, and a suppressed one never", async () => {
  await page.getByRole("button", { name: "Paste a transcript" }).click();
  await page.getByRole("switch", { name: "Hold verdicts" }).check();
  await page.getByLabel("What was said").fill("US inflation was 2.9% in December 2024. The US unemployment rate was 8.1% in December 2024.");
  await page.getByRole("button", { name: "Check it" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".card[data-stage=judged]").length === 2);
  assert.equal(await page.getByText("Held for the moderator").count(), 2);
  assert.equal(await page.locator(".card .pill", { hasText: "True" }).count(), 0);
  const id = await page.getByRole("link", { name: "Report" }).last().getAttribute("href");

  const moderator = await open(browser, server.url);
  await moderator.page.goto(`/${id.replace("report", "moderate")}`);
  const row = (text) => moderator.page.locator(".card", { hasText: text });
  await row("US inflation").getByRole("button", { name: "Approve", exact: true }).click();
  await row("unemployment").getByRole("button", { name: "Suppress" }).click();
  await page.locator(".card[data-label=True]", { hasText: "US inflation" }).waitFor();
  await page.locator(".card", { hasText: "unemployment" }).getByText("Withheld by the moderator").waitFor();
  assert.equal(await page.locator(".card", { hasText: "4.1 percent" }).count(), 0);
  assert.deepEqual(moderator.complaints, []);
  await moderator.close();
});

test("speakers are called as they were named, and the theme that was chosen stays", async () => {
  await page.getByText("Name the speakers").click();
  await page.getByLabel("Speaker A").fill("Ana");
  await page.getByLabel("Speaker B").fill("Ben");
  await page.getByLabel("Speaker B").blur();
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  await page.getByRole("button", { name: /^Theme: as the system/u }).click();
  await page.getByRole("button", { name: /^Theme: light/u }).click();
  await page.reload();
  assert.equal(await theme(), "dark");
  await page.getByRole("button", { name: "Paste a transcript" }).click();
  await page.getByLabel("What was said").fill("B: US inflation was 2.9% in December 2024.");
  await page.getByRole("button", { name: "Check it" }).click();
  await page.locator(".card", { hasText: "Ben" }).waitFor();
});
