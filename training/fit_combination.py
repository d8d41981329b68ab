"""Fits the small network that weighs the exact layer's features with the reader's scores.

    cargo run --release -p evaluate -- --data target/kept --set kept --features target
    python fit_combination.py --rows target/kept.jsonl --out ../shared/evidence/data/combination.json

`kept.jsonl` has the pairs whose claims fall into part 1 (`pairs.py`): the reader was not trained on them, so its scores
there are as trustworthy as on any new text of these kinds.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

import torch

from pairs import part

SEED = 20261122
LABEL = {"supports": 0, "refutes": 1, "neutral": 2}
FEATURES = Path(__file__).parent / "../shared/evidence/src/alignment/features.rs"


def names() -> list[str]:
    listed = re.findall(r'^    "(\w+)",$', FEATURES.read_text(), re.MULTILINE)
    return [*listed, "reader_supports", "reader_contradicts", "reader_neutral"]


def inputs(row: dict) -> list[float]:
    stance = torch.log_softmax(torch.tensor(row["stance"]), -1).clamp(min=-12).tolist()
    return [*row["features"], *stance]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--units", type=int, default=8)
    parser.add_argument("--decay", type=float, default=1e-2)
    parser.add_argument("--steps", type=int, default=400)
    options = parser.parse_args()
    torch.manual_seed(SEED)
    rows = [json.loads(line) for line in options.rows.read_text().splitlines()]
    assert all(part(row["claim"]) == 1 for row in rows)
    x = torch.tensor([inputs(row) for row in rows])
    y = torch.tensor([LABEL[row["label"]] for row in rows])
    mean, scale = x.mean(0), 1 / x.std(0).clamp(min=0.05)
    x = (x - mean) * scale
    order = torch.randperm(len(rows))
    tested, trained = order[: len(rows) // 5], order[len(rows) // 5 :]

    def fit(indices: torch.Tensor) -> torch.nn.Sequential:
        model = torch.nn.Sequential(
            torch.nn.Linear(x.shape[1], options.units), torch.nn.Tanh(), torch.nn.Linear(options.units, 3)
        )
        optimiser = torch.optim.AdamW(model.parameters(), lr=0.02, weight_decay=options.decay)
        plan = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, options.steps)
        for _ in range(options.steps):
            chosen = indices[torch.randint(len(indices), (1024,))]
            loss = torch.nn.functional.cross_entropy(model(x[chosen]), y[chosen])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            plan.step()
        return model

    with torch.no_grad():
        said = x[tested][:, -3:] / scale[-3:] + mean[-3:]
        print(f"reader alone: accuracy {(said.argmax(-1) == y[tested]).float().mean():.3f}")
    model = fit(trained)
    with torch.no_grad():
        logits = model(x[tested])
        print(
            f"{len(rows)} rows; on a fifth kept aside: accuracy {(logits.argmax(-1) == y[tested]).float().mean():.3f},"
            f" cross-entropy {torch.nn.functional.cross_entropy(logits, y[tested]):.3f}"
        )
    model = fit(order)
    first, last = model[0], model[2]

    def rounded(values: list[float]) -> list[float]:
        return [round(value, 4) for value in values]

    def with_bias(layer: torch.nn.Linear) -> list[list[float]]:
        return [rounded([*w, b]) for w, b in zip(layer.weight.tolist(), layer.bias.tolist())]

    weights = {
        "inputs": names(), "mean": rounded(mean.tolist()), "scale": rounded(scale.tolist()),
        "hidden": with_bias(first), "output": with_bias(last),
    }
    assert len(weights["inputs"]) == len(weights["mean"])
    lines = ",\n".join(f'  "{key}": {json.dumps(value)}' for key, value in weights.items())
    options.out.write_text("{\n" + lines + "\n}\n")


if __name__ == "__main__":
    main()
