"""MiniLM-L6 in plain PyTorch, with a stance adapter beside each of its linear layers.

The base weights are those of `sentence-transformers/all-MiniLM-L6-v2` and stay as they are. Each linear layer has a
low-rank branch (LoRA, Hu et al. 2021) that the input `gate` switches: 0 gives the sentence encoder, to the bit, 1 the
pair encoder whose output the stance head reads. So one file of weights serves retrieval and alignment.
"""

from __future__ import annotations

import math
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor, nn

WIDTH, HEADS, LAYERS, INNER, POSITIONS = 384, 12, 6, 1536, 512
LABELS = ["supports", "contradicts", "neutral"]


class AdaptedLinear(nn.Module):
    """A frozen linear layer and its gated low-rank branch."""

    def __init__(self, inputs: int, outputs: int, rank: int) -> None:
        super().__init__()
        self.base = nn.Linear(inputs, outputs)
        self.base.requires_grad_(False)
        self.down = nn.Parameter(torch.randn(inputs, rank) / math.sqrt(inputs))
        self.up = nn.Parameter(torch.zeros(rank, outputs))

    def forward(self, x: Tensor, gate: Tensor) -> Tensor:
        branch = torch.matmul(x, self.down.to(x.dtype)) * gate
        return self.base(x) + torch.matmul(branch, self.up.to(x.dtype))


class Layer(nn.Module):
    def __init__(self, rank: int) -> None:
        super().__init__()
        self.query = AdaptedLinear(WIDTH, WIDTH, rank)
        self.key = AdaptedLinear(WIDTH, WIDTH, rank)
        self.value = AdaptedLinear(WIDTH, WIDTH, rank)
        self.attended = AdaptedLinear(WIDTH, WIDTH, rank)
        self.norm_attended = nn.LayerNorm(WIDTH, eps=1e-12)
        self.inner = AdaptedLinear(WIDTH, INNER, rank)
        self.outer = AdaptedLinear(INNER, WIDTH, rank)
        self.norm_outer = nn.LayerNorm(WIDTH, eps=1e-12)
        for norm in (self.norm_attended, self.norm_outer):
            norm.requires_grad_(False)

    def forward(self, x: Tensor, mask: Tensor, gate: Tensor) -> Tensor:
        batch, length, _ = x.shape

        def heads(y: Tensor) -> Tensor:
            return y.view(batch, length, HEADS, WIDTH // HEADS).transpose(1, 2)

        q, k, v = heads(self.query(x, gate)), heads(self.key(x, gate)), heads(self.value(x, gate))
        # Spelled out: the fused attention's backward pass takes half of a training step on CPUs.
        scores = torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(WIDTH // HEADS) + mask
        mixed = torch.matmul(torch.softmax(scores, -1), v)
        mixed = mixed.transpose(1, 2).reshape(batch, length, WIDTH)
        x = self.norm_attended(x + self.attended(mixed, gate))
        inner = nn.functional.gelu(self.inner(x, gate))
        return self.norm_outer(x + self.outer(inner, gate))


class Trunk(nn.Module):
    """What both readers stand on: frozen embeddings, and layers with their branches."""

    def __init__(self, rank: int, layers: int) -> None:
        super().__init__()
        self.words = nn.Embedding(30522, WIDTH)
        self.places = nn.Embedding(POSITIONS, WIDTH)
        self.kinds = nn.Embedding(2, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        for module in (self.words, self.places, self.kinds, self.norm):
            module.requires_grad_(False)
        self.layers = nn.ModuleList(Layer(rank) for _ in range(layers))

    def states(self, ids: Tensor, kinds: Tensor, mask: Tensor, gate: Tensor) -> Tensor:
        places = torch.arange(ids.shape[1], device=ids.device)
        x = self.norm(self.words(ids) + self.places(places) + self.kinds(kinds))
        shut = (1.0 - mask[:, None, None, :].to(x.dtype)) * -10000.0
        for layer in self.layers:
            x = layer(x, shut, gate)
        return x

    def trained(self) -> dict[str, Tensor]:
        """What training makes: branches, pool and head."""
        parts = ("layers", "pool", "head")
        return {
            name: value.contiguous()
            for name, value in self.state_dict().items()
            if name.split(".")[0] in parts and ".base." not in name and "norm" not in name
        }


class Encoder(Trunk):
    """Token ids, kinds (0 first text, 1 second) and mask, each [batch, length], and the gate, to [batch, 387]:
    the unit vector of the mean (gate 0), then the three stance logits (gate 1)."""

    def __init__(self, rank: int = 64) -> None:
        super().__init__(rank, LAYERS)
        self.dropout = nn.Dropout(0.1)
        self.pool = nn.Linear(2 * WIDTH, WIDTH)
        self.head = nn.Linear(WIDTH, len(LABELS))

    def mean(self, x: Tensor, mask: Tensor) -> Tensor:
        weight = mask[:, :, None].to(x.dtype)
        return (x * weight).sum(1) / weight.sum(1).clamp(min=1.0)

    def stance(self, ids: Tensor, kinds: Tensor, mask: Tensor, gate: Tensor) -> Tensor:
        x = self.states(ids, kinds, mask, gate)
        pooled = torch.cat([x[:, 0], self.mean(x, mask)], -1).to(self.pool.weight.dtype)
        return self.head(self.dropout(torch.tanh(self.pool(pooled))))

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor, gate: Tensor) -> Tensor:
        x = self.states(ids, kinds, mask, gate)
        mean = self.mean(x, mask)
        vector = mean / mean.norm(dim=-1, keepdim=True).clamp(min=1e-9)
        pooled = torch.tanh(self.pool(torch.cat([x[:, 0], mean], -1)))
        return torch.cat([vector, self.head(pooled)], -1)


def halve_base(model: Trunk) -> None:
    """Keeps the frozen part in bfloat16: with it all large products run there, four times as fast."""
    for parameter in model.parameters():
        if not parameter.requires_grad:
            parameter.data = parameter.data.to(torch.bfloat16)


def load_base(model: Encoder, folder: Path) -> None:
    """Fills the frozen part from the published `model.safetensors`."""
    tensors = load_file(folder / "model.safetensors")
    tensors = {name.removeprefix("bert."): value for name, value in tensors.items()}

    def put(module: nn.Module, name: str) -> None:
        module.weight.data.copy_(tensors[f"{name}.weight"])
        if getattr(module, "bias", None) is not None:
            module.bias.data.copy_(tensors[f"{name}.bias"])

    put(model.words, "embeddings.word_embeddings")
    put(model.places, "embeddings.position_embeddings")
    put(model.kinds, "embeddings.token_type_embeddings")
    put(model.norm, "embeddings.LayerNorm")
    for number, layer in enumerate(model.layers):
        base = f"encoder.layer.{number}."
        put(layer.query.base, base + "attention.self.query")
        put(layer.key.base, base + "attention.self.key")
        put(layer.value.base, base + "attention.self.value")
        put(layer.attended.base, base + "attention.output.dense")
        put(layer.norm_attended, base + "attention.output.LayerNorm")
        put(layer.inner.base, base + "intermediate.dense")
        put(layer.outer.base, base + "output.dense")
        put(layer.norm_outer, base + "output.LayerNorm")
