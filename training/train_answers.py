"""Trains the reader that tells a sentence which answers a question. Writes `answers.safetensors`.

    python train_answers.py --base FILE --tokenizer FILE --data answers --out target
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

import answers
from encoder import halve_base
from fitting import fit, read_all
from pairs import Tokens, batch, batches
from reader import Reader, load_base

SEED = 20261122
RANK = 32


def area(positive: list[float], negative: list[float]) -> float:
    """Area under the curve: how often one of the first is above one of the second."""
    wins = sum((p > n) + 0.5 * (p == n) for p in positive for n in negative)
    return wins / max(1, len(positive) * len(negative))


def report(model: Reader, tokens: Tokens, documents: list[answers.Document]) -> str:
    """Each question twice: with what answers it among its document's and family's sentences, and without."""
    pairs, spans, right = [], [], []
    families = answers.beside(documents)
    for document in documents:
        for question in document.questions:
            texts = [document.under_its_headings(each) for each in document.sentences]
            if question.further:
                texts.append(document.under_its_headings(question.further))
            places = question.answers or [len(texts) - 1]
            texts += families.get(document.headings, [])
            spans.append((len(pairs), len(pairs) + len(texts)))
            right.append(places)
            pairs += [(question.text, text) for text in texts]
    said = read_all(model, tokens.pairs([question for question, _ in pairs], [passage for _, passage in pairs]), model)
    answered, left_open, first = [], [], []
    for (start, end), places in zip(spans, right):
        of_right = max(said[start + place] for place in places)
        of_wrong = max(score for place, score in enumerate(said[start:end]) if place not in places)
        answered.append(max(of_right, of_wrong))
        left_open.append(of_wrong)
        first.append(of_right > of_wrong)
    bar = sorted(answered)[len(answered) // 20]
    declined = sum(score < bar for score in left_open) / len(left_open)
    return (
        f"{len(documents)} documents kept aside, {len(first)} questions: with the answer above without "
        f"{area(answered, left_open):.3f}, declined without where 5 % are with it {declined:.3f}, "
        f"right sentence first {sum(first) / len(first):.3f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--data", type=Path, nargs="+", default=[Path("answers")])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--rate", type=float, default=7e-4)
    parser.add_argument("--start", type=Path, help="branches to go on from")
    parser.add_argument("--direct", action="store_true", help="with what is asked in the documents' own words")
    parser.add_argument("--others", type=int, default=3)
    parser.add_argument("--batch-tokens", type=int, default=2048)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.manual_seed(SEED)
    torch.set_num_threads(options.threads)
    rng = random.Random(SEED)
    model = Reader(RANK)
    load_base(model, options.base)
    halve_base(model)
    if options.start:
        model.load_state_dict(load_file(options.start), strict=False)
    trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
    tokens = Tokens(options.tokenizer)
    documents = [each for folder in options.data for each in answers.read(folder, options.direct)]
    kept = [document for document in documents if document.is_kept()]
    training = [document for document in documents if not document.is_kept()]
    if not options.start:
        print("before:", report(model, tokens, kept), flush=True)
    plans, rows = [], []
    for _ in range(options.epochs):
        pairs = answers.pairs(training, options.others, rng)
        coded = tokens.pairs([pair.question for pair in pairs], [pair.passage for pair in pairs])
        first = len(rows)
        rows += list(zip(coded, pairs))
        plan = batches([len(each[0]) for each in coded], options.batch_tokens, rng)
        plans.append([[first + index for index in indices] for indices in plan])
    print(f"{len(training)} documents, {len(rows) // options.epochs} pairs an epoch, "
          f"{sum(p.numel() for p in trained)} weights", flush=True)

    def loss_of(indices: list[int]) -> torch.Tensor:
        logits = model(*batch([rows[i][0] for i in indices]))
        truth = torch.tensor([0.95 if rows[i][1].answers else 0.05 for i in indices])
        weight = torch.tensor([rows[i][1].weight for i in indices])
        losses = torch.nn.functional.binary_cross_entropy_with_logits(logits, truth, reduction="none")
        return (losses * weight).sum() / weight.sum()

    model.train()
    for epoch in fit(trained, plans, options.rate, loss_of):
        print(f"epoch {epoch}:", report(model, tokens, kept), flush=True)
        save_file(model.trained(), options.out / "answers.safetensors", {"rank": str(RANK), "seed": str(SEED)})


if __name__ == "__main__":
    main()
