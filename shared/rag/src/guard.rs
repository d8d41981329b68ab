//! What documents cannot do: acting, looking into accounts, live positions, prices of today.
//!
//! Read from the words of the question alone, so that neither a document nor an argument in the question changes it.

use corpus::{CollectionSettings, Decline};

/// Something that is asked for and that no document can give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Intent {
    /// To do something: book, cancel, change, send.
    Action,
    /// To look into an account: balances, invoices, passwords.
    AccountData,
    /// Where something is now, or when it comes.
    LiveTracking,
    /// What something costs today, or a quotation.
    Rate,
    /// What to do with one's money or one's health.
    Advice,
}

impl Intent {
    /// How `settings` has it declined, with what can be done instead; none where it is a question like any other there.
    #[must_use]
    pub fn declined(self, settings: &CollectionSettings) -> Option<String> {
        let declines = &settings.declines;
        let said = match self {
            Self::Action => &declines.action,
            Self::AccountData => &declines.account_data,
            Self::LiveTracking => &declines.live_tracking,
            Self::Rate => &declines.rate,
            Self::Advice => &declines.advice,
        };
        match said {
            Some(Decline::InWords(words)) => Some(words.clone()),
            Some(Decline::Whether(false)) => None,
            Some(Decline::Whether(true)) | None => Some(self.usually_declined().to_owned()),
        }
    }

    /// What is said where the collection has no words of its own.
    fn usually_declined(self) -> &'static str {
        match self {
            Self::Action => {
                "I can't do that for you: I answer questions from documents, and cannot book, change, cancel or send \
                 anything. Please use the customer portal or contact our customer service team. I can explain how it \
                 is done, what is needed for it and which deadlines apply."
            }
            Self::AccountData => {
                "I can't see accounts, invoices or any other data of a customer. Please log in to the customer portal \
                 or contact our customer service team. I can explain how invoicing, payment and our other procedures \
                 work."
            }
            Self::LiveTracking => {
                "I can't see where a shipment is or when it will arrive: I answer questions from documents and have no \
                 live data. Please use the carrier's tracking page with your container, booking or waybill number, or \
                 contact our customer service team. I can explain schedules, cut-offs and what happens on the way."
            }
            Self::Rate => {
                "I can't give prices or quotations: rates change daily and are not in the documents. Please ask our \
                 sales team for a quotation. I can explain which charges there are and how they are worked out."
            }
            Self::Advice => {
                "I can't advise on investments, health or lawsuits: please ask somebody qualified. I can answer \
                 questions about what the documents describe."
            }
        }
    }
}

/// Verbs of doing something in the caller's name.
const ACTIONS: &[&str] = &[
    "book",
    "order",
    "schedule",
    "reserve",
    "cancel",
    "modify",
    "change",
    "update",
    "create",
    "delete",
    "send",
    "submit",
    "place",
    "make",
    "amend",
    "arrange",
    "rebook",
    "reschedule",
    "confirm",
    "release",
    "refund",
    "pay",
    "register",
    "file",
    "open",
    "close",
    "forward",
    "email",
    "call",
    "issue",
    "transfer",
    "remove",
    "add",
    "switch",
    "extend",
    "approve",
    "upload",
    "download",
    "reset",
];

/// Whose.
const OWN: &[&str] = &["my", "our", "mine", "ours"];

/// Things that an account has.
const ACCOUNT: &[&str] = &[
    "account",
    "balance",
    "invoice",
    "invoices",
    "password",
    "login",
    "credit",
    "statement",
    "statements",
    "profile",
    "discount",
    "orders",
    "payments",
    "bookings",
];

/// Things that are on their way.
const CARGO: &[&str] = &[
    "shipment",
    "shipments",
    "container",
    "containers",
    "cargo",
    "parcel",
    "package",
    "consignment",
    "order",
    "booking",
    "box",
    "vessel",
    "ship",
    "truck",
    "delivery",
    "goods",
    "pallet",
    "pallets",
    "awb",
    "flight",
];

/// What the question asks for that no document can give; none for a question that documents may answer.
#[must_use]
pub fn intent(question: &str) -> Option<Intent> {
    let asks = question.contains('?');
    evidence::sentences::split(question).into_iter().find_map(|sentence| of_sentence(sentence, asks))
}

fn of_sentence(sentence: &str, asks: bool) -> Option<Intent> {
    let lower = sentence.to_lowercase().replace('\u{2019}', "'");
    let words: Vec<&str> = lower
        .split(|character: char| !character.is_alphanumeric() && character != '\'' && character != '-')
        .filter(|word| !word.is_empty())
        .collect();
    let said = Sentence { text: &lower, words: &words, names_one: names_one(sentence), asks };
    if said.is_rate() {
        Some(Intent::Rate)
    } else if said.is_tracking() {
        Some(Intent::LiveTracking)
    } else if said.is_account() {
        Some(Intent::AccountData)
    } else if said.is_advice() {
        Some(Intent::Advice)
    } else if said.is_action() {
        Some(Intent::Action)
    } else {
        None
    }
}

