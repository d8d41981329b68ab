//! Which passages answer a question best.
//!
//! A whole spoken sentence is looked up as the union of its words, scored by BM25. The engine finds the
//! best of a plain union without scoring every passage that has one of the words (block-max WAND); any
//! further condition inside the query would switch that off. So conditions on tier and date are checked on
//! the best few afterwards, and only where they leave too little is the question asked again with the
//! conditions inside.
//!
//! Where passages have vectors, those nearest in meaning are a second list, and both are ranked together: a claim
//! seldom has its source's words.

use std::collections::{HashMap, HashSet};
use std::ops::Bound;

use jiff::civil::Date;
use tantivy::collector::TopDocs;
use tantivy::columnar::{Column, StrColumn};
use tantivy::query::{
    BooleanQuery, ConstScoreQuery, Occur, PhraseQuery, Query as EngineQuery, RangeQuery, TermQuery,
};
use tantivy::schema::IndexRecordOption;
use tantivy::tokenizer::TextAnalyzer;
use tantivy::{DocAddress, Score, Searcher, SegmentReader, TantivyDocument, TantivyError, Term};

use super::question::Question;
use super::schema::{AS_OF, CATEGORY, COLLECTION, Fields, TIER, text};
use super::weight::Weighed;
use crate::record::{ID_BYTES, date_number, tier_number};
use crate::{Likeness, Passage, Query};

/// Share of common words from which two passages of a document say the same thing.
const SAME_WORDS_SHARE: f64 = 0.8;

/// More results than anybody reads.
const MOST_RESULTS: usize = 1_000;

/// What having all of the question's words is worth, in cosine. Set on the published sets (see
/// `docs/evaluation.md`): in a prototype nothing changed by more than two points from 0.3 to 0.9. Reciprocal rank
/// fusion, which throws the distances away, found 1 (debates) and 8 points (statistics) less among the first five.
const WORDS_IN_COSINE: f64 = 0.5;

/// A question, in words and in meaning.
pub(crate) struct Asked<'a> {
    pub(crate) query: &'a Query,
    pub(crate) question: &'a Question,
    /// The passages nearest in meaning with their cosines, nearest first; empty where that is not known.
    pub(crate) near: &'a [([u8; ID_BYTES], f32)],
}

/// The best passages of `searcher` for what is `asked`, under the conditions of its query.
pub(crate) fn retrieve(
    searcher: &Searcher,
    fields: Fields,
    asked: &Asked<'_>,
    analyzer: &mut TextAnalyzer,
) -> Result<Vec<Passage>, TantivyError> {
    let Asked { query, question, .. } = asked;
    let limit = query.limit.min(MOST_RESULTS);
    let weighed = Weighed::new(searcher, fields, question)?;
    if limit == 0 || weighed.terms().len() == 0 && asked.near.is_empty() {
        return Ok(Vec::new());
    }
    let conditions = Conditions::new(searcher, query)?;
    let near = near(searcher, fields, asked, &conditions)?;
    let few = limit * 2 + 16 + if near.is_empty() { 0 } else { FUSED };
    let many = limit * 16 + 512;

    let union = union(fields, &weighed, question);
    let best = top(searcher, union.as_ref(), few)?;
    let exhausted = best.len() < few;
    let held = best.into_iter().filter(|(_, at)| conditions.hold(*at)).collect();
    let fuse = |by_words: Vec<(Score, DocAddress)>| fuse(by_words, &near, weighed.weight());
    let chosen = choose(searcher, fields, fuse(held), query)?;
    let chosen = if chosen.len() == limit || exhausted {
        chosen
    } else {
        let best = top(searcher, with_conditions(union, fields, query).as_ref(), many)?;
        choose(searcher, fields, fuse(best), query)?
    };
    let cosines: HashMap<DocAddress, f32> = near.iter().copied().collect();
    let mut passages = Vec::with_capacity(chosen.len());
    for (at, document) in &chosen {
        let mut passage = fields.passage(document);
        let words = weighed.relevance(&passage, analyzer);
        passage.likeness = Likeness { words, cosine: cosines.get(at).copied().map(f64::from) };
        passage.relevance = relevance(passage.likeness);
        passages.push(passage);
    }
    if asked.near.is_empty() {
        passages.sort_by(|before, after| after.relevance.total_cmp(&before.relevance));
    }
    Ok(passages)
}

/// Passages of each list that are fused.
const FUSED: usize = 50;

