/** Text that is pasted or typed becomes speech at once. */

import { hear, settle } from "./listening";
import { readTranscript } from "./pasted";
import { activeSide, begin, clockMs, names, ownNames, sessionId, source, turns } from "./session";

let startedAt = 0;
let stretch = 0;

/** Takes in text; returns why it could not, or `null`. A debate that is not of text makes room for a new one. */
export function addText(text: string): string | null {
  const pasted = readTranscript(text, activeSide.value, names.value);
  if (pasted.tooMany.length > 0) {
    return `There are more than two speakers: ${pasted.tooMany.join(", ")}. Leave out the lines of all but two.`;
  }
  if (pasted.lines.length === 0) return "There is nothing to read yet. Write what was said.";
  if (source.value !== "text" || sessionId.value === null) {
    const side = activeSide.value;
    begin("text", ownNames(), "Text");
    activeSide.value = side;
    startedAt = performance.now();
    stretch = 0;
  }
  if (turns.value.length === 0) names.value = { ...names.value, ...pasted.names };
  for (const line of pasted.lines) {
    stretch += 1;
    const atMs = line.atMs ?? Math.max(performance.now() - startedAt, turns.value.at(-1)?.startedAtMs ?? 0);
    clockMs.value = Math.max(clockMs.value, atMs);
    hear({ side: line.side, stretch, text: line.text, atMs });
    settle(line.side, stretch);
  }
  return null;
}
