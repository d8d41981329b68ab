/** Keeps calls within what the service takes (60 a minute, 10 at once), so that none is refused. */

const PER_SECOND = 1;
/** A little less than the service's own: its clock is not ours. */
const BURST = 9;

export class Pace {
  #tokens = BURST;
  #at: number;
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly sleep: (ms: number) => Promise<void> = (ms) => new Promise((done) => setTimeout(done, ms)),
  ) {
    this.#at = now();
  }

  /** Resolves when the next call may go out; calls go out in the order they asked. */
  turn(): Promise<void> {
    this.#last = this.#last.then(() => this.#take());
    return this.#last;
  }

  async #take(): Promise<void> {
    this.#refill();
    if (this.#tokens < 1) {
      await this.sleep(((1 - this.#tokens) / PER_SECOND) * 1000);
      this.#refill();
    }
    this.#tokens = Math.max(0, this.#tokens - 1);
  }

  #refill(): void {
    const now = this.now();
    this.#tokens = Math.min(BURST, this.#tokens + ((now - this.#at) / 1000) * PER_SECOND);
    this.#at = now;
  }
}
