"""What both trainings do alike: steps over batches with a warmed-up cosine rate, and reading in batches."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator

import torch
from torch import Tensor, nn

from pairs import batch


def fit(
    trained: list[nn.Parameter], plans: list[list[list[int]]], top_rate: float, loss_of: Callable[[list[int]], Tensor]
) -> Iterator[int]:
    """Steps through the batches of each plan, and gives the number of each epoch when it is done."""
    optimiser = torch.optim.AdamW(trained, lr=top_rate, weight_decay=0.01)
    total = sum(map(len, plans))
    step, started, seen, mean_loss = 0, time.time(), 0, 0.0
    for epoch, plan in enumerate(plans):
        for indices in plan:
            step += 1
            warm = min(1.0, step / (0.05 * total))
            rate = top_rate * warm * (0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * step / total)))
            for group in optimiser.param_groups:
                group["lr"] = rate
            loss = loss_of(indices)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(trained, 1.0)
            optimiser.step()
            seen += len(indices)
            mean_loss = 0.98 * mean_loss + 0.02 * loss.item()
            if step % 50 == 0:
                print(f"{step}/{total} loss {mean_loss:.3f} {seen / (time.time() - started):.0f} pairs/s", flush=True)
        yield epoch


def read_all(model: nn.Module, coded: list, read: Callable[..., Tensor]) -> list:
    """What `read` makes of each pair, without training on it; those of a batch are of about one length."""
    model.eval()
    said = [None] * len(coded)
    order = sorted(range(len(coded)), key=lambda i: len(coded[i][0]))
    with torch.no_grad():
        for start in range(0, len(order), 32):
            indices = order[start : start + 32]
            for index, value in zip(indices, read(*batch([coded[i] for i in indices])).tolist()):
                said[index] = value
    model.train()
    return said
