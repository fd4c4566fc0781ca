// Why: a C function writes the token offsets with vector instructions, and they are read without an index check.
//
// Bound: the memory holds `capacity` offsets and is freed by the code that allocated it. A chunk writes `count`
// offsets, and 8 more if it ends with the text. Readers begin a name or a value only up to `lastFirst`. At least 8 more
// tokens follow it, and a name and a value need 6. After the end of a container, readers compare with `lastClosed`.
// Debug builds assert every index. The text is a `PaddedBytes`, whose bound the C function keeps: it reads 64 bytes
// from an offset before the text's end, and one more.

import CDecantScan
package import DecantCore
import DecantDocument

/// The offsets of the tokens in a chunk of a text.
@safe
struct UnsafeJSONTokens {
    private let base: UnsafeMutablePointer<UInt32>

    /// The number of tokens.
    private(set) var count = 0

    /// The last token where a name or a value may begin.
    private(set) var lastFirst = -1

    /// The bound for the token after the end of a container, including the token after a comma.
    private(set) var lastClosed = 0

    /// Whether the chunk ends with the text.
    private(set) var isLast = false

    private let capacity: Int
    private let kernel: decant_json_kernel

    /// The number of tokens to allocate memory for: about 8 kB of text, which stays in the nearest cache together with
    /// its tokens.
    private static var usualCapacity: Int { 1024 + reserve }

    /// The difference between the capacity and the number of tokens at which a chunk may end.
    private static var reserve: Int { 128 + Int(decant_json_sentinels) }

    /// Whether token scanning with vector instructions is supported on this architecture.
    static var areFound: Bool {
        #if arch(x86_64) || arch(arm64)
        true
        #else
        false
        #endif
    }

    /// Allocates memory; the caller must call `deallocate`.
    static func allocate() -> UnsafeJSONTokens {
        allocate(decant_json_best_kernel(), capacity: usualCapacity)
    }

    fileprivate static func allocate(_ kernel: decant_json_kernel, capacity: Int) -> UnsafeJSONTokens {
        precondition(capacity >= reserve)
        return unsafe UnsafeJSONTokens(base: .allocate(capacity: capacity), capacity: capacity, kernel: kernel)
    }

    func deallocate() { unsafe base.deallocate() }

    /// Finds the tokens of a chunk that begins outside strings, at the start of a token.
    ///
    /// - Parameters:
    ///   - start: The offset of the chunk.
    ///   - maxTokens: The number of tokens after which the chunk ends, within 128.
    ///   - countsLines: Whether to count line ends.
    mutating func find(in text: PaddedBytes, from start: Int, maxTokens: Int, countsLines: Bool) -> JSONChunk {
        let address = unsafe text.address(of: 0)
        let capacity = min(maxTokens + Self.reserve, capacity)
        let chunk = unsafe decant_json_find_tokens(
            kernel,
            address,
            start,
            text.count,
            countsLines ? 1 : 0,
            base,
            capacity
        )
        count = chunk.count
        isLast = chunk.end == text.count
        lastFirst = isLast ? count : count - Int(decant_json_sentinels)
        lastClosed = isLast ? count + 1 : count - 1
        return JSONChunk(
            end: chunk.end,
            feeds: Int(chunk.feeds),
            returns: Int(chunk.returns),
            isASCII: chunk.is_ascii != 0,
            isIrregular: chunk.is_irregular != 0
        )
    }

    /// The offsets alone, which fit into a register.
    var offsets: UnsafeJSONOffsets { unsafe UnsafeJSONOffsets(base: base) }

    /// The offset of a token.
    subscript(token: Int) -> Int {
        assert(token >= 0 && token < count + (isLast ? Int(decant_json_sentinels) : 0), "no such token")
        return offsets[token]
    }
}

/// The offsets of tokens, without their count.
@safe
struct UnsafeJSONOffsets {
    fileprivate let base: UnsafeMutablePointer<UInt32>

    /// The offset of a token.
    ///
    /// The token must exist.
    subscript(token: Int) -> Int { unsafe Int(base[token]) }
}

/// The implementations of the token scan.
///
/// All return the same result; the tests compare them.
package enum JSONTokenKernel: CaseIterable, Sendable {
    case basic, avx2, avx512

    fileprivate var value: decant_json_kernel {
        switch self {
        case .basic: decant_json_kernel_basic
        case .avx2: decant_json_kernel_avx2
        case .avx512: decant_json_kernel_avx512
        }
    }

    /// Whether this processor supports the implementation.
    package var isThere: Bool { decant_json_has_kernel(value) != 0 }

    /// Finds the tokens of a text.
    ///
    /// - Returns: The offsets of the tokens, and the numbers of line ends; nil if the text has bytes that JSON does not
    ///   have.
    package func tokens(of body: ResponseBytes) -> (offsets: [Int], feeds: Int, returns: Int)? {
        let text = FlatDocument.make(body, capacity: 2, words: .json).bytes(upTo: body.count)
        var tokens = UnsafeJSONTokens.allocate(value, capacity: body.count + 256)
        defer { tokens.deallocate() }
        let chunk = withExtendedLifetime(body) {
            tokens.find(in: text, from: 0, maxTokens: body.count + 64, countsLines: true)
        }
        precondition(chunk.end == body.count)
        guard !chunk.isIrregular else { return nil }
        return ((0..<tokens.count).map { tokens[$0] }, chunk.feeds, chunk.returns)
    }
}

/// The properties of a chunk besides its tokens.
struct JSONChunk {
    /// The end offset.
    let end: Int

    /// The numbers of line feeds and carriage returns, if line ends are counted.
    let feeds, returns: Int

    /// Whether all bytes are ASCII.
    let isASCII: Bool

    /// Whether the chunk has bytes that JSON does not have.
    let isIrregular: Bool
}
