"""Writes the pairs that fit the combination: those the adapter was not trained on (`pairs.py`, part 1)."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from pairs import LABEL, part, read

NAMES = ["supports", "refutes", "neutral"]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    assert len(set(LABEL.values())) == len(NAMES)
    options.out.mkdir(parents=True, exist_ok=True)
    with (options.out / "kept.jsonl").open("w") as file:
        for number, pair in enumerate(read(options.data)):
            if part(pair.claim) == 1:
                row = {"id": f"{pair.set}-{number}", "claim": pair.claim, "evidence": pair.evidence}
                file.write(json.dumps({**row, "label": NAMES[pair.label], "meta": {"set": pair.set}}) + "\n")


if __name__ == "__main__":
    main()