struct Sentence<'a> {
    text: &'a str,
    words: &'a [&'a str],
    /// Whether a number of a container, booking or waybill is named.
    names_one: bool,
    /// Whether something is asked anywhere around it: a wish before a question is its reason.
    asks: bool,
}

impl Sentence<'_> {
    fn has(&self, any: &[&str]) -> bool {
        self.words.iter().any(|word| any.contains(word))
    }

    fn says(&self, any: &[&str]) -> bool {
        any.iter().any(|phrase| self.text.contains(phrase))
    }

    /// Whether one of the caller's own things, such as `my container`, is named.
    fn own(&self, things: &[&str]) -> bool {
        self.names_one && self.has(things)
            || (0..self.words.len()).any(|place| {
                OWN.contains(&self.words[place])
                    && self.words.iter().skip(place + 1).take(3).any(|word| things.contains(word))
            })
    }

    fn is_rate(&self) -> bool {
        let price = self.has(&[
            "rate",
            "rates",
            "price",
            "prices",
            "cost",
            "costs",
            "tariff",
            "quote",
            "quotation",
            "charge",
        ]) || self.says(&["how much"]);
        let of_today =
            self.has(&["current", "today", "today's", "spot", "cheapest", "latest", "now", "tomorrow"]);
        let freight =
            self.has(&["freight", "spot", "rate", "rates", "price", "prices", "quote", "quotation"]);
        let route = self.has(&["from"])
            && self.has(&["to"])
            && self.says(&["ship", "cost", "price", "rate", "freight", "send"]);
        let asks_quote = self.says(&[
            "quote me",
            "a quote",
            "quote for",
            "give me a price",
            "give us a price",
            "send me a quotation",
            "your best price",
            "best rate",
            "price for a",
            "price of a",
            "offer me",
        ]);
        let explains = self.says(&[
            "how is",
            "how are",
            "calculated",
            "valid",
            "included",
            "worked out",
            "liability",
            "limit",
        ]);
        !explains && (asks_quote || price && (of_today && freight || route))
    }

    fn is_tracking(&self) -> bool {
        let own = self.own(CARGO) || self.names_one;
        let asks_place = self.says(&[
            "where is",
            "where's",
            "where are",
            "where has",
            "whereabouts",
            "position of",
            "location of",
        ]);
        let asks_state = self.says(&[
            "arrived",
            "landed",
            "departed",
            "left the",
            "has it left",
            "status",
            "eta",
            "on time",
            "delayed today",
            "been delivered",
            "been released",
            "cleared customs yet",
            "when will",
            "when does my",
            "gated",
            "discharged yet",
            "on board yet",
        ]);
        let live = self.has(&["now", "right", "currently", "today", "already", "yet", "latest"]);
        let tracks = self.words.first() == Some(&"track")
            || self.says(&[
                "track my",
                "track our",
                "track the",
                "track this",
                "please track",
                "trace my",
                "can you track",
                "locate my",
            ]);
        tracks
            || own
                && (asks_place
                    || asks_state && (live || self.names_one || self.says(&["when will", "eta", "status"])))
            || asks_place && live && self.has(CARGO)
    }

    fn is_account(&self) -> bool {
        let asks = self.says(&[
            "what is my",
            "what's my",
            "what are my",
            "what is our",
            "what's our",
            "how much do i",
            "how much do we",
            "show",
            "tell me my",
            "list",
            "look up",
            "check",
            "see my",
            "give me my",
            "outstanding",
            "did you receive my payment",
            "have you received",
            "still owe",
            "which of my",
            "which of our",
            "how many bookings do i",
            "forgot",
            "status of",
            "when is my",
            "when is our",
            "who is my",
            "who is our",
            "is my",
            "has my",
            "have i",
            "do i have",
            "do we have",
        ]);
        self.own(ACCOUNT) && asks
    }

    fn is_advice(&self) -> bool {
        let asks = self.says(&[
            "should i",
            "should we",
            "would you recommend",
            "do you recommend",
            "is it worth",
            "advise me",
        ]);
        asks && self.has(&[
            "shares", "stocks", "stock", "invest", "bitcoin", "crypto", "funds", "sue", "medicine", "diet",
        ])
    }

    fn is_action(&self) -> bool {
        let mut words = self.words.iter().copied().skip_while(|word| {
            [
                "please", "kindly", "now", "just", "ok", "okay", "hi", "hello", "hey", "then", "and", "also",
                "so",
            ]
            .contains(word)
        });
        let first = words.next().unwrap_or_default();
        if ACTIONS.contains(&first) {
            return true;
        }
        let asked_for = [
            "can you",
            "could you",
            "would you",
            "will you",
            "i want you to",
            "i need you to",
            "i'd like you to",
            "i would like you to",
            "would you mind",
            "are you able to",
        ];
        if let Some(rest) =
            asked_for.iter().find_map(|phrase| self.text.split_once(phrase).map(|(_, rest)| rest))
        {
            let mut rest = rest
                .split_whitespace()
                .skip_while(|word| ["please", "kindly", "also", "just"].contains(word));
            return rest.next().is_some_and(|verb| ACTIONS.contains(&verb));
        }
        let wished = [
            "i want to",
            "i'd like to",
            "i would like to",
            "i need to",
            "we want to",
            "we need to",
            "we'd like to",
            "we would like to",
            "help me",
        ];
        let wish = wished.iter().find_map(|phrase| self.text.strip_prefix(phrase));
        wish.is_some_and(|rest| {
            !self.asks && rest.split_whitespace().next().is_some_and(|verb| ACTIONS.contains(&verb))
        })
    }
}

