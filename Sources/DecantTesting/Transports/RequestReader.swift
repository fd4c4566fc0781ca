internal import HTTPTypes

/// A reader of the requests on one connection, as specified in RFC 9112.
///
/// It holds one request and the bytes received with it. A request whose length is not certain is rejected, because the
/// bytes after it may belong to it.
package struct RequestReader {
    /// The maximum number of bytes of a body.
    package static let maxBodyBytes = 16 << 20

    /// The maximum number of bytes of a head.
    static let maxHeadBytes = 1 << 20

    /// The maximum number of bytes of the line before a chunk, and of the trailers.
    private static let maxLineBytes = 64 << 10

    /// The number of consumed bytes that triggers compaction.
    private static let worthwhile = 64 << 10

    /// Waits for bytes; returns none once the peer has closed the connection.
    private let receive: () -> [UInt8]

    /// The bytes received; those before `start` have been consumed.
    private var bytes: [UInt8] = []
    private var start = 0

    /// Creates a reader.
    ///
    /// - Parameter receive: A closure that waits for bytes, and returns none at the end of the connection.
    package init(receive: @escaping () -> [UInt8]) { self.receive = receive }

    /// The reason for ending a connection before a request is complete.
    package enum Failure: Error, Hashable {
        /// The peer has closed the connection.
        case closed

        /// The length of the body is not certain, or its chunks are malformed.
        case badRequest

        /// The body exceeds its limit.
        case contentTooLarge

        /// The head exceeds its limit.
        case headTooLarge

        /// The status of the response with its reason phrase, or nil if the peer has closed the connection.
        package var status: String? {
            switch self {
            case .closed: nil
            case .badRequest: "400 Bad Request"
            case .contentTooLarge: "413 Content Too Large"
            case .headTooLarge: "431 Request Header Fields Too Large"
            }
        }
    }
}

extension RequestReader {
    /// Reads the head of the next request.
    ///
    /// - Returns: The head with the empty line after it.
    package mutating func head() throws(Failure) -> String {
        var count = 0
        while true {
            while start + count < bytes.count {
                count += 1
                guard count <= Self.maxHeadBytes else { throw .headTooLarge }
                guard bytes[start + count - 1] == .lineFeed else { continue }
                let head = bytes[start..<start + count]
                guard head.suffix(4).elementsEqual("\r\n\r\n".utf8) else { continue }
                start += count
                return String(decoding: head, as: UTF8.self)
            }
            try receiveMore()
        }
    }

    /// Reads the body of a request.
    ///
    /// - Parameters:
    ///   - head: The head of the request.
    ///   - permit: A closure that is called if the peer waits for permission to send the body.
    package mutating func body(of head: String, permit: () -> Void) throws(Failure) -> [UInt8] {
        let framing = try RequestFraming(head)
        let isWaiting = framing.expectsContinue && start == bytes.count
        switch framing.length {
        case .bytes(let count):
            guard count <= Self.maxBodyBytes else { throw .contentTooLarge }
            if isWaiting, count > 0 { permit() }
            return Array(try consume(count))
        case .chunks:
            if isWaiting { permit() }
            return try chunks()
        }
    }

    /// Reads the chunks of a body, and drops the trailers (RFC 9112 §7.1).
    private mutating func chunks() throws(Failure) -> [UInt8] {
        var body: [UInt8] = []
        while true {
            let size = try Self.chunkSize(line(upTo: Self.maxLineBytes))
            guard size > 0 else { break }
            guard size <= Self.maxBodyBytes - body.count else { throw .contentTooLarge }
            body += try consume(size)
            guard try consume(2).elementsEqual("\r\n".utf8) else { throw .badRequest }
        }
        var count = 0
        while true {
            let trailer = try line(upTo: Self.maxLineBytes - count)
            if trailer.isEmpty { return body }
            count += trailer.count
        }
    }

