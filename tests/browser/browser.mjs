/** A browser that is looked at: its console, what it loads, and whether everybody can use the page. */

import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

const SCREENSHOTS = fileURLToPath(new URL("../../target/screenshots/", import.meta.url));
const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const LOOKS = [
  { name: "desktop-light", viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  { name: "desktop-dark", viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  { name: "phone-light", viewport: { width: 390, height: 844 }, colorScheme: "light", hasTouch: true },
  { name: "phone-dark", viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true },
];

export async function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // A microphone that hums, and nobody to ask for it.
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
    ],
  });
}

/** A new page with a look, and what went wrong on it. */
export async function open(browser, url, look = LOOKS[0]) {
  const { name, ...options } = look;
  const context = await browser.newContext({ ...options, baseURL: url, permissions: ["microphone"] });
  const page = await context.newPage();
  const complaints = [];
  const strangers = [];
  let loadedBytes = 0;
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const address = new URL(request.url());
    if (["http:", "https:"].includes(address.protocol) && address.origin !== new URL(url).origin) strangers.push(request.url());
  });
  page.on("response", async (response) => {
    const body = await response.body().catch(() => Buffer.alloc(0));
    loadedBytes += gzipSync(body).length;
  });
  return {
    page,
    complaints,
    /** Addresses outside the server that were asked for. */
    strangers,
    /** What was loaded so far, each file as gzip makes it. */
    loadedBytes: () => loadedBytes,
    async screenshot(view, fullPage = false) {
      await mkdir(SCREENSHOTS, { recursive: true });
      await page.screenshot({ path: `${SCREENSHOTS}${view}-${name}.png`, fullPage });
    },
    close: () => context.close(),
  };
}

/** Fails on what axe-core calls serious or critical. */
export async function assertAccessible(page, where) {
  // Colours on their way in are not the colours that are read.
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null))).then(() => null));
  const violations = await page.evaluate(`${AXE}; axe.run().then(({ violations }) => violations)`);
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const told = grave.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target).join(", ")}`);
  assert.deepEqual(told, [], where);
}

/** Fails where something sticks out to the right. */
export async function assertFits(page, where) {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(content <= window, `${where}: ${content} px wide in a window of ${window}`);
}
