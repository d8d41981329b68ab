// Sound from the microphone, as 16-bit samples at 16 kHz, in pieces of 40 ms, each with the time it was captured at.
// Served as it stands: an AudioWorklet has no imports.

const RATE = 16_000;
const PIECE = 640;

class Capture extends AudioWorkletProcessor {
  #piece = new Int16Array(PIECE);
  #filled = 0;
  #startedAt = 0;
  // Where the next sample lies in the input, in input samples; and the sum of what fell to it.
  #sum = 0;
  #count = 0;
  #next = 0;

  process([input]) {
    const channel = input?.[0];
    if (channel === undefined) return true;
    const step = sampleRate / RATE;
    for (let index = 0; index < channel.length; index += 1) {
      this.#sum += channel[index];
      this.#count += 1;
      this.#next += 1;
      if (this.#next < step) continue;
      this.#next -= step;
      if (this.#filled === 0) this.#startedAt = currentTime + index / sampleRate;
      const mean = Math.max(-1, Math.min(1, this.#sum / this.#count));
      this.#piece[this.#filled] = Math.round(mean * 32_767);
      this.#filled += 1;
      this.#sum = 0;
      this.#count = 0;
      if (this.#filled === PIECE) this.#hand();
    }
    return true;
  }

  #hand() {
    const pcm = this.#piece;
    this.#piece = new Int16Array(PIECE);
    this.#filled = 0;
    this.port.postMessage({ at: this.#startedAt, pcm }, [pcm.buffer]);
  }
}

registerProcessor("capture", Capture);
