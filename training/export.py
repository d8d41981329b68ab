"""Writes the model the product reads: encoder and adapter in one ONNX file, weights in 8 bits.

    python export.py --base DIR --adapter target/adapter.safetensors --out ../models/minilm-stance
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors import safe_open

from encoder import Encoder, load_base
from pairs import Tokens, batch


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--adapter", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    with safe_open(options.adapter, "pt") as file:
        rank = int(file.metadata()["rank"])
        state = {name: file.get_tensor(name) for name in file.keys()}
    model = Encoder(rank)
    load_base(model, options.base)
    unknown = model.load_state_dict(state, strict=False).unexpected_keys
    assert not unknown, unknown
    model.eval()

    tokens = Tokens(options.base / "tokenizer.json")
    coded = tokens.pairs(["Crime fell by 17 percent this year."] * 2, ["Crime fell 16.7 percent.", "It rained."])
    ids, kinds, mask = batch(coded)
    inputs = (ids.int(), kinds.int(), mask.int(), torch.ones(()))
    axes = {name: {0: "batch", 1: "length"} for name in ("ids", "kinds", "mask")}
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.onnx"
        torch.onnx.export(
            model, inputs, whole, input_names=["ids", "kinds", "mask", "gate"], output_names=["output"],
            dynamic_axes={**axes, "output": {0: "batch"}}, opset_version=17, dynamo=False,
        )
        options.out.mkdir(parents=True, exist_ok=True)
        small = options.out / "model.onnx"
        quantize_dynamic(whole, small, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
        shutil.copy(options.base / "vocab.txt", options.out / "vocab.txt")
        feed = {"ids": ids.int().numpy(), "kinds": kinds.int().numpy(), "mask": mask.int().numpy()}
        for gate in (0.0, 1.0):
            with torch.no_grad():
                truth = model(*inputs[:3], torch.tensor(gate)).numpy()
            for path in (whole, small):
                session = onnxruntime.InferenceSession(str(path))
                said = session.run(None, {**feed, "gate": np.array(gate, dtype=np.float32)})[0]
                print(f"gate {gate}, {path.name}: greatest difference {np.abs(said - truth).max():.4f}")
    print(f"{small.stat().st_size / 1e6:.1f} MB; {sorted({node.op_type for node in onnx.load(small).graph.node})}")


if __name__ == "__main__":
    main()
