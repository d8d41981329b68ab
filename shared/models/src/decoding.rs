//! Any bytes are read or refused, without panic and in bounds.

use std::sync::Arc;

use jiff::civil::date;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::account::Account;
use crate::draft::{Absorb, Draft, reported_error};
use crate::server_sent_events::Events;
use crate::{Prices, gemini, openai};

/// Words of both protocols, so that what is drawn goes deep.
const KEYS: &str = "candidates|content|parts|text|thought|finishReason|promptFeedback|blockReason|usageMetadata|\
                    promptTokenCount|candidatesTokenCount|thoughtsTokenCount|totalTokenCount|modelVersion|choices|\
                    message|delta|refusal|finish_reason|usage|prompt_tokens|completion_tokens|total_tokens|x_groq|\
                    prompt_tokens_details|cached_tokens|error|code|status|model";

const READERS: [Absorb; 2] = [gemini::absorb, openai::absorb];

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "STOP|stop|SAFETY|length|MAX_TOKENS|[0-9]{1,20}|\\PC{0,9}".prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 64, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec((KEYS, inner), 0..6)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

/// Settles what `chunks` come to, of an answer that is to be JSON or not.
fn settle(absorb: Absorb, chunks: &[Value], structured: bool) {
    let mut draft = Draft::default();
    for chunk in chunks {
        drop(reported_error(chunk));
        absorb(&mut draft, chunk);
    }
    let request = crate::trial::question();
    let request = if structured { request.answer_schema("verdict", json!({})) } else { request };
    let prices = Arc::new(Prices::built_in());
    let account = Account::open("gemini", "gemini-3.8-flash", &request, &prices, date(2026, 11, 21));
    if let Ok(reply) = account.settle(draft) {
        assert!(!reply.text.trim().is_empty());
        assert!(reply.cost_usd.is_none_or(|cost_usd| cost_usd.is_finite() && cost_usd >= 0.0));
    }
}

proptest! {
    #[test]
    fn any_json_is_read_or_refused(
        chunks in proptest::collection::vec(any_json(), 0..5),
        structured in any::<bool>(),
    ) {
        for absorb in READERS {
            settle(absorb, &chunks, structured);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(
        chunks in proptest::collection::vec((any_json(), any::<bool>()), 0..5),
        damaged_at in any::<prop::sample::Index>(),
        damage in any::<u8>(),
    ) {
        let mut bytes: Vec<u8> = Vec::new();
        for (chunk, as_event) in chunks {
            bytes.extend(if as_event { format!("data: {chunk}\n\n") } else { format!("{chunk}\n") }.bytes());
        }
        if !bytes.is_empty() {
            let position = damaged_at.index(bytes.len());
            bytes[position] = damage;
        }
        let mut events = Events::default();
        events.push(&bytes);
        events.finish();
        let found = std::iter::from_fn(|| events.next());
        let read: Vec<Value> = found.filter_map(|event| serde_json::from_str(&event.data).ok()).collect();
        for absorb in READERS {
            settle(absorb, &read, true);
        }
    }
}
