//! Packed data that unpacks to far more than it says: found out before room is made for it.

use std::io::{self, Read};

/// Packings whose decoders write as much as comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    Gzip,
    Brotli,
    Lz4,
}

impl Packing {
    /// Whether so many packed bytes can unpack to more than `limit`.
    pub(super) fn may_exceed(self, packed: u64, limit: u64) -> bool {
        let most = match self {
            Self::Gzip => 1032,
            Self::Lz4 => 255,
            Self::Brotli => return true, // a handful of bytes suffices
        };
        packed.saturating_mul(most) > limit
    }
}

/// Whether packed bytes unpack to more than `most`. Data that cannot be unpacked does not.
pub(super) fn floods(packing: Packing, packed: &[u8], most: u64) -> bool {
    const BUFFER: usize = 64 * 1024;
    match packing {
        Packing::Gzip => exceeds(flate2::read::MultiGzDecoder::new(packed), most),
        Packing::Brotli => exceeds(brotli::Decompressor::new(packed, BUFFER), most),
        Packing::Lz4 => exceeds(lz4_flex::frame::FrameDecoder::new(packed), most),
    }
}

fn exceeds(reader: impl Read, most: u64) -> bool {
    let mut reader = reader.take(most.saturating_add(1));
    let mut buffer = vec![0; 64 * 1024];
    let mut count = 0;
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return count > most,
            Ok(read) => count += read as u64,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return count > most,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Packing, floods};
    use std::io::Write;

    #[test]
    fn floods_are_found_out() {
        let zeros = vec![0; 3_000_000];
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        gzip.write_all(&zeros).unwrap();
        let mut lz4 = lz4_flex::frame::FrameEncoder::new(Vec::new());
        lz4.write_all(&zeros).unwrap();
        let mut brotli = brotli::CompressorWriter::new(Vec::new(), 4096, 5, 22);
        brotli.write_all(&zeros).unwrap();
        for (packing, packed) in [
            (Packing::Gzip, gzip.finish().unwrap()),
            (Packing::Lz4, lz4.finish().unwrap()),
            (Packing::Brotli, brotli.into_inner()),
        ] {
            assert!(floods(packing, &packed, 2_999_999), "{packing:?}");
            assert!(!floods(packing, &packed, 3_000_000), "{packing:?}");
            assert!(!floods(packing, b"nonsense", 100), "{packing:?}");
            assert!(
                packing.may_exceed(packed.len() as u64, 2_000_000),
                "{packing:?}"
            );
        }
    }
}
