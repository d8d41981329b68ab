/** From the first page to the report, on a desktop and a phone, light and dark: with no key and no network. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { assertAccessible, assertFits, launch, LOOKS, open } from "./browser.mjs";
import { cardsOf, expectedClaims, playDemo, script } from "./demo.mjs";
import { startServer } from "./server.mjs";

const FIRST_LOAD_BYTES = 150_000;

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

for (const look of LOOKS) {
  describe(look.name, () => {
    let server;
    let tab;
    let page;
    before(async () => {
      server = await startServer();
      tab = await open(browser, server.url, look);
      ({ page } = tab);
    });
    after(async () => {
      await tab.close();
      await server.stop();
    });

    const go = (name) => page.getByRole("navigation", { name: "Views" }).getByRole("link", { name }).click();
    const look_at = async (view, fullPage = false) => {
      await assertAccessible(page, view);
      await assertFits(page, view);
      await tab.screenshot(view, fullPage);
    };

    test("the first page is small and paints", async (t) => {
      await page.goto("/");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      assert.ok(tab.loadedBytes() < FIRST_LOAD_BYTES, `${tab.loadedBytes()} bytes`);
      const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
      t.diagnostic(`first load ${tab.loadedBytes()} bytes as gzip, first paint after ${Math.round(paint)} ms`);
      await look_at("welcome");
    });

    test("the demo plays: every line is its speaker's, every claim gets its card", async (t) => {
      await page.evaluate(watchCards);
      await playDemo(page);
      const lines = await page.locator(".turn").evaluateAll((turns) =>
        turns.map((turn) => [turn.querySelector(".who").textContent, turn.querySelector(".said").textContent.replace(/ \([\w ]+\)/gu, "")]),
      );
      assert.deepEqual(lines, script.turns.map(({ speaker, text }) => [script.speakers[speaker], text]));
      const cards = await cardsOf(page);
      assert.deepEqual(
        cards.map(({ claim, speaker }) => ({ claim, speaker })),
        expectedClaims.map(({ claim, speaker }) => ({ claim, speaker })),
      );
      for (const [index, { claim, labels }] of expectedClaims.entries()) {
        assert.ok(labels.includes(cards[index].label), `${claim}: ${cards[index].label}`);
      }
      const delays = await page.evaluate(() => globalThis.cardDelaysMs());
      assert.equal(delays.length, expectedClaims.length);
      t.diagnostic(`card after the sentence's end: at most ${Math.round(Math.max(...delays))} ms at fourfold speed`);
      await look_at("debate");
    });

    test("a card says why, from whom and as of when", async () => {
      const card = page.locator(".card", { hasText: "Violent crime in Chicago" });
      await card.getByText("16.7 % found, 17 % said: within rounding").first().waitFor();
      await card.getByText("full-year figures differ").first().waitFor();
      const source = card.getByRole("list", { name: "Sources" }).getByRole("listitem");
      assert.match(await source.first().textContent(), /Chicago Police Dept\..*Primary.*30 Sept 2025/u);
      await card.locator("summary").click();
      assert.ok((await card.locator(".evidence-item").count()) > 0);
      await page.locator("mark a", { hasText: "Violent crime in Chicago" }).click();
      assert.equal(await page.evaluate(() => document.activeElement.dataset.claim), "Violent crime in Chicago dropped 17% this year.");
    });

    test("filters hide and show", async () => {
      const shown = () => page.locator(".card").count();
      const all = await shown();
      await page.getByRole("button", { name: /^Unverifiable/u }).click();
      assert.equal(await shown(), all - 1);
      await page.getByRole("button", { name: `Only ${script.speakers.A}` }).click();
      assert.equal(await shown(), expectedClaims.filter(({ speaker }) => speaker === script.speakers.A).length);
      await page.getByRole("button", { name: /^Unverifiable/u }).click();
      await page.getByRole("button", { name: `Only ${script.speakers.A}` }).click();
      assert.equal(await shown(), all);
    });

    test("a moderator's decisions reach the report", async () => {
      await go(/Moderate/u);
      const row = (text) => page.locator(".card", { hasText: text });
      await row("Chicago banned").getByRole("button", { name: "Suppress" }).click();
      await page.getByText("Suppressed").waitFor();
      await row("Life expectancy").getByLabel("Note for readers").fill("Provisional in 2023.");
      await row("Life expectancy").getByRole("button", { name: "Approve", exact: true }).click();
      await page.getByText("Provisional in 2023.").first().waitFor();
      await page.getByRole("heading", { name: /^Decided 2/u }).waitFor();
      await look_at("moderate");
    });

    test("the report is what was shown, and can be taken away", async () => {
      await go("Report");
      await page.getByRole("heading", { name: "Every claim" }).waitFor();
      await page.locator(".chart canvas").nth(1).waitFor();
      const shown = await page.locator(".report-claims .card").evaluateAll((cards) =>
        cards.map(({ dataset }) => ({ claim: dataset.claim, label: dataset.label, speaker: dataset.speaker })),
      );
      assert.deepEqual(shown.map(({ claim, speaker }) => ({ claim, speaker })), expectedClaims.map(({ claim, speaker }) => ({ claim, speaker })));
      const suppressed = shown.filter(({ label }) => label === "");
      assert.deepEqual(suppressed.map(({ claim }) => claim), ["Meanwhile, Chicago banned cash bail."]);
      await page.getByText("Provisional in 2023.").waitFor();
      const tiles = await page.locator(".tile").evaluateAll((all) => Object.fromEntries(all.map(({ dataset }) => [dataset.label, Number(dataset.count)])));
      for (const label of Object.keys(tiles)) {
        assert.equal(tiles[label], shown.filter((one) => one.label === label).length, label);
      }
      await look_at("report", true);

      const json = JSON.parse(await downloaded(page, "JSON"));
      assert.deepEqual(json.labels, tiles);
      assert.deepEqual(json.timeline.map(({ claim }) => claim), shown.filter(({ label }) => label !== "").map(({ claim }) => claim));
      for (const claim of json.claims) assert.ok(claim.evidence.length > 0 || claim.label === "Unverifiable", claim.claim);
      const markdown = await downloaded(page, "Markdown");
      assert.match(markdown, /^# /u);
      for (const { claim, label } of shown) {
        const words = claim.split(/[^\w ]/u)[0];
        assert.equal(markdown.includes(words), label !== "", claim);
      }
      const reviews = JSON.parse(await downloaded(page, "ClaimReview"));
      assert.equal(reviews.length, expectedClaims.length - 1);
      for (const review of reviews) {
        assert.deepEqual([review["@context"], review["@type"]], ["https://schema.org", "ClaimReview"]);
        const claim = shown.find((one) => one.claim === review.claimReviewed);
        assert.equal(review.reviewRating.alternateName, claim?.label);
        assert.equal(review.itemReviewed.author.name, claim?.speaker);
      }
      const published = await page.locator('script[type="application/ld+json"]').textContent();
      assert.deepEqual(JSON.parse(published), reviews);
    });

    test("paper shows all of the evidence", async () => {
      await page.emulateMedia({ media: "print" });
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
      const [folded, unfolded] = [page.locator(".report-claims details:not([open])"), page.locator(".report-claims details[open]")];
      await unfolded.first().waitFor();
      assert.equal(await folded.count(), 0);
      await page.evaluate(() => dispatchEvent(new Event("afterprint")));
      await page.emulateMedia({ media: "screen", colorScheme: look.colorScheme });
    });

    test("the API page sends requests that work", async () => {
      await go("API");
      const operation = page.locator("#op-toolsDetectClaims");
      await operation.locator("summary").first().click();
      await operation.getByRole("button", { name: "Send" }).click();
      await operation.locator(".status-good", { hasText: "200" }).waitFor();
      const answer = JSON.parse(await operation.locator(".outcome").textContent());
      assert.ok(Array.isArray(answer.claims));
      await look_at("api");
      const document = JSON.parse(await readFile(new URL("../../infra/openapi.json", import.meta.url), "utf8"));
      const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
      assert.equal(await page.locator(".operation").count(), operations.length);
    });

    test("nothing complained, and nobody else was asked", () => {
      assert.deepEqual(tab.complaints, []);
      assert.deepEqual(tab.strangers, []);
    });
  });
}

async function downloaded(page, name) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
  return readFile(await download.path(), "utf8");
}

/** In the page: when each claim's last word was there to read, and when its card was. */
function watchCards() {
  const said = new Map();
  const carded = new Map();
  setInterval(() => {
    const now = performance.now();
    const text = [...document.querySelectorAll(".said")].map((one) => one.textContent).join("\n");
    for (const card of document.querySelectorAll(".card")) {
      if (!carded.has(card.dataset.claim)) carded.set(card.dataset.claim, now);
    }
    const sentences = text.match(/[^.!?\n]+(?:[.!?](?=\S)[^.!?\n]*)*[.!?]/gu) ?? [];
    for (const sentence of sentences) if (!said.has(sentence.trim())) said.set(sentence.trim(), now);
  }, 10);
  globalThis.cardDelaysMs = () => [...carded].map(([claim, at]) => at - (said.get(claim) ?? at));
}
