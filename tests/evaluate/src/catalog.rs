//! The sets, what each is, and what is known of it from elsewhere (`../shared/data/README.md`).

/// How a set is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    /// Claim and passage: supports, refutes or neutral.
    Alignment,
    /// Claim and expected metric: is it another one?
    Metric,
    /// Claim and what is expected of its metric, place or period: is it another one?
    Expected,
    /// Claim alone: is there something about its metric, period or scope to beware of?
    ContextRisk,
    /// Claim to the documents that answer it, among those of `NAME.corpus.jsonl`.
    Retrieval,
    /// Is the sentence worth checking?
    CheckWorthiness,
}

/// A set.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Set {
    pub(crate) name: &'static str,
    pub(crate) task: Task,
    /// Whether the reader was trained on other rows of the same kind.
    pub(crate) kind_trained_on: bool,
    /// What needs no understanding reaches.
    pub(crate) floor: &'static str,
    /// What is published.
    pub(crate) published: &'static str,
}

const fn alignment(
    name: &'static str,
    kind_trained_on: bool,
    floor: &'static str,
    published: &'static str,
) -> Set {
    Set { name, task: Task::Alignment, kind_trained_on, floor, published }
}

const fn other(name: &'static str, task: Task, floor: &'static str, published: &'static str) -> Set {
    Set { name, task, kind_trained_on: false, floor, published }
}

/// Every set that is known.
pub(crate) const SETS: [Set; 18] = [
    alignment("vitaminc", true, "claim only .39, rules .46", "–"),
    alignment("fever-symmetric", true, "accuracy .50", "BERT accuracy .57–.62"),
    alignment("factcheck-bench-stance", true, "rules .36", "–"),
    alignment("averitec", false, "claim only .49, rules .42", "HerO-70B .59 (retrieved evidence)"),
    alignment("healthver", false, "rules .37", "SciBERT .77, T5 .80 (trained on it)"),
    alignment("quantemp-sample", false, "claim only .43, rules .30", "GPT-4o .58"),
    alignment("factisearch2026", false, "claim only .41, rules .20", "GPT-5 .68, XLM-R .81 (trained on it)"),
    alignment(
        "tsver",
        false,
        "majority accuracy .54, rules .22",
        "Gemini-2.5-Pro accuracy .64 (own retrieval)",
    ),
    alignment("megatab-en", false, "majority accuracy .61, claim only .59", "–"),
    other("context-vr2015-statclaims", Task::Metric, "–", "–"),
    other("debate-context-even", Task::Expected, "–", "written for this, looked at while building"),
    other("debate-context-odd", Task::Expected, "–", "written for this, kept aside until the end"),
    other("context-checked-politifact", Task::ContextRisk, "–", "–"),
    other("retr-debates-politifact", Task::Retrieval, "BM25 R@5 .565, MRR .504", "MiniLM R@5 .70"),
    other("retr-tsver", Task::Retrieval, "BM25 R@5 .474, MRR .402", "MiniLM R@5 .78"),
    other("retr-averitec", Task::Retrieval, "BM25 R@5 .371, MRR .446", "MiniLM R@5 .54"),
    other("retr-factir", Task::Retrieval, "BM25 R@10 .784", "MiniLM R@5 .64"),
    other(
        "claimbuster-ct24-en",
        Task::CheckWorthiness,
        "has a digit F1 .42",
        "TF-IDF and regression F1 .66 (trained on it)",
    ),
];

/// Other sets that are asked for by name: pairs to be aligned, as the known ones are.
pub(crate) fn other_alignment(names: &[String]) -> impl Iterator<Item = Set> {
    let unknown = names.iter().filter(|name| !SETS.iter().any(|set| set.name == *name));
    unknown.map(|name| alignment(name.clone().leak(), false, "–", "–"))
}
