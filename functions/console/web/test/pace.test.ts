import { expect, test } from "vitest";
import { Pace } from "../src/api/pace";

test("calls never exceed what the service takes: ten at once, then one a second", async () => {
  let now = 0;
  const pace = new Pace(
    () => now,
    async (ms) => {
      now += ms;
    },
  );
  const times: number[] = [];
  for (let call = 0; call < 40; call += 1) {
    await pace.turn();
    times.push(now);
  }
  // The service's bucket, refilled as it says.
  let tokens = 10;
  let at = 0;
  for (const time of times) {
    tokens = Math.min(10, tokens + (time - at) / 1000);
    at = time;
    tokens -= 1;
    expect(tokens).toBeGreaterThanOrEqual(0);
  }
  expect(times.at(-1)).toBeLessThan(32_000);
});
