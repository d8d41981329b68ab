import { describe, expect, test } from "vitest";
import { isTooShort, wholeSentences } from "../src/debate/sentences";

const whole = (text: string, isOver = false) =>
  wholeSentences(text, 0, isOver).map(({ start, end }) => text.slice(start, end).trim());

describe("whole sentences of growing text", () => {
  test.each([
    ["Crime fell. And", ["Crime fell."]],
    ["Crime fell.", []],
    ["Crime fell. ", ["Crime fell."]],
    ["It was 2.", []],
    ["It was 2.9% in 2024. Then", ["It was 2.9% in 2024."]],
    ["The U.S. ", []],
    ["The U.S. economy grew. Fine", ["The U.S. economy grew."]],
    ["Dr. Hale says no! And", ["Dr. Hale says no!"]],
    ["Really? Yes. I", ["Really?", "Yes."]],
  ])("%s", (text, expected) => {
    expect(whole(text)).toEqual(expected);
  });

  test("what is over is whole, full stop or none", () => {
    expect(whole("Crime fell. And jobs", true)).toEqual(["Crime fell.", "And jobs"]);
  });

  test("word by word, every sentence comes exactly once", () => {
    const text = "Thanks, all. US inflation was 2.9% in December 2024. The U.S. economy grew 2.8 percent! Did it? It did.";
    const found: string[] = [];
    let heard = "";
    let from = 0;
    const words = text.match(/\S+\s*/gu) ?? [];
    words.forEach((word, index) => {
      heard += word;
      for (const { start, end } of wholeSentences(heard, from, index === words.length - 1)) {
        found.push(heard.slice(start, end).trim());
        from = end;
      }
    });
    expect(found).toEqual([
      "Thanks, all.",
      "US inflation was 2.9% in December 2024.",
      "The U.S. economy grew 2.8 percent!",
      "Did it?",
      "It did.",
    ]);
  });

  test.each([
    ["Thank you.", true],
    ["It fell sharply.", false],
  ])("%s", (sentence, expected) => {
    expect(isTooShort(sentence)).toBe(expected);
  });
});