    /// RFC 9112 §7.1: `chunk-size = 1*HEXDIG`, and extensions after it.
    private static func chunkSize(_ line: ArraySlice<UInt8>) throws(Failure) -> Int {
        let digits = line.prefix { Unicode.Scalar($0).properties.isASCIIHexDigit }
        let extensions = line[digits.endIndex...].drop(while: \.isSpaceOrTab)
        guard !digits.isEmpty, extensions.isEmpty || extensions.first == UInt8(ascii: ";") else { throw .badRequest }
        return Int(String(decoding: digits, as: UTF8.self), radix: 16) ?? .max
    }

    /// Consumes a line, and returns it without its line end.
    private mutating func line(upTo limit: Int) throws(Failure) -> ArraySlice<UInt8> {
        var count = 0
        while true {
            while start + count < bytes.count {
                count += 1
                guard count <= limit else { throw .badRequest }
                guard bytes[start + count - 1] == .lineFeed else { continue }
                let line = try consume(count).dropLast()
                guard line.last == .carriageReturn else { throw .badRequest }
                return line.dropLast()
            }
            try receiveMore()
        }
    }

    private mutating func consume(_ count: Int) throws(Failure) -> ArraySlice<UInt8> {
        while bytes.count - start < count { try receiveMore() }
        defer { start += count }
        return bytes[start..<start + count]
    }

    private mutating func receiveMore() throws(Failure) {
        if start >= Self.worthwhile, start >= bytes.count / 2 {
            bytes.removeFirst(start)
            start = 0
        }
        let chunk = receive()
        guard !chunk.isEmpty else { throw .closed }
        bytes += chunk
    }
}

/// The part of a request's head that determines its body (RFC 9112 §6).
private struct RequestFraming {
    enum Length {
        case bytes(Int)
        case chunks
    }

    private(set) var length = Length.bytes(0)

    /// Whether the peer waits for an interim response before it sends the body (RFC 9110 §10.1.1).
    private(set) var expectsContinue = false

    /// Reads the fields.
    ///
    /// Throws if a line is malformed, or if the fields contradict each other.
    init(_ head: String) throws(RequestReader.Failure) {
        var lengths: Set<Int> = []
        var codings: [String] = []
        let lines = head.utf8.dropLast(4).split(separator: .lineFeed, omittingEmptySubsequences: false)
        // An earlier version has no interim responses.
        let isCurrent = head.prefix { $0 != "\r\n" }.hasSuffix("HTTP/1.1")
        for (number, line) in lines.enumerated().dropFirst() {
            // `dropLast(4)` has removed the carriage return of the last line.
            let isLast = number == lines.count - 1
            guard let field = Field(isLast ? line : line.dropLast()), isLast || line.last == .carriageReturn else {
                throw .badRequest
            }
            switch field.name {
            case .contentLength:
                guard let count = field.count else { throw .badRequest }
                lengths.insert(count)
            case .transferEncoding: codings.append(field.value.lowercased())
            case .expect: expectsContinue = isCurrent && field.value.lowercased() == "100-continue"
            default: break
            }
        }
        switch (lengths.count, codings) {
        case (0, []): break
        case (1, []): length = .bytes(lengths.first ?? 0)
        case (0, ["chunked"]): length = .chunks
        default: throw .badRequest
        }
    }

    /// RFC 9112 §5: `field-line = field-name ":" OWS field-value OWS`.
    private struct Field {
        let name: HTTPField.Name
        let value: String

        /// Parses a line, or nil if it is malformed.
        init?(_ line: Substring.UTF8View) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), !line.contains(.carriageReturn),
                let name = HTTPField.Name(String(Substring(line[..<colon])))
            else { return nil }
            var value = line[colon...].dropFirst().drop(while: \.isSpaceOrTab)
            while value.last?.isSpaceOrTab == true { value.removeLast() }
            self.name = name
            self.value = String(Substring(value))
        }

        /// The value as a number of bytes, saturated, or nil if it is not a number.
        var count: Int? {
            let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
            return value.isEmpty || !value.utf8.allSatisfy(digits.contains) ? nil : Int(value) ?? .max
        }
    }
}

extension UInt8 {
    fileprivate static var lineFeed: UInt8 { UInt8(ascii: "\n") }
    fileprivate static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
    fileprivate var isSpaceOrTab: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
