"""Writes the reader of answers that the product reads: branches added to their layers, weights in 8 bits.

    python export_answers.py --base FILE --tokenizer FILE --adapters target/answers.safetensors --out ../models/minilm-stance
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.torch import load_file

from pairs import Tokens, batch
from reader import Reader, load_base


def merged(base: Path, adapter: Path) -> Reader:
    """The base with what one run of training adds to it."""
    state = load_file(adapter)
    model = Reader(state["layers.0.query.down"].shape[1])
    load_base(model, base)
    unknown = model.load_state_dict(state, strict=False).unexpected_keys
    assert not unknown, unknown
    model.merge()
    return model


def mean(models: list[Reader], shares: list[float]) -> Reader:
    """One model whose weights are the mean of those of models that were trained from one another."""
    assert len(models) == len(shares) and abs(sum(shares) - 1) < 1e-6, shares
    states = [model.state_dict() for model in models]
    model = models[0]
    model.load_state_dict({name: sum(share * state[name] for share, state in zip(shares, states)) for name in states[0]})
    return model


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--adapters", type=Path, nargs="+", required=True)
    parser.add_argument("--shares", type=float, nargs="+", default=[1.0], help="of each of them in the mean of their weights")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    model = mean([merged(options.base, file) for file in options.adapters], options.shares)
    model.eval()
    tokens = Tokens(options.tokenizer)
    coded = tokens.pairs(["How far did crime fall?"] * 2, ["Crime: It fell by 16.7 percent.", "Crime: It rained."])
    ids, kinds, mask = (each.int() for each in batch(coded))
    with torch.no_grad():
        truth = model(ids, kinds, mask).numpy()
    options.out.mkdir(parents=True, exist_ok=True)
    small = options.out / "answers.onnx"
    names = ["ids", "kinds", "mask"]
    axes = {name: {0: "batch", 1: "length"} for name in names}
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.onnx"
        torch.onnx.export(
            model, (ids, kinds, mask), whole, input_names=names, output_names=["logits"],
            dynamic_axes={**axes, "logits": {0: "batch"}}, opset_version=17, dynamo=False,
        )
        quantize_dynamic(whole, small, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
        for path in (whole, small):
            feed = {name: value.numpy() for name, value in zip(names, (ids, kinds, mask))}
            said = onnxruntime.InferenceSession(str(path)).run(None, feed)[0]
            print(f"{path.name}: greatest difference {np.abs(said - truth).max():.4f}")
    print(f"{small.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
