//! The models that the settings name.

use std::sync::Arc;

use outbound::is_base_url;
use secrets::Secret;
use settings::{Settings, names};

use crate::openai::Service;
use crate::{ChatModel, Gemini, OpenAiCompatible, Prices, gemini};

/// Variables that [`crate::Models::from_settings`] reads.
pub const SETTINGS: &[&str] = &[
    names::TRUTHY_MODELS,
    names::TRUTHY_MODEL_PRICES,
    names::GEMINI_API_KEY,
    names::GEMINI_MODEL,
    names::GEMINI_BASE_URL,
    names::GROQ_API_KEY,
    names::GROQ_MODEL,
    names::GROQ_BASE_URL,
    names::OPENAI_API_KEY,
    names::OPENAI_MODEL,
    names::OPENAI_BASE_URL,
];

/// One provider's variables and defaults.
#[derive(Debug)]
pub(crate) struct Variables {
    provider: &'static str,
    pub(crate) key: &'static str,
    pub(crate) model: &'static str,
    default_model: Option<&'static str>,
    base_url: &'static str,
    default_base_url: &'static str,
}

/// In the order they are asked unless the settings say otherwise. Models and addresses:
/// `contracts/external.md` sections 2 and 7; of OpenAI's models it says nothing, so there is no default.
const PROVIDERS: [Variables; 3] = [
    Variables {
        provider: gemini::NAME,
        key: names::GEMINI_API_KEY,
        model: names::GEMINI_MODEL,
        default_model: Some("gemini-3.8-flash"),
        base_url: names::GEMINI_BASE_URL,
        default_base_url: "https://generativelanguage.googleapis.com",
    },
    Variables {
        provider: "groq",
        key: names::GROQ_API_KEY,
        model: names::GROQ_MODEL,
        default_model: Some("openai/gpt-oss-120b"),
        base_url: names::GROQ_BASE_URL,
        default_base_url: "https://api.groq.com/openai/v1",
    },
    Variables {
        provider: "openai",
        key: names::OPENAI_API_KEY,
        model: names::OPENAI_MODEL,
        default_model: None,
        base_url: names::OPENAI_BASE_URL,
        default_base_url: "https://api.openai.com/v1",
    },
];

/// Models that are shut down, and what their providers name in their place.
const SUCCESSORS: [(&str, &str); 4] = [
    ("gemini-3-pro-preview", "gemini-3.1-pro-preview"),
    ("gemini-3-flash-preview", "gemini-3.5-flash"),
    ("llama-3.3-70b-versatile", "openai/gpt-oss-120b"),
    ("llama-3.1-8b-instant", "openai/gpt-oss-20b"),
];

/// The variables of `provider`.
pub(crate) fn variables(provider: &str) -> Option<&'static Variables> {
    PROVIDERS.iter().find(|variables| variables.provider == provider)
}

/// Every model with a key, in the order of the settings.
pub(crate) fn models(settings: &Settings) -> Vec<Arc<dyn ChatModel>> {
    let prices = Arc::new(Prices::from_settings(settings));
    let listed = settings.list(names::TRUTHY_MODELS);
    let unknown = listed.iter().any(|name| variables(name).is_none());
    if unknown {
        settings.problem(names::TRUTHY_MODELS, &"must list gemini, groq and openai, or some of them");
    }
    let mut order: Vec<&Variables> = Vec::new();
    for variables in listed.iter().filter_map(|name| variables(name)) {
        if !order.iter().any(|known| known.provider == variables.provider) {
            order.push(variables);
        }
    }
    if listed.is_empty() {
        order.extend(&PROVIDERS);
    }
    order.into_iter().filter_map(|variables| model(variables, settings, &prices)).collect()
}

fn model(variables: &Variables, settings: &Settings, prices: &Arc<Prices>) -> Option<Arc<dyn ChatModel>> {
    let key = Secret::from_settings(settings, variables.key)?;
    let model = current(settings.text(variables.model).or(variables.default_model)?);
    let base_url = settings.text_or(variables.base_url, variables.default_base_url);
    if !is_base_url(base_url) {
        settings.problem(variables.base_url, &"must be an http or https URL");
    }
    let compatible = |service| {
        let client = OpenAiCompatible::new(service, base_url, key.clone(), model);
        Arc::new(client.prices(Arc::clone(prices))) as Arc<dyn ChatModel>
    };
    Some(match variables.provider {
        "groq" => compatible(Service::Groq),
        "openai" => compatible(Service::OpenAi),
        _ => Arc::new(Gemini::new(base_url, key, model).prices(Arc::clone(prices))),
    })
}

