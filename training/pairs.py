"""The labelled pairs, which of them train what, and how they become tokens."""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer

SETS = [
    "vitaminc", "fool-me-twice", "fever-symmetric", "fever-dev", "cad-snli", "conj-nli", "snli-20k", "mnli-10k",
    "factcheck-bench-stance", "scifact-rte", "scitab", "wice",
]
LABEL = {"supports": 0, "refutes": 1, "contradicts": 1, "neutral": 2}
CLAIM_TOKENS, PAIR_TOKENS = 64, 192


@dataclass
class Pair:
    set: str
    claim: str
    evidence: str
    label: int


def plain(text: str) -> str:
    return " ".join(text.lower().split())


def part(claim: str) -> int:
    """0..9, by the claim alone: 0 is never trained on and is what figures are published of, 1 fits the combination
    and its calibration, the rest train the adapter."""
    return hashlib.sha256(plain(claim).encode()).digest()[0] * 10 // 256


def read(folder: Path) -> list[Pair]:
    pairs = []
    for name in SETS:
        for line in (folder / f"{name}.jsonl").read_text().splitlines():
            row = json.loads(line)
            pairs.append(Pair(name, row["claim"], row["evidence"], LABEL[row["label"]]))
    return pairs


class Tokens:
    """Claim and passage as `[CLS] claim [SEP] passage [SEP]`, the claim cut at 64 tokens, all at 192."""

    def __init__(self, file: Path) -> None:
        self.tokenizer = Tokenizer.from_file(str(file))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def texts(self, texts: list[str]) -> list[list[int]]:
        return [code.ids for code in self.tokenizer.encode_batch(texts, add_special_tokens=False)]

    def pairs(self, claims: list[str], passages: list[str]) -> list[tuple[list[int], int]]:
        """Ids of each pair, and where the second text starts."""
        result = []
        for claim, passage in zip(self.texts(claims), self.texts(passages)):
            first = [101, *claim[:CLAIM_TOKENS], 102]
            result.append(([*first, *passage[: PAIR_TOKENS - len(first) - 1], 102], len(first)))
        return result


def batch(coded: list[tuple[list[int], int]]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    longest = max(len(ids) for ids, _ in coded)
    ids = torch.zeros(len(coded), longest, dtype=torch.long)
    kinds, mask = torch.zeros_like(ids), torch.zeros_like(ids)
    for row, (tokens, second) in enumerate(coded):
        ids[row, : len(tokens)] = torch.tensor(tokens)
        kinds[row, second : len(tokens)] = 1
        mask[row, : len(tokens)] = 1
    return ids, kinds, mask


def batches(lengths: list[int], tokens: int, rng: random.Random) -> list[list[int]]:
    """Indices in batches of about `tokens` tokens, those of a batch of about one length, batches in random order."""
    order = sorted(range(len(lengths)), key=lambda i: lengths[i] + rng.random() * 8)
    result, current = [], []
    for index in order:
        current.append(index)
        if lengths[index] * len(current) >= tokens:
            result.append(current)
            current = []
    if current:
        result.append(current)
    rng.shuffle(result)
    return result