/// The passages near in meaning that are in the index and hold the conditions. A quoted part must occur as it
/// stands, so with one only words count.
fn near(
    searcher: &Searcher,
    fields: Fields,
    asked: &Asked<'_>,
    conditions: &Conditions,
) -> Result<Vec<(DocAddress, f32)>, TantivyError> {
    let mut near = Vec::new();
    if !asked.question.phrases.is_empty() {
        return Ok(near);
    }
    for (id, cosine) in asked.near {
        let term = Term::from_field_text(fields.id, &hex::encode(id));
        let one = TermQuery::new(term, IndexRecordOption::Basic);
        let found = searcher.search(&one, &TopDocs::with_limit(1).order_by_score())?;
        near.extend(found.into_iter().map(|(_, at)| (at, *cosine)).filter(|(at, _)| conditions.hold(*at)));
        if near.len() == FUSED {
            break;
        }
    }
    Ok(near)
}

/// Both lists as one, by `cosine + c · BM25 / Σ idf`: the second term is about the share of the question's words that
/// a passage has. What is missing in one list is taken for as good as that list's last, by words for nothing. With an
/// empty second list it is the first.
fn fuse(by_words: Vec<(Score, DocAddress)>, near: &[(DocAddress, f32)], weight: f64) -> Vec<DocAddress> {
    let Some((_, farthest)) = near.last() else {
        return by_words.into_iter().map(|(_, at)| at).collect();
    };
    let mut scores: HashMap<DocAddress, f64> = by_words
        .into_iter()
        .map(|(score, at)| (at, f64::from(*farthest) + WORDS_IN_COSINE * f64::from(score) / weight.max(1.0)))
        .collect();
    for (at, cosine) in near {
        *scores.entry(*at).or_insert(f64::from(*farthest)) += f64::from(cosine - farthest);
    }
    let mut fused: Vec<(DocAddress, f64)> = scores.into_iter().collect();
    fused.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    fused.into_iter().map(|(at, _)| at).collect()
}

/// How much of the question a passage answers, from the share of its words and the nearness of its meaning: the
/// chance that either is a hit, the second by a logistic curve through even odds at a cosine of 0.55. The curve is set
/// by hand and not calibrated on data yet.
fn relevance(likeness: Likeness) -> f64 {
    let Some(cosine) = likeness.cosine else { return likeness.words };
    let by_meaning = 1.0 / (1.0 + (-12.0 * (cosine - 0.55)).exp());
    1.0 - (1.0 - likeness.words) * (1.0 - by_meaning)
}

fn top(
    searcher: &Searcher,
    query: &dyn EngineQuery,
    limit: usize,
) -> Result<Vec<(Score, DocAddress)>, TantivyError> {
    searcher.search(query, &TopDocs::with_limit(limit).order_by_score())
}

fn union(fields: Fields, weighed: &Weighed, question: &Question) -> Box<dyn EngineQuery> {
    let words = weighed.terms().map(|term| (Occur::Should, one_word(term.clone())));
    let phrases = question.phrases.iter().map(|phrase| (Occur::Must, unscored(together(fields, phrase))));
    Box::new(BooleanQuery::new(words.chain(phrases).collect()))
}

fn one_word(term: Term) -> Box<dyn EngineQuery> {
    Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs))
}

/// The words at their places, next to each other.
fn together(fields: Fields, phrase: &[(usize, String)]) -> Box<dyn EngineQuery> {
    let mut terms: Vec<(usize, Term)> =
        phrase.iter().map(|(place, word)| (*place, Term::from_field_text(fields.words, word))).collect();
    if terms.len() == 1 {
        one_word(terms.swap_remove(0).1)
    } else {
        Box::new(PhraseQuery::new_with_offset(terms))
    }
}

/// A condition that must hold and adds nothing to the score.
fn unscored(query: Box<dyn EngineQuery>) -> Box<dyn EngineQuery> {
    Box::new(ConstScoreQuery::new(query, 0.0))
}

fn with_conditions(union: Box<dyn EngineQuery>, fields: Fields, query: &Query) -> Box<dyn EngineQuery> {
    let mut clauses = vec![(Occur::Must, union)];
    if let Some(tier) = query.tier {
        let term = Term::from_field_u64(fields.tier, u64::from(tier_number(tier)));
        clauses.push((Occur::Must, unscored(Box::new(TermQuery::new(term, IndexRecordOption::Basic)))));
    }
    for (field, wanted) in [(fields.collection, &query.collection), (fields.category, &query.category)] {
        if let Some(wanted) = wanted {
            let term = Term::from_field_text(field, wanted);
            clauses.push((Occur::Must, unscored(Box::new(TermQuery::new(term, IndexRecordOption::Basic)))));
        }
    }
    if let Some(date) = query.not_before {
        let term = Term::from_field_i64(fields.as_of, date_number(date));
        clauses.push((Occur::MustNot, Box::new(RangeQuery::new(Bound::Unbounded, Bound::Excluded(term)))));
    }
    Box::new(BooleanQuery::new(clauses))
}

