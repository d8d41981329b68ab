"""Trains the stance adapter and head over the frozen encoder. Writes `adapter.safetensors`.

    python train_stance.py --base DIR --tokenizer FILE --data ../../shared/data/train --out target
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

import torch
from safetensors.torch import save_file

from encoder import Encoder, halve_base, load_base
from fitting import fit, read_all
from pairs import Tokens, batch, batches, part, read

SEED = 20261122


def macro_f1(truth: list[int], said: list[int]) -> float:
    scores = []
    for label in sorted(set(truth)):
        hit = sum(t == s == label for t, s in zip(truth, said))
        scores.append(2 * hit / max(1, sum(t == label for t in truth) + sum(s == label for s in said)))
    return sum(scores) / len(scores)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rank", type=int, default=64)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--batch-tokens", type=int, default=2048)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--limit", type=int, default=0)
    options = parser.parse_args()
    torch.manual_seed(SEED)
    torch.set_num_threads(options.threads)
    rng = random.Random(SEED)
    model = Encoder(options.rank)
    load_base(model, options.base)
    halve_base(model)
    tokens = Tokens(options.tokenizer)
    pairs = read(options.data)
    if options.limit:
        rng.shuffle(pairs)
        pairs = pairs[: options.limit]
    # A set's own weight: debate-like and fact-check kinds count more than picture captions.
    weights = {"snli-20k": 0.6, "cad-snli": 0.7, "conj-nli": 0.5}
    train = [p for p in pairs if part(p.claim) > 1]
    kept = [p for p in pairs if part(p.claim) == 1]
    coded = tokens.pairs([p.claim for p in train], [p.evidence for p in train])
    coded_kept = tokens.pairs([p.claim for p in kept], [p.evidence for p in kept])
    trained = [p for p in model.parameters() if p.requires_grad]
    print(f"{len(train)} pairs, {len(kept)} kept, {sum(p.numel() for p in trained)} weights", flush=True)
    plans = [batches([len(c[0]) for c in coded], options.batch_tokens, rng) for _ in range(options.epochs)]
    gate = torch.ones((), dtype=torch.bfloat16)

    def loss_of(indices: list[int]) -> torch.Tensor:
        labels = torch.tensor([train[i].label for i in indices])
        weight = torch.tensor([weights.get(train[i].set, 1.0) for i in indices])
        logits = model.stance(*batch([coded[i] for i in indices]), gate)
        losses = torch.nn.functional.cross_entropy(logits, labels, reduction="none", label_smoothing=0.05)
        return (losses * weight).sum() / weight.sum()

    model.train()
    for epoch in fit(trained, plans, options.rate, loss_of):
        said = read_all(model, coded_kept, lambda *each: model.stance(*each, gate).argmax(-1))
        report = {}
        for name in sorted({p.set for p in kept}):
            rows = [i for i, p in enumerate(kept) if p.set == name]
            report[name] = round(macro_f1([kept[i].label for i in rows], [said[i] for i in rows]), 3)
        print(f"epoch {epoch}: {json.dumps(report)}", flush=True)
        options.out.mkdir(parents=True, exist_ok=True)
        save_file(model.trained(), options.out / "adapter.safetensors", {"rank": str(options.rank), "seed": str(SEED)})


if __name__ == "__main__":
    main()
