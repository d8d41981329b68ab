"""Trains the stance adapter and head over the frozen encoder. Writes `adapter.safetensors`.

    python train_stance.py --base DIR --tokenizer FILE --data ../../shared/data/train --out target
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from pathlib import Path

import torch
from safetensors.torch import save_file

from encoder import Encoder, halve_base, load_base
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
    optimiser = torch.optim.AdamW(trained, lr=options.rate, weight_decay=0.01)
    plans = [batches([len(c[0]) for c in coded], options.batch_tokens, rng) for _ in range(options.epochs)]
    total = sum(map(len, plans))
    gate = torch.ones((), dtype=torch.bfloat16)
    step, started, seen, mean_loss = 0, time.time(), 0, 0.0
    model.train()
    for epoch, plan in enumerate(plans):
        for indices in plan:
            step += 1
            warm = min(1.0, step / (0.05 * total))
            rate = options.rate * warm * (0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * step / total)))
            for group in optimiser.param_groups:
                group["lr"] = rate
            ids, kinds, mask = batch([coded[i] for i in indices])
            labels = torch.tensor([train[i].label for i in indices])
            weight = torch.tensor([weights.get(train[i].set, 1.0) for i in indices])
            logits = model.stance(ids, kinds, mask, gate)
            losses = torch.nn.functional.cross_entropy(logits, labels, reduction="none", label_smoothing=0.05)
            loss = (losses * weight).sum() / weight.sum()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(trained, 1.0)
            optimiser.step()
            seen += len(indices)
            mean_loss = 0.98 * mean_loss + 0.02 * loss.item()
            if step % 50 == 0:
                rate_now = seen / (time.time() - started)
                print(f"{step}/{total} loss {mean_loss:.3f} {rate_now:.0f} pairs/s", flush=True)
        said = predict(model, coded_kept, gate)
        report = {}
        for name in sorted({p.set for p in kept}):
            rows = [i for i, p in enumerate(kept) if p.set == name]
            report[name] = round(macro_f1([kept[i].label for i in rows], [said[i] for i in rows]), 3)
        print(f"epoch {epoch}: {json.dumps(report)}", flush=True)
        options.out.mkdir(parents=True, exist_ok=True)
        state = {n: v.contiguous() for n, v in model.state_dict().items() if ".base." not in n and "norm" not in n}
        state = {n: v for n, v in state.items() if n.split(".")[0] in ("layers", "pool", "head")}
        save_file(state, options.out / "adapter.safetensors", {"rank": str(options.rank), "seed": str(SEED)})


def predict(model: Encoder, coded: list, gate: torch.Tensor) -> list[int]:
    model.eval()
    said = [0] * len(coded)
    order = sorted(range(len(coded)), key=lambda i: len(coded[i][0]))
    with torch.no_grad():
        for start in range(0, len(order), 32):
            indices = order[start : start + 32]
            best = model.stance(*batch([coded[i] for i in indices]), gate).argmax(-1).tolist()
            for index, label in zip(indices, best):
                said[index] = label
    model.train()
    return said


if __name__ == "__main__":
    main()