/// Whether a number of one container, booking, waybill or order is in `sentence`: letters and at least five digits,
/// or at least seven digits.
fn names_one(sentence: &str) -> bool {
    let joined = sentence.replace(['-', '/'], "");
    let words: Vec<&str> = joined
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let digits = |word: &str| word.chars().filter(char::is_ascii_digit).count();
    let is_number = |word: &str| {
        let letters = word.chars().filter(char::is_ascii_uppercase).count();
        digits(word) >= 7 || digits(word) >= 5 && letters >= 2
    };
    words.iter().any(|word| is_number(word))
        || words.windows(2).any(|pair| {
            // A container's number with a space in it: `MSKU 4481203`.
            pair[0].len() == 4
                && pair[0].chars().all(|letter| letter.is_ascii_uppercase())
                && digits(pair[1]) >= 6
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_documents_cannot_do_is_known() {
        let cases = [
            ("Where is my container MSKU 448120-3 right now?", Intent::LiveTracking),
            ("Has AWB 176-48213344 landed in Houston already?", Intent::LiveTracking),
            ("Track my shipment please", Intent::LiveTracking),
            ("When will our cargo arrive?", Intent::LiveTracking),
            ("Please cancel booking NHF-20931 for me.", Intent::Action),
            ("Change the delivery address of shipment NHF-77120 to Dock 4, Leeds.", Intent::Action),
            ("Could you book a 40ft container for Monday?", Intent::Action),
            ("I'd like to reserve space on the next vessel.", Intent::Action),
            ("What is my outstanding balance?", Intent::AccountData),
            ("Show me our invoices of May", Intent::AccountData),
            ("What will a 40HC from Singapore to Rotterdam cost if it sails on 14 November?", Intent::Rate),
            ("Give me a quote for two pallets", Intent::Rate),
            ("Should I buy shares of a carrier now?", Intent::Advice),
            ("What is the current spot rate for Shanghai?", Intent::Rate),
        ];
        for (question, expected) in cases {
            assert_eq!(intent(question), Some(expected), "{question}");
        }
    }

    #[test]
    fn a_collection_has_the_last_word() {
        let mut settings = CollectionSettings::default();
        let usual = Intent::Rate.declined(&settings).expect("declined");
        assert!(usual.contains("quotation"), "{usual}");
        settings.declines.rate = Some(Decline::Whether(true));
        assert_eq!(Intent::Rate.declined(&settings), Some(usual));
        settings.declines.rate = Some(Decline::Whether(false));
        settings.declines.action = Some(Decline::InWords("Ring 112.".to_owned()));
        assert_eq!(Intent::Rate.declined(&settings), None);
        assert_eq!(Intent::Action.declined(&settings).as_deref(), Some("Ring 112."));
    }

    #[test]
    fn questions_about_such_things_are_answered() {
        for question in [
            "How do I cancel a booking and what does it cost?",
            "What happens if my container is delayed?",
            "Can you tell me how to change a booking?",
            "How is the freight rate calculated?",
            "How do I dispute an invoice?",
            "How long is a quotation valid?",
            "minimum notice for an FCL booking",
            "I need to amend a booking after the cut-off. What is the fee?",
            "Where do I find the tare mass of a container?",
            "Could you please explain after how many days customs may start asking questions?",
            "Who pays the freight from the port to the warehouse under CIP?",
            "In which cases may the carrier refuse my cargo?",
        ] {
            assert_eq!(intent(question), None, "{question}");
        }
    }
}
