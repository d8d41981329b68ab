//! `data/detection.toml`: what single words tell.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write;

use crate::Problems;

pub(crate) fn compile(text: &str) -> Result<String, Box<dyn Error>> {
    let lists: BTreeMap<String, String> = toml::from_str(text)?;
    let mut problems = Problems::default();
    let mut words: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut marks = String::new();
    for (name, list) in &lists {
        let mark = camel_case(name);
        write!(marks, "Mark::{mark}, ")?;
        let listed: Vec<&str> = list.split_whitespace().collect();
        if !listed.is_sorted_by(|word, next| word < next) {
            problems.add(format!("{name} is not sorted, or has a word twice"));
        }
        for word in listed {
            if !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
                problems.add(format!("{word:?} of {name} is not in lower case"));
            }
            words.entry(word).or_default().insert(format!("Mark::{mark}"));
        }
    }
    problems.settle()?;
    let rows = words.iter().map(|(word, marks)| {
        let marks: Vec<&str> = marks.iter().map(String::as_str).collect();
        format!("({word:?}, Marks::of(&[{}])),\n", marks.join(", "))
    });
    let rows: String = rows.collect();
    Ok(format!(
        "static WORDS: &[(&str, Marks)] = &[\n{rows}];\n#[cfg(test)]\nconst LISTS: &[Mark] = &[{marks}];\n"
    ))
}

fn camel_case(name: &str) -> String {
    let part =
        |part: &str| part.chars().take(1).flat_map(char::to_uppercase).chain(part.chars().skip(1)).collect();
    name.split('_').map(|text| -> String { part(text) }).collect()
}
