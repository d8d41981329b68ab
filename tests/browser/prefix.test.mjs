/** On AWS everything lies under a stage, such as `/prod/`: no address of the page may begin at the root. */

import assert from "node:assert/strict";
import { createServer, request } from "node:http";
import { after, before, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { startServer } from "./server.mjs";

const STAGE = "/prod";

let browser;
let server;
let gateway;
let tab;
before(async () => {
  [browser, server] = await Promise.all([launch(), startServer()]);
  gateway = createServer((incoming, answer) => {
    if (!incoming.url.startsWith(`${STAGE}/`)) {
      answer.writeHead(403).end();
      return;
    }
    const { method, headers, url } = incoming;
    const onward = request(new URL(url.slice(STAGE.length), server.url), { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode, reply.headers);
      reply.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    incoming.pipe(onward);
  });
  await new Promise((done) => gateway.listen(0, "127.0.0.1", done));
  tab = await open(browser, `http://127.0.0.1:${gateway.address().port}${STAGE}/`);
});
after(async () => {
  await tab.close();
  await browser.close();
  gateway.closeAllConnections();
  await new Promise((done) => gateway.close(done));
  await server.stop();
});

test("the page works under a stage", async () => {
  const { page } = tab;
  const go = (name) => page.getByRole("navigation", { name: "Views" }).getByRole("link", { name }).click();
  await page.goto(`${STAGE}/`);
  await page.getByRole("button", { name: "Paste a transcript" }).click();
  await page.getByLabel("What was said").fill("US inflation was 2.9% in December 2024.");
  await page.getByRole("button", { name: "Check it" }).click();
  await page.locator(".card[data-label=True]").waitFor();
  await go("Report");
  await page.locator(".chart canvas").first().waitFor();
  await page.reload();
  await page.locator(".report-claims .card[data-label=True]").waitFor();
  await go("API");
  const operation = page.locator("#op-health");
  await operation.locator("summary").first().click();
  await operation.getByRole("button", { name: "Send" }).click();
  await operation.locator(".status-good").waitFor();
  assert.match(await operation.locator(".curl").textContent(), /\/prod\/api\/health/u);
  assert.deepEqual(tab.complaints, []);
});
