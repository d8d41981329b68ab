/** The demo debate: what is said in it, and what each claim must come to on the starter corpus. */

import { readFile } from "node:fs/promises";

const path = new URL("../../functions/console/web/src/demo/transcript.json", import.meta.url);

export const script = JSON.parse(await readFile(path, "utf8"));

/** Labels that a claim may get: `True` and `Mostly True` where the figure is as the source has it. */
const RIGHT = ["True", "Mostly True"];
const WRONG = ["False", "Mostly False"];

export const expectedClaims = [
  ["B", "US consumer prices rose 9.1 percent over the 12 months to June 2022.", RIGHT],
  ["A", "US inflation was 2.9% in December 2024.", RIGHT],
  ["B", "The US federal budget deficit was $3.8 trillion in fiscal year 2024.", WRONG],
  ["A", "The US economy added 256,000 jobs in December 2024.", RIGHT],
  ["B", "And yet the US unemployment rate was 8.1% in December 2024.", WRONG],
  ["A", "Violent crime in Chicago dropped 17% this year.", RIGHT],
  ["B", "Murders in the US rose by 29.4 percent in 2020.", RIGHT],
  ["A", "But since you ask, violent crime in the United States rose 4.5 percent in 2024, and we are working on it.", WRONG],
  ["B", "The US public debt passed $36 trillion in November 2024.", RIGHT],
  ["A", "UK inflation was 11.1 percent in October 2022.", RIGHT],
  ["B", "Meanwhile, Chicago banned cash bail.", ["Unverifiable"]],
  ["A", "Life expectancy in the United States was 78.4 years in 2023.", RIGHT],
].map(([side, claim, labels]) => ({ speaker: script.speakers[side], claim, labels }));

/** Plays the demo to its end, as fast as it goes, and waits for every verdict. */
export async function playDemo(page) {
  await page.getByRole("button", { name: "Play the demo" }).click();
  await page.getByRole("button", { name: "4×" }).click();
  await page.getByText("The debate is over.").waitFor({ timeout: 60_000 });
  await page.waitForFunction(
    (count) => document.querySelectorAll(".card[data-stage=judged]").length === count,
    expectedClaims.length,
    { timeout: 20_000 },
  );
}

/** The cards on show, in the order of the claims. */
export async function cardsOf(page) {
  const cards = await page.locator(".card").evaluateAll((elements) =>
    elements.map((element) => ({
      claim: element.dataset.claim,
      label: element.dataset.label,
      speaker: element.querySelector(".who")?.textContent,
    })),
  );
  const order = (claim) => expectedClaims.findIndex((one) => one.claim === claim);
  return cards.sort((a, b) => order(a.claim) - order(b.claim));
}
