//! What the words of a question weigh, and how much of it a passage answers.

use tantivy::query::Bm25StatisticsProvider;
use tantivy::tokenizer::{TextAnalyzer, TokenStream};
use tantivy::{Searcher, TantivyError, Term};

use super::question::Question;
use super::schema::Fields;
use crate::Passage;

/// Words that are looked up, rarest first. A sentence seldom has more that mean something; beyond that the
/// commonest add time and hardly change the order.
const MOST_WORDS: usize = 12;

/// BM25's customary constants, which the engine uses too: how soon repeating a word stops counting, and how
/// much a passage's length counts.
const K1: f64 = 1.2;
const B: f64 = 0.75;

/// The question's words with their weights.
pub(crate) struct Weighed {
    /// Words that some passage has, rarest first.
    known: Vec<Word>,
    /// Sum of the weights of all words of the question that are looked up, those no passage has included.
    weight: f64,
    /// Words of an average passage.
    average_length: f64,
}

struct Word {
    /// As the index spells it.
    spelling: String,
    term: Term,
    weight: f64,
}

impl Weighed {
    pub(crate) fn new(
        searcher: &Searcher,
        fields: Fields,
        question: &Question,
    ) -> Result<Self, TantivyError> {
        let passages = searcher.total_num_docs()?;
        let mut known = Vec::new();
        let mut weight = 0.0;
        for word in &question.words {
            let term = Term::from_field_text(fields.words, word);
            let count = searcher.doc_freq(&term)?;
            let word =
                Word { spelling: word.clone(), term, weight: inverse_document_frequency(count, passages) };
            if count == 0 {
                weight += word.weight;
            } else {
                known.push(word);
            }
        }
        known.sort_by(|before, after| after.weight.total_cmp(&before.weight));
        known.truncate(MOST_WORDS);
        weight += known.iter().map(|word| word.weight).sum::<f64>();
        let average_length = searcher.total_num_tokens(fields.words)? as f64 / passages.max(1) as f64;
        Ok(Self { known, weight, average_length })
    }

    /// The words that are worth looking up.
    pub(crate) fn terms(&self) -> impl ExactSizeIterator<Item = &Term> {
        self.known.iter().map(|word| &word.term)
    }

    /// What all words of the question weigh together.
    pub(crate) fn weight(&self) -> f64 {
        self.weight
    }

    /// How much of the question `passage` answers, 0..=1.
    ///
    /// `relevance = Σ idf(w) · min(1, tf · (k₁ + 1) / (tf + k₁ · (1 − b + b · length / average))) / Σ idf(w)`:
    /// BM25 as a share of the question's weight, where no word counts for more than itself. In a passage of
    /// average length the factor of a word that occurs once is 1. So a passage with every word is at 1, one
    /// with a single common word of a long question is near 0, and repeating a word does not make up for
    /// one that is missing. Words that no passage has stay in the lower sum: a question about something
    /// unknown cannot be answered by its common words.
    pub(crate) fn relevance(&self, passage: &Passage, analyzer: &mut TextAnalyzer) -> f64 {
        let mut counts = vec![0.0; self.known.len()];
        let mut length = 0.0;
        for text in [&passage.title, &passage.text, &passage.keywords] {
            let mut stream = analyzer.token_stream(text);
            while stream.advance() {
                length += 1.0;
                if let Some(place) = self.known.iter().position(|known| known.spelling == stream.token().text)
                {
                    counts[place] += 1.0;
                }
            }
        }
        let norm = K1 * (1.0 - B + B * length / self.average_length.max(1.0));
        let factor = |count: f64| (count * (K1 + 1.0) / (count + norm)).min(1.0);
        let answered: f64 =
            self.known.iter().zip(counts).map(|(word, count)| word.weight * factor(count)).sum();
        let share = answered / self.weight;
        if share.is_finite() { share.clamp(0.0, 1.0).abs() } else { 0.0 }
    }
}

/// idf as the engine computes it: `ln(1 + (N − n + ½) / (n + ½))` (Lucene's form of Robertson's BM25).
fn inverse_document_frequency(count: u64, passages: u64) -> f64 {
    let count = count.min(passages);
    (1.0 + ((passages - count) as f64 + 0.5) / (count as f64 + 0.5)).ln()
}
