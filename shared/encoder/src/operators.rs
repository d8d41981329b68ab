//! The operators that the model is made of. Those that it does not need are not linked: a megabyte less.

use rten::{OpRegistry, RegisterOp, op_types};

const OPERATORS: &[&dyn RegisterOp] = &[
    &op_types::Add,
    &op_types::Cast,
    &op_types::Clip,
    &op_types::Concat,
    &op_types::DequantizeLinear,
    &op_types::Div,
    &op_types::DynamicQuantizeLinear,
    &op_types::Erf,
    &op_types::Gather,
    &op_types::LayerNormalization,
    &op_types::MatMul,
    &op_types::MatMulInteger,
    &op_types::Mul,
    &op_types::Range,
    &op_types::ReduceL2,
    &op_types::ReduceSum,
    &op_types::Reshape,
    &op_types::Shape,
    &op_types::Softmax,
    &op_types::Sub,
    &op_types::Tanh,
    &op_types::Transpose,
    &op_types::Unsqueeze,
];

pub(crate) fn operators() -> OpRegistry {
    OpRegistry::with_ops(OPERATORS)
}
