//! Every variable this project reads, once.
//!
//! The table in `docs/settings.md` is generated from [`ALL`].

/// One variable: its name and what it does, as users read it.
#[derive(Debug, Clone, Copy)]
pub struct Variable {
    /// The name in the environment.
    pub name: &'static str,
    /// What it does, its values and its default.
    pub meaning: &'static str,
}

macro_rules! variables {
    ($($name:ident = $meaning:literal;)*) => {
        $(
            #[doc = $meaning]
            pub const $name: &str = stringify!($name);
        )*
        /// Every variable, in the order of the documentation.
        pub const ALL: &[Variable] = &[$(Variable { name: $name, meaning: $meaning }),*];
    };
}

variables! {
    TRUTHY_TOKENS = "Bearer tokens that may call, comma-separated, plain or `sha256:<hex>`. Not set: no token is asked for.";
    TRUTHY_TOKEN = "Bearer token that `truthy live --url` shows to the server.";
    TRUTHY_USAGE_KEY = "Value of the API key that counts the calls of those in `TRUTHY_TOKENS`. The template sets it for the authorizer; nothing else reads it.";
    TRUTHY_RATE_LIMIT = "Calls a minute and burst for each tool and caller, as `60/10`, or `off`: no limit at all. Not set: the limits and the quota of `infra/template.yaml`. Local server only: on AWS the usage plan does it.";
    TRUTHY_ALLOWLIST = "Hosts that `search_web` may return, comma-separated: `bls.gov` (and its subdomains) or `.gov` (a suffix). Not set: any host.";
    TRUTHY_ENFORCE_ALLOWLIST = "`true`: a request whose `allowlist` widens the deployment's is refused. Default `false`: it replaces the deployment's.";
    TRUTHY_KEEP_UNDATED = "`true` (default): web results without a date are kept, `as_of` null. `false`: they are dropped.";
    TRUTHY_PRIVACY = "`true`: no query, claim, transcript or snippet in any log line. Default `false`.";
    TRUTHY_METRICS = "`true`: one CloudWatch embedded-metric line for each call. Default `false`.";
    TRUTHY_STREAMING = "`true`: a function that can stream sends its answer as it is made; the gateway in front must take it so, as the template's does. Default `false`: whole. The local server always streams.";
    TRUTHY_LOG = "Log level: `error`, `warn`, `info` (default) or `debug`.";
    TRUTHY_TABLE = "Name of the DynamoDB table. Default `truthy`.";
    TRUTHY_RETENTION_DAYS = "Days until a session's items expire, 1 to 3660. Default 90.";
    TRUTHY_CORPUS = "Trusted corpus behind `search_vectara`: `embedded` (default) or `vectara`.";
    TRUTHY_CORPUS_DIR = "Folder of the embedded index. Default: `corpus` in the data folder of `truthy serve`; in a function without it, the starter corpus alone.";
    TRUTHY_QUERY_COLLECTION = "Collection that `POST /api/query` answers from where a request names none. Default `freight`, the one that is compiled in; with `TRUTHY_CORPUS=vectara` the whole corpus.";
    TRUTHY_MODEL_DIR = "Folder of the models that read claim and passage (`model.onnx`, `vocab.txt`) and question and passage (`answers.onnx`), or `off`. Default `models/minilm-stance`; without these files judging goes by the exact layer alone.";
    VECTARA_API_KEY = "Key of a Vectara account, query-only is enough, or its ARN. Needed with `TRUTHY_CORPUS=vectara`.";
    VECTARA_CORPUS_KEY = "Key of the Vectara corpus. Needed with `TRUTHY_CORPUS=vectara`.";
    VECTARA_RERANKER = "Name of a Vectara customer reranker. Not set: no reranking.";
    VECTARA_BASE_URL = "Default `https://api.vectara.io`.";
    TAVILY_API_KEY = "Web search by Tavily, used first: its key, or the ARN of it.";
    TAVILY_BASE_URL = "Default `https://api.tavily.com`.";
    BRAVE_API_KEY = "Web search by Brave, used second: its key, or the ARN of it.";
    BRAVE_BASE_URL = "Default `https://api.search.brave.com`.";
    EXA_API_KEY = "Web search by Exa, used third: its key, or the ARN of it.";
    EXA_BASE_URL = "Default `https://api.exa.ai`.";
    SEARXNG_BASE_URL = "Web search by your own SearXNG, used fourth. Its JSON format must be enabled.";
    GOOGLE_FACT_CHECK_API_KEY = "Published fact checks beside the web results: the key, or the ARN of it.";
    GOOGLE_FACT_CHECK_BASE_URL = "Default `https://factchecktools.googleapis.com`.";
    TRUTHY_JUDGE = "`on` (default): evidence is also read by a chat model, where one has a key and time is left. `off`: never.";
    TRUTHY_MODELS = "Chat models in the order they are asked, comma-separated: each answers when those before it fail, and one that is not listed is not used. Default `gemini,groq,openai`: those that have a key.";
    TRUTHY_MODEL_PRICES = "Prices of chat models, for the cost in the log: US dollars for a million tokens of input, output and, where it differs, cached input, as `MODEL=0.75/3.75/0.075`, comma-separated. Default: the prices that are built in; a model without one has no cost.";
    GEMINI_API_KEY = "Answers by Gemini: its key, or the ARN of it.";
    GEMINI_MODEL = "Default `gemini-3.8-flash`.";
    GEMINI_BASE_URL = "Default `https://generativelanguage.googleapis.com`.";
    GEMINI_LIVE_MODEL = "Model of live sessions. Default `gemini-3.8-live`.";
    GEMINI_LIVE_VERSION = "Version of the API that mints and takes a live session's tokens. Default `v1alpha`.";
    GEMINI_LIVE_PRICES = "Prices of the live model, for the cost that `truthy live` shows: US dollars for a million tokens of text in, audio in, text out and audio out, as `TEXT_IN/AUDIO_IN/TEXT_OUT/AUDIO_OUT`. Not set: tokens only.";
    GROQ_API_KEY = "Answers by Groq: its key, or the ARN of it.";
    GROQ_MODEL = "Default `openai/gpt-oss-120b`.";
    GROQ_BASE_URL = "Default `https://api.groq.com/openai/v1`.";
    OPENAI_API_KEY = "Answers by OpenAI, or by any service that speaks its chat completions: its key, or the ARN of it. A service that asks for no key takes any.";
    OPENAI_MODEL = "Model of that service. Not set: the service is not asked.";
    OPENAI_BASE_URL = "Address of that service, up to `/chat/completions`. Default `https://api.openai.com/v1`.";
    AWS_REGION = "Region of the table (an ARN names its own). Set by Lambda; `us-east-1` where it is missing.";
    AWS_ENDPOINT_URL = "Another endpoint for every AWS service, as an emulator has. Not set: Amazon's.";
    AWS_ENDPOINT_URL_API_GATEWAY = "Another API Gateway endpoint, for `truthy token`.";
    AWS_ENDPOINT_URL_DYNAMODB = "Another DynamoDB endpoint. `truthy serve` and `truthy table` have the embedded one.";
    AWS_ENDPOINT_URL_SSM = "Another SSM endpoint, for keys that are given by ARN.";
    AWS_ENDPOINT_URL_SECRETS_MANAGER = "Another Secrets Manager endpoint, for keys that are given by ARN.";
    AWS_ACCESS_KEY_ID = "Credentials for the table, and for keys that are given by ARN. Set by Lambda.";
    AWS_SECRET_ACCESS_KEY = "Credentials for the table, and for keys that are given by ARN. Set by Lambda.";
    AWS_SESSION_TOKEN = "Credentials for the table, and for keys that are given by ARN. Set by Lambda.";
    AWS_CA_BUNDLE = "PEM file of further certificate authorities for the table's endpoint, beside the compiled-in ones of Amazon.";
    AWS_LAMBDA_FUNCTION_NAME = "Set by Lambda; logged as `function_name`.";
}

/// Variables that hold a secret: what they hold goes nowhere but to the service it belongs to.
const SECRETS: [&str; 11] = [
    TRUTHY_TOKENS,
    TRUTHY_TOKEN,
    VECTARA_API_KEY,
    TAVILY_API_KEY,
    BRAVE_API_KEY,
    EXA_API_KEY,
    GOOGLE_FACT_CHECK_API_KEY,
    GEMINI_API_KEY,
    GROQ_API_KEY,
    OPENAI_API_KEY,
    AWS_SECRET_ACCESS_KEY,
];

/// Variables that every function reads.
pub const EVERYWHERE: [&str; 3] = [TRUTHY_PRIVACY, TRUTHY_METRICS, TRUTHY_LOG];

/// Whether `name` holds a secret.
#[must_use]
pub fn is_secret(name: &str) -> bool {
    SECRETS.contains(&name)
}
