"""Fits how sure each ground of a decision is: a logistic curve over the layers' own probability.

Reads what `evaluate --features DIR` writes, all kinds of text, each weighing as the root of its rows: the product does
not know which kind it meets. Rows are split by their identifier; curves fitted on one half are checked on the other, and
those that are printed are fitted on both.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import defaultdict
from hashlib import sha256
from pathlib import Path

TRAINED_ON = {"vitaminc", "fever-symmetric", "factcheck-bench-stance"}
BINS = 10
# Holds the slope of a curve of few rows near 0.
PRIOR_ROWS = 2.0
STEPS = 3000
LABELS = {"supports": "Supports", "refutes": "Contradicts", "neutral": "Neutral"}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--features", type=Path, required=True)
    rows = read(parser.parse_args().features)
    said = {}
    for half in (0, 1):
        curves = fit_all([row for row in rows if row["half"] != half])
        said |= {row["key"]: apply(curves, row) for row in rows if row["half"] == half}
    for name, part in groups(rows).items():
        before = error([(row["probability"], row["right"]) for row in part])
        after = error([(said[row["key"]], row["right"]) for row in part])
        print(f"{name}: {len(part)} rows, calibration error {before:.3f} -> {after:.3f} on the other half")
    for (ground, label), (slope, offset, count) in sorted(fit_all(rows).items()):
        print(f"(Ground::{ground}, Alignment::{LABELS[label]}) => ({slope:.2f}, {offset:.2f}), // {count} rows")


def groups(rows: list[dict]) -> dict[str, list[dict]]:
    by_name = {
        "kinds trained on": [row for row in rows if row["set"] in TRAINED_ON],
        "unseen kinds": [row for row in rows if row["set"] not in TRAINED_ON],
    }
    for name in sorted({row["set"] for row in rows}):
        by_name[name] = [row for row in rows if row["set"] == name]
    return by_name


def fit_all(rows: list[dict]) -> dict:
    by_ground = defaultdict(list)
    for row in rows:
        by_ground[row["ground"], row["said"]].append(row)
    return {key: fit(values) for key, values in by_ground.items()}


def read(folder: Path) -> list[dict]:
    rows = []
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text().splitlines():
            row = json.loads(line)
            if row["ground"] is None:
                continue
            row["set"] = path.stem
            row["key"] = (path.stem, row["id"])
            row["half"] = sha256(row["id"].encode()).digest()[0] % 2
            row["right"] = row["said"] == row["label"]
            rows.append(row)
    return rows


def logit(probability: float) -> float:
    probability = min(max(probability, 0.02), 0.98)
    return math.log(probability / (1 - probability))


def fit(rows: list[dict]) -> tuple[float, float, int]:
    """Slope and offset of the log odds, by gradient descent."""
    count = defaultdict(float)
    for row in rows:
        count[row["set"]] += 1.0
    weights = [count[row["set"]] ** -0.5 for row in rows]
    scale = len(rows) / sum(weights)
    weights = [weight * scale for weight in weights]
    # One right and one wrong row more: nothing is certain by a handful of rows.
    right = (sum(w * row["right"] for w, row in zip(weights, rows)) + 1) / (len(rows) + 2)
    slope, offset = 0.0, logit(right)
    inputs = [logit(row["probability"]) for row in rows]
    for _ in range(STEPS):
        by_slope, by_offset = PRIOR_ROWS * slope, sigmoid(offset) * 2 - 1
        for w, row, value in zip(weights, rows, inputs):
            wrong = w * (sigmoid(slope * value + offset) - row["right"])
            by_slope += wrong * value
            by_offset += wrong
        slope = max(slope - 0.3 * by_slope / len(rows), 0.0)
        offset -= 0.3 * by_offset / len(rows)
    return slope, offset, len(rows)


def sigmoid(value: float) -> float:
    return 1 / (1 + math.exp(-value))


def apply(curves: dict, row: dict) -> float:
    slope, offset, _ = curves.get((row["ground"], row["said"]), (1.0, 0.0, 0))
    return sigmoid(slope * logit(row["probability"]) + offset)


def error(pairs: list[tuple[float, bool]]) -> float:
    bins = defaultdict(list)
    for probability, right in pairs:
        bins[min(int(probability * BINS), BINS - 1)].append((probability, right))
    gaps = (abs(sum(p for p, _ in values) - sum(r for _, r in values)) for values in bins.values())
    return sum(gaps) / max(len(pairs), 1)


if __name__ == "__main__":
    main()
