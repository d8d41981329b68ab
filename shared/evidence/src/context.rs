//! Whether a claim's metric, place and period are what they should be.
