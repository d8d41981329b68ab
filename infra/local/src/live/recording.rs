//! A recording: WAV, 16 kHz, 16 bit, one channel for each speaker.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::time::Duration;

use hound::{SampleFormat, WavReader};
use live::client::Voice;
use tokio::time::Instant;

use super::conversation::Conversation;
use crate::serve::stop_signal;

/// What Gemini Live hears.
const RATE_HZ: u32 = 16_000;
/// Samples sent at once: a tenth of a second.
const CHUNK: usize = 1_600;
const CHUNK_SECONDS: f64 = 0.1;

/// Plays a recording.
pub(crate) struct Recording {
    reader: WavReader<BufReader<File>>,
    channels: usize,
}

impl Recording {
    /// Opens `path`, a recording of so many speakers.
    pub(crate) fn open(path: &Path, speakers: usize) -> anyhow::Result<Self> {
        let name = path.display();
        let reader =
            WavReader::open(path).map_err(|error| anyhow::anyhow!("cannot read {name} as WAV: {error}"))?;
        let spec = reader.spec();
        anyhow::ensure!(
            (spec.sample_rate, spec.bits_per_sample, spec.sample_format) == (RATE_HZ, 16, SampleFormat::Int),
            "{name} must have 16 kHz and 16 bit: ffmpeg -i {name} -ar 16000 -c:a pcm_s16le out.wav"
        );
        let channels = usize::from(spec.channels);
        anyhow::ensure!(
            channels == speakers,
            "{name} has {channels} channels for {speakers} speakers: give one --speaker for each channel, or mix it down \
             with ffmpeg -i {name} -ac 1 out.wav"
        );
        Ok(Self { reader, channels })
    }

    /// Gives each speaker's channel to the conversation, at `speed`, until its end or Ctrl-C.
    pub(crate) async fn play(
        mut self,
        mut conversation: Conversation,
        speakers: &[String],
        speed: f64,
    ) -> anyhow::Result<()> {
        let mut stop = stop_signal()?;
        let began = Instant::now();
        for number in 1_u32.. {
            let channels = self.next_chunk()?;
            if channels.iter().all(Vec::is_empty) {
                break;
            }
            for (speaker, pcm) in speakers.iter().zip(channels) {
                conversation.give(speaker, Voice::Audio(pcm)).await;
            }
            // What was said in this chunk is over only now.
            let due = began + Duration::from_secs_f64(f64::from(number) * CHUNK_SECONDS / speed);
            tokio::select! {
                () = tokio::time::sleep_until(due) => {}
                _ = stop.recv() => break,
            }
        }
        Ok(())
    }

    /// The next tenth of a second of each channel, little-endian.
    fn next_chunk(&mut self) -> anyhow::Result<Vec<Vec<u8>>> {
        let mut channels = vec![Vec::with_capacity(CHUNK * 2); self.channels];
        for (place, sample) in self.reader.samples::<i16>().take(CHUNK * self.channels).enumerate() {
            channels[place % self.channels].extend_from_slice(&sample?.to_le_bytes());
        }
        Ok(channels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wav(rate_hz: u32, channels: u16, samples: &[i16]) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(format!("truthy-{}.wav", fastrand::u64(..)));
        let spec = hound::WavSpec {
            channels,
            sample_rate: rate_hz,
            bits_per_sample: 16,
            sample_format: SampleFormat::Int,
        };
        let mut writer = hound::WavWriter::create(&path, spec).expect("a file");
        for sample in samples {
            writer.write_sample(*sample).expect("written");
        }
        writer.finalize().expect("written");
        path
    }

    #[test]
    fn each_channel_is_a_speakers_and_nothing_is_left_out() {
        let path = wav(RATE_HZ, 2, &[1, -1].repeat(CHUNK + 5));
        let mut recording = Recording::open(&path, 2).expect("opened");
        let first = recording.next_chunk().expect("a chunk");
        assert_eq!(
            (first[0].len(), &first[0][..2], &first[1][..2]),
            (CHUNK * 2, &[1, 0][..], &[255, 255][..])
        );
        assert_eq!(recording.next_chunk().expect("the rest")[1].len(), 10);
        assert!(recording.next_chunk().expect("the end").iter().all(Vec::is_empty));
        std::fs::remove_file(path).expect("removed");
    }

    #[test]
    fn what_cannot_be_heard_is_refused_with_what_to_do() {
        for (rate_hz, channels, words) in
            [(44_100, 1, "-ar 16000"), (RATE_HZ, 2, "--speaker for each channel")]
        {
            let path = wav(rate_hz, channels, &[0; 4]);
            let error = Recording::open(&path, 1).err().expect("refused").to_string();
            assert!(error.contains(words), "{error}");
            std::fs::remove_file(path).expect("removed");
        }
        let error = Recording::open(Path::new("Cargo.toml"), 1).err().expect("no WAV").to_string();
        assert!(error.contains("as WAV"), "{error}");
    }
}
