"""Writes the pieces that the published tokeniser cuts real sentences into: the product's own must cut them alike.

    python pieces.py --tokenizer $base/tokenizer.json --out ../shared/encoder/data/pieces.jsonl
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from tokenizers import Tokenizer

ODD = [
    "", " \t\n ", "naïve Café déjà-vu: Ångström, São Paulo, Łódź, İstanbul", "€5.3bn – £4m — ¥100, §12, 25 °C, ½ ± ©2024®",
    "中国人口减少139万。日本、한국", "emoji 😀👍🏽 and ‘curly’ “quotes”…", "don't can't U.S. U.K. e.g. 3.14 1,234,567 -0.5%",
    "Donaudampfschifffahrtsgesellschaftskapitän " + "x" * 120, "zero\u200bwidth soft\u00adhyphen\u0007bell \ufeffmark\ufffd",
    "e\u0301 combining, ﬁ ligature, Ⅷ roman, x² y₃ ∑ ≤ → ∞", "ΑΘΗΝΑ Σίσυφος МОСКВА ёлка עברית עִבְרִית العَرَبِيَّة हिन्दी ไทย",
    "a_b-c/d\\e|f@g#h$i%j^k&l*m(n)o+p=q~r`s", "ＦＵＬＬＷＩＤＴＨ １２３",
]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    tokenizer = Tokenizer.from_file(str(options.tokenizer))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    starter = Path(__file__).parent / "../shared/corpus/data/starter.jsonl"
    texts = ODD + [json.loads(line)["text"] for line in starter.read_text().splitlines()]
    lines = [json.dumps([text, tokenizer.encode(text, add_special_tokens=False).ids]) for text in texts]
    options.out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
