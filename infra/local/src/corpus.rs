//! Placeholder until the corpus commands land.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum CorpusCommand {
    List,
}
pub(crate) async fn run(_: CorpusCommand, _: &std::path::Path) -> anyhow::Result<std::process::ExitCode> {
    Ok(std::process::ExitCode::SUCCESS)
}
