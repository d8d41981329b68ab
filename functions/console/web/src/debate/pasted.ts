/** A transcript that somebody pasted or typed: "Name: what they said", line by line. */

import { SIDES, type Side } from "./turn";

export interface PastedLine {
  side: Side;
  text: string;
  /** From a time at the line's start, "12:07" or "[1:02:07]"; `null` where there is none. */
  atMs: number | null;
}

export interface Pasted {
  names: Partial<Record<Side, string>>;
  lines: PastedLine[];
  /** Names beyond two: nobody's lines are given to somebody else, so such a transcript is not taken. */
  tooMany: string[];
}

const LINE = /^\s*(?:\[?(?:(\d{1,2}):)?(\d{1,2}):(\d{2})\]?\s+)?(?:([^:]{1,40}):\s+)?(.*)$/u;
/** One to four words, each with a capital: "Dana", "Sen. Marcus Okoye", "A". "Let me be clear:" is speech. */
const NAME = /^\p{Lu}[\p{L}\p{M}.'’-]*(?: [\p{Lu}\d][\p{L}\p{M}\d.'’-]*){0,3}$/u;

interface Read {
  atMs: number | null;
  name: string | null;
  said: string;
  whole: string;
}

/** Reads who says what. A line without a name goes on with the speaker before; the first such line is `first`'s. */
export function readTranscript(text: string, first: Side, known: Record<Side, string>): Pasted {
  const read = text.split(/\r?\n/u).map(readLine);
  const sides = new Map<string, Side>();
  for (const side of SIDES) {
    sides.set(side.toLowerCase(), side);
    sides.set(known[side].toLowerCase(), side);
  }
  const strangers = strangersIn(read, sides);
  const names: Pasted["names"] = {};
  const isUsed = (side: Side) => read.some((line) => line.name !== null && sides.get(line.name.toLowerCase()) === side);
  for (const name of strangers) {
    const free = SIDES.find((side) => names[side] === undefined && !isUsed(side));
    if (free === undefined) return { names: {}, lines: [], tooMany: strangers };
    names[free] = name;
    sides.set(name.toLowerCase(), free);
  }
  const lines: PastedLine[] = [];
  let side = first;
  for (const line of read) {
    const spoken = line.name === null ? undefined : sides.get(line.name.toLowerCase());
    const said = spoken === undefined ? line.whole : line.said;
    side = spoken ?? side;
    const last = lines.at(-1);
    if (said === "") continue;
    if (spoken === undefined && last?.side === side) last.text += ` ${said}`;
    else lines.push({ side, text: said, atMs: line.atMs });
  }
  return { names, lines, tooMany: [] };
}

function readLine(raw: string): Read {
  const [, hours, minutes, seconds, label, rest] = LINE.exec(raw) ?? [];
  const atMs =
    minutes === undefined ? null : ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  const name = label !== undefined && NAME.test(label.trim()) ? label.trim() : null;
  const said = (rest ?? "").trim();
  return { atMs, name, said, whole: (label === undefined ? said : `${label}: ${said}`).trim() };
}

/** Names that are new here. Beyond two, one that occurs once is taken for speech: "Remember: …". */
function strangersIn(read: Read[], known: Map<string, Side>): string[] {
  const counts = new Map<string, number>();
  for (const { name } of read) {
    if (name !== null && !known.has(name.toLowerCase())) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const all = [...counts.keys()];
  return all.length <= 2 ? all : all.filter((name) => (counts.get(name) ?? 0) > 1);
}
