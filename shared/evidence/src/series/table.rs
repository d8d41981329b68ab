//! What a passage of figures holds once it is read: series of values by year, or one record.

/// A value of a series.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Point {
    /// The year it is of; none in a table without years.
    pub(super) year: Option<i32>,
    /// The value as written, before the multiplier.
    pub(super) value: f64,
    /// Its rank among the places compared, 1 the first, where the passage gives it.
    pub(super) rank: Option<u32>,
}

/// One measure of one place, or of one row of a table.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Series {
    /// What is measured: "Life expectancy".
    pub(super) name: String,
    /// What it is measured in: "%", "deaths", "per 1,000 people"; may be empty.
    pub(super) unit: String,
    /// The place or the row: "KEN", "France", "Model A"; may be empty.
    pub(super) place: String,
    /// In the order of years, one for each.
    pub(super) points: Vec<Point>,
}

impl Series {
    /// A series with its points in the order of years. Where a passage repeats a year the first value stays.
    pub(super) fn new(name: &str, unit: &str, place: &str, mut points: Vec<Point>) -> Self {
        points.sort_by_key(|point| point.year);
        points.dedup_by_key(|point| point.year);
        Self { name: name.to_owned(), unit: unit.to_owned(), place: place.to_owned(), points }
    }

    /// The point of that year.
    pub(super) fn at(&self, year: i32) -> Option<&Point> {
        self.points.iter().find(|point| point.year == Some(year))
    }

    /// The newest point.
    pub(super) fn last(&self) -> Option<&Point> {
        self.points.last()
    }

    /// The first and last year it has.
    pub(super) fn years(&self) -> Option<(i32, i32)> {
        Some((self.points.first()?.year?, self.points.last()?.year?))
    }

    /// Whether its values are percentages.
    pub(super) fn is_percent(&self) -> bool {
        says_percent(&self.unit) || self.unit.is_empty() && says_percent(&self.name)
    }
}

/// Whether a unit or name says that values are percentages.
pub(super) fn says_percent(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower.contains('%') || lower.contains("percent") || lower.contains("per cent")
}

/// Which end of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The highest, the top, the most.
    Highest,
    /// The lowest, the bottom, the least.
    Lowest,
}

/// Membership of a leading or trailing group: "among the top 5".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Standing {
    /// Which end of the order.
    pub(super) end: End,
    /// How many belong to the group.
    pub(super) size: u32,
}

/// An extreme in time: "highest in 12 years", "lowest on record".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Extreme {
    /// Which end.
    pub(super) end: End,
    /// Over how many years, where it is said.
    pub(super) years: Option<u32>,
    /// Whether it is said of all time: "ever", "in history".
    pub(super) ever: bool,
    /// Whether the word judges and names no end: "worst" is the highest unemployment and the lowest growth. The end
    /// is then that of the worst of what is bad.
    pub(super) by_worth: bool,
}

impl Extreme {
    /// An extreme of that end over so many years.
    pub(super) fn over(end: End, years: Option<u32>) -> Self {
        Self { end, years, ever: false, by_worth: false }
    }
}

/// One row of a statistics office's table, as `key=value` fields: one or two observations of one measure.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Record {
    /// The observations in the order of years.
    pub(super) points: Vec<Point>,
    /// Every rank of the record: one observation may have one from the top and one from the bottom.
    pub(super) ranks: Vec<u32>,
    /// What it is measured in.
    pub(super) unit: String,
    /// What the values are to be multiplied with: 1000 for "Thousands"; none where the record does not say.
    pub(super) multiplier: Option<f64>,
    /// The places it is of: a region and its country.
    pub(super) places: Vec<String>,
    /// The values of all other fields.
    pub(super) attributes: Vec<String>,
    /// The group it belongs to, where a field says so.
    pub(super) standing: Option<Standing>,
    /// The extreme it is, where a field says so.
    pub(super) extreme: Option<Extreme>,
}

/// What was read from a passage.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Table {
    /// Values of one or more measures.
    Series(Vec<Series>),
    /// One row with its attributes.
    Record(Record),
}