/// The query's conditions, ready to be checked passage by passage.
struct Conditions {
    tier: Option<u64>,
    not_before: Option<i64>,
    columns: Vec<Columns>,
}

#[derive(Default)]
struct Columns {
    tier: Option<Column<u64>>,
    as_of: Option<Column<i64>>,
    /// Names that are asked for: collection and category.
    names: Vec<NameColumn>,
}

/// A column of names, and the one that is wanted.
struct NameColumn {
    column: Option<StrColumn>,
    /// Its number in the segment; none where no passage of the segment has it.
    wanted: Option<u64>,
}

impl NameColumn {
    fn new(segment: &SegmentReader, name: &str, wanted: &str) -> Result<Self, TantivyError> {
        let column = segment.fast_fields().str(name)?;
        let wanted = match &column {
            Some(column) => column.dictionary().term_ord(wanted.as_bytes())?,
            None => None,
        };
        Ok(Self { column, wanted })
    }

    fn holds(&self, document: u32) -> bool {
        let found = self.column.as_ref().and_then(|column| column.ords().first(document));
        found.is_some() && found == self.wanted
    }
}

impl Conditions {
    fn new(searcher: &Searcher, query: &Query) -> Result<Self, TantivyError> {
        let tier = query.tier.map(|tier| u64::from(tier_number(tier)));
        let not_before = query.not_before.map(|date: Date| date_number(date));
        let columns = |segment: &SegmentReader| -> Result<Columns, TantivyError> {
            let fast = segment.fast_fields();
            let wanted = [(COLLECTION, &query.collection), (CATEGORY, &query.category)];
            let names = wanted.into_iter().filter_map(|(name, wanted)| Some((name, wanted.as_deref()?)));
            Ok(Columns {
                names: names
                    .map(|(name, wanted)| NameColumn::new(segment, name, wanted))
                    .collect::<Result<_, _>>()?,
                tier: if tier.is_some() { fast.column_opt(TIER)? } else { None },
                as_of: if not_before.is_some() { fast.column_opt(AS_OF)? } else { None },
            })
        };
        let columns = searcher.segment_readers().iter().map(columns).collect::<Result<_, _>>()?;
        Ok(Self { tier, not_before, columns })
    }

    fn hold(&self, at: DocAddress) -> bool {
        let Some(columns) = self.columns.get(at.segment_ord as usize) else { return false };
        let tier = || columns.tier.as_ref().and_then(|column| column.first(at.doc_id));
        let as_of = || columns.as_of.as_ref().and_then(|column| column.first(at.doc_id));
        self.tier.is_none_or(|wanted| tier() == Some(wanted))
            && columns.names.iter().all(|column| column.holds(at.doc_id))
            && self.not_before.is_none_or(|earliest| as_of().is_none_or(|date| date >= earliest))
    }
}

/// The first of `best`, as many as are asked for, without what a better passage of the same document already says.
fn choose(
    searcher: &Searcher,
    fields: Fields,
    best: Vec<DocAddress>,
    query: &Query,
) -> Result<Vec<(DocAddress, TantivyDocument)>, TantivyError> {
    let limit = query.limit.min(MOST_RESULTS);
    let mut chosen = Vec::with_capacity(limit);
    let mut of_documents: HashMap<(String, String), Vec<HashSet<String>>> = HashMap::new();
    for at in best {
        if chosen.len() == limit {
            break;
        }
        let document: TantivyDocument = searcher.doc(at)?;
        let key = (text(&document, fields.collection), text(&document, fields.document));
        let before = of_documents.entry(key).or_default();
        if before.len() >= query.most_of_one_document {
            continue;
        }
        let words = fields.distinct_words(&document);
        if before.iter().any(|other| common_share(other, &words) >= SAME_WORDS_SHARE) {
            continue;
        }
        before.push(words);
        chosen.push((at, document));
    }
    Ok(chosen)
}

/// Common words of all words (Jaccard), 0..=1.
fn common_share(left: &HashSet<String>, right: &HashSet<String>) -> f64 {
    let common = left.intersection(right).count();
    let all = left.len() + right.len() - common;
    if all == 0 { 1.0 } else { common as f64 / all as f64 }
}