/// The model to ask where `model` is meant.
fn current(model: &str) -> &str {
    let Some((_, successor)) = SUCCESSORS.iter().find(|(retired, _)| *retired == model) else { return model };
    tracing::warn!(model, successor, "the model is shut down: its successor is used");
    successor
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Models;

    fn summary(settings: &Settings) -> Vec<(&'static str, String)> {
        models(settings).iter().map(|model| (model.name(), model.model().to_owned())).collect()
    }

    const KEYS: [(&str, &str); 4] = [
        (names::GEMINI_API_KEY, "k"),
        (names::GROQ_API_KEY, "k"),
        (names::OPENAI_API_KEY, "k"),
        (names::OPENAI_MODEL, "some-model"),
    ];

    #[test]
    fn keys_choose_the_models_and_settings_their_order() {
        let gemini = ("gemini", "gemini-3.8-flash".to_owned());
        let groq = ("groq", "openai/gpt-oss-120b".to_owned());
        let openai = ("openai", "some-model".to_owned());
        let settings = Settings::from_pairs(KEYS);
        assert_eq!(summary(&settings), [gemini.clone(), groq.clone(), openai.clone()]);
        assert_eq!(settings.check(), Ok(()));
        let settings = settings.with(names::TRUTHY_MODELS, "openai, gemini,openai");
        assert_eq!(summary(&settings), [openai, gemini]);
        let models = Models::from_settings(&settings).expect("two have a key");
        assert_eq!(format!("{models:?}"), "Models { configured: [\"openai\", \"gemini\"] }");
        let settings = Settings::from_pairs([(names::GROQ_API_KEY, "k"), (names::OPENAI_API_KEY, "k")]);
        assert_eq!(summary(&settings), [groq], "a service without a model is not asked");
        assert_eq!(settings.check(), Ok(()));
    }

    #[test]
    fn without_a_key_there_is_none() {
        assert!(Models::from_settings(&Settings::default()).is_none());
        let settings = Settings::from_pairs([(names::GEMINI_MODEL, "x"), (names::TRUTHY_MODELS, "groq")]);
        assert!(Models::from_settings(&settings).is_none());
        assert_eq!(settings.check(), Ok(()));
    }

    #[test]
    fn retired_models_have_successors() {
        let settings = Settings::from_pairs(KEYS)
            .with(names::GEMINI_MODEL, "gemini-3-pro-preview")
            .with(names::GROQ_MODEL, "llama-3.1-8b-instant")
            .with(names::TRUTHY_MODELS, "gemini,groq");
        let expected = [("gemini", "gemini-3.1-pro-preview"), ("groq", "openai/gpt-oss-20b")];
        assert_eq!(summary(&settings), expected.map(|(name, model)| (name, model.to_owned())));
    }

    #[test]
    fn what_cannot_be_used_is_a_problem() {
        let settings = Settings::from_pairs(KEYS)
            .with(names::TRUTHY_MODELS, "gemini,claude")
            .with(names::GEMINI_BASE_URL, "api.example")
            .with(names::TRUTHY_MODEL_PRICES, "free");
        assert_eq!(summary(&settings).len(), 1);
        let problems = settings.check().expect_err("three are malformed").problems;
        for name in [names::TRUTHY_MODELS, names::GEMINI_BASE_URL, names::TRUTHY_MODEL_PRICES] {
            assert!(problems.iter().any(|problem| problem.starts_with(name)), "{name} {problems:?}");
        }
    }

    #[test]
    fn every_variable_is_registered_and_keys_are_secrets() {
        for name in SETTINGS {
            assert!(names::ALL.iter().any(|variable| variable.name == *name), "{name}");
            assert_eq!(names::is_secret(name), name.ends_with("_API_KEY"), "{name}");
        }
    }
}
