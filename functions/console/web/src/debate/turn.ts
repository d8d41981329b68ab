/** What one speaker says in one go, growing piece by piece. */

import type { Span } from "./sentences";

export const SIDES = ["A", "B"] as const;
export type Side = (typeof SIDES)[number];

export const otherSide = (side: Side): Side => (side === "A" ? "B" : "A");

/** A claim's place in a turn's text. */
export interface Mark extends Span {
  cardId: string;
}

export interface Turn {
  id: string;
  side: Side;
  /** Which stretch of capture it belongs to; text of the same stretch lands in the same turn, however late it is. */
  stretch: number;
  startedAtMs: number;
  text: string;
  /** When each piece was said, by the offset it starts at. */
  pieces: { offset: number; atMs: number }[];
  /** Up to where sentences were handed on for checking. */
  checkedTo: number;
  /** Up to where it is stored. */
  storedTo: number;
  marks: Mark[];
  isOver: boolean;
}

/** A piece of what somebody said. */
export interface Piece {
  side: Side;
  stretch: number;
  text: string;
  /** When its stretch began, or the piece itself. */
  atMs: number;
  /** When it was heard, where that is later than `atMs`: its text came late. */
  nowMs?: number;
}

/** Adds a piece to the turn of its speaker and stretch, or begins that turn at its place in time. */
export function hearPiece(
  turns: Turn[],
  piece: Piece,
  newId: () => string,
): Turn[] {
  const at = turns.findIndex((turn) => turn.side === piece.side && turn.stretch === piece.stretch);
  const found = turns[at];
  if (found !== undefined) {
    const grown: Turn = {
      ...found,
      text: found.text + piece.text,
      pieces: [...found.pieces, { offset: found.text.length, atMs: piece.nowMs ?? piece.atMs }],
      isOver: false,
    };
    return turns.with(at, grown);
  }
  const text = piece.text.trimStart();
  if (text === "") return turns;
  const turn: Turn = {
    id: newId(),
    side: piece.side,
    stretch: piece.stretch,
    startedAtMs: piece.atMs,
    text,
    pieces: [{ offset: 0, atMs: piece.atMs }],
    checkedTo: 0,
    storedTo: 0,
    marks: [],
    isOver: false,
  };
  const before = turns.filter((other) => other.startedAtMs <= turn.startedAtMs).length;
  return turns.toSpliced(before, 0, turn);
}

/** When the piece at `offset` was said, in milliseconds since the session's start. */
export function timeAt(turn: Turn, offset: number): number {
  return turn.pieces.findLast((piece) => piece.offset <= offset)?.atMs ?? turn.startedAtMs;
}

/** A turn's text cut at its marks, in order; marks never overlap. */
export function cutAtMarks(turn: Turn): { text: string; mark: Mark | null }[] {
  const parts: { text: string; mark: Mark | null }[] = [];
  let at = 0;
  for (const mark of turn.marks.toSorted((a, b) => a.start - b.start)) {
    if (mark.start < at) continue;
    if (mark.start > at) parts.push({ text: turn.text.slice(at, mark.start), mark: null });
    parts.push({ text: turn.text.slice(mark.start, mark.end), mark });
    at = mark.end;
  }
  if (at < turn.text.length) parts.push({ text: turn.text.slice(at), mark: null });
  return parts;
}
