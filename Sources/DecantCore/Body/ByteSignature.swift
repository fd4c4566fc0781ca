/// The bytes by which a file format is recognised: one piece at the beginning of a file, or several at fixed offsets.
package struct ByteSignature: Sendable, ExpressibleByArrayLiteral, ExpressibleByStringLiteral {
    private let pieces: [(offset: Int, bytes: [UInt8])]

    /// Creates a signature of bytes at the beginning of a file.
    package init(arrayLiteral bytes: UInt8...) {
        pieces = [(0, bytes)]
    }

    /// Creates a signature of text at the beginning of a file.
    package init(stringLiteral text: String) {
        pieces = [(0, Array(text.utf8))]
    }

    /// Creates a signature of text at the beginning of a file and at a further offset.
    package init(_ text: String, then further: (offset: Int, text: String)) {
        pieces = [(0, Array(text.utf8)), (further.offset, Array(further.text.utf8))]
    }

    /// Returns whether a body has all pieces.
    package func matches(_ body: ResponseBytes) -> Bool {
        pieces.allSatisfy { piece in
            body.count >= piece.offset + piece.bytes.count
                && piece.bytes.indices.allSatisfy { body[piece.offset + $0] == piece.bytes[$0] }
        }
    }

    /// PNG, Third Edition, section 5.2.
    package static let png: Self = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The bytes of ``png`` that a transfer as text leaves alone; the line ends after them show that damage.
    package static let pngName: Self = [0x89, 0x50, 0x4E, 0x47]

    /// ITU T.81, section B.1.1.3: SOI, and the first byte of the next marker.
    package static let jpeg: Self = [0xFF, 0xD8, 0xFF]

    /// GIF89a, section 17, in the older version.
    package static let gif87a: Self = "GIF87a"

    /// GIF89a, section 17.
    package static let gif89a: Self = "GIF89a"
}
