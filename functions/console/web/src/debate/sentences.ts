/** Where sentences end in text that is still growing. */

export interface Span {
  start: number;
  end: number;
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** A full stop behind one of these belongs to the word: "the U.S. economy", "Dr. Hale". */
const ABBREVIATION = /(?:^|[\s(])(?:(?:\p{Lu}\.)+|(?:Mr|Mrs|Ms|Dr|Prof|Sen|Rep|Gov|St|No|vs|approx|e\.g|i\.e|etc)\.)\s*$/u;
const TERMINATED = /[.!?…]["'”’)\]]*\s+$/u;

/**
 * The sentences of `text` from `from` on that are whole. The last one counts only where its end is certain: a space
 * follows its full stop ("2." may go on as "2.9"), or the speaker `isOver`.
 */
export function wholeSentences(text: string, from: number, isOver: boolean): Span[] {
  const joined: Span[] = [];
  for (const { segment, index } of segmenter.segment(text.slice(from))) {
    const start = from + index;
    const end = start + segment.length;
    const last = joined.at(-1);
    if (last !== undefined && ABBREVIATION.test(text.slice(last.start, last.end))) last.end = end;
    else joined.push({ start, end });
  }
  const last = joined.at(-1);
  if (last !== undefined && !isOver) {
    const open = text.slice(last.start, last.end);
    if (!TERMINATED.test(open) || ABBREVIATION.test(open)) joined.pop();
  }
  return joined;
}

/** Too short to claim anything: "Thank you.", "No." */
export function isTooShort(sentence: string): boolean {
  return sentence.trim().split(/\s+/u).length < 3;
}
