import DecantCore
import DecantDocument

// One pass over the text, without recursion. The scanner keeps only the innermost container. The node of each open
// container links to the container around it until it is closed.
//
// Positions are not checked against the end of the text. The zero after the text is not whitespace, not a digit, and
// not allowed in a string, so every path of the scanner stops at it (see PaddedBytes).

/// A scanner that turns a JSON text into nodes, and stops at the first invalid byte.
struct JSONScanner<Lines: JSONLineCounting> {
    let text: PaddedBytes
    let lines: Lines
    let depthLimit: Int
    let numberLimit: Int
    let nullRemoval: JSONNullRemoval

    /// The position in the text and in the open containers.
    var state: JSONScanState

    /// Whether the remaining text is read in chunks, and has been regular so far.
    var isRegular: Bool

    /// Whether byte-by-byte reading has proved faster for this text.
    var isFasterPlain = false

    /// The start of the name or string in which the scanner stopped.
    var nameStart = 0

    /// The accepted quirks, and the ones that the text needs; examined only at invalid text.
    let quirks: JSON.Quirks
    var quirksNeeded: JSON.Quirks = []

    /// The separator between texts, or nil for a single text.
    let separator: JSONSeparator?

    /// The number of nodes of the complete texts.
    var completeNodes = 0

    /// The position of the separator after the last complete text, or one after it.
    var completeEnd = 0

    @inline(__always)
    init(_ text: PaddedBytes, _ lines: Lines, options: JSONScanOptions, separator: JSONSeparator? = nil) {
        self.text = text
        self.lines = lines
        self.separator = separator
        depthLimit = options.depthLimit
        numberLimit = options.numberLimit
        nullRemoval = options.nullRemoval
        quirks = options.quirks
        isRegular = text.count >= options.chunks.textLength && UnsafeJSONTokens.areFound
        state = JSONScanState(position: text.skipWhitespace(at: 0, lines))
    }

    /// Returns a result with the scanner's current state.
    func summary(_ result: JSONScanResult) -> JSONScanSummary {
        JSONScanSummary(result: result, state: state, quirksNeeded: quirksNeeded, line: lines.line)
    }
}

extension JSONScanner {
    /// Continues until the text or the capacity ends.
    ///
    /// Each iteration reads a value with the name before it, and then everything up to the next name or value.
    mutating func run(into writer: inout NodeWriter) -> JSONScanResult {
        let text = self.text
        var nodes = writer
        var state = self.state
        var comma = JSONComma()
        defer {
            writer = nodes
            self.state = state
        }
        while true {
            guard _fastPath(nodes.hasCapacityForTwo) else { return .needsCapacity }
            if state.expectsName {
                let name = text.name(at: state.position, lines)
                guard _fastPath(name.isValid) else {
                    nameStart = state.position
                    state.position = name.end
                    return .stopped(name.expected)
                }
                state.position = name.end
                nodes.append(name.node)
            }
            let byte = text[state.position]
            if byte == UInt8(ascii: "\"") {
                let string = text.string(at: state.position)
                state.position = string.end
                guard _fastPath(string.isValid) else {
                    nameStart = string.offset
                    return .stopped(string.expected)
                }
                nodes.append(string.node)
            } else if byte.opensContainer {
                guard _fastPath(state.depth < depthLimit) else { return .stopped(.depth) }
                if state.open(byte, in: text, lines, &nodes) { continue }
            } else {
                let value = text.numberOrWord(byte, at: state.position, numberLimit: numberLimit)
                state.position = value.end
                guard _fastPath(value.isValid) else { return .stopped(value.expected) }
                nodes.append(value.node)
                if value.kind == .null, nullRemoval.removesNull(in: state.closer) {
                    nodes.removeLast(state.isInObject ? 2 : 1)
                    state.members &-= 1
                }
                if let expected = state.readNumbers(after: comma, in: text, limit: numberLimit, into: &nodes) {
                    return .stopped(expected)
                }
            }
            if _fastPath(state.skip(comma, in: text, lines)) { continue }
            if _fastPath(state.advance(in: text, lines, nodes, &comma)) { continue }
            guard separator != nil, beginsText(at: &state, nodes.count) else { return state.result(in: text) }
            // The recorded comma applies only inside containers.
            if !text[state.position].opensContainer { comma = JSONComma() }
        }
    }

    /// Continues after a value.
    mutating func scanAfterValue(into nodes: inout NodeWriter) -> JSONScanResult {
        advancesAfterValue(nodes) ? run(into: &nodes) : state.result(in: text)
    }

}

/// The state of a scan: the position in the text and in the open containers.
///
/// A run copies it into a local variable, whose members stay in registers.
struct JSONScanState {
    /// The parent link of the outermost container.
    static var noParent: Int { Int(UInt32.max) }

    /// The position in the text; once the scanner has stopped, the position of the invalid byte.
    var position: Int

    /// The node of the innermost open container.
    var parent = JSONScanState.noParent

    /// The number of elements or members of that container so far, without removed ones.
    var members = 0

    /// The character that closes the container: a bracket, a brace, or the zero after the text.
    var closer: UInt8 = 0

    /// The number of open containers.
    var depth = 0

    /// Whether a name comes next instead of a value.
    var expectsName = false
}

extension JSONScanState {
    /// Whether the innermost open container is an object.
    var isInObject: Bool { closer == UInt8(ascii: "}") }

    /// Begins a container.
    ///
    /// - Returns: Whether the container has contents.
    @inline(__always)
    mutating func open(
        _ byte: UInt8,
        in text: PaddedBytes,
        _ lines: some JSONLineCounting,
        _ nodes: inout NodeWriter
    ) -> Bool {
        depth &+= 1
        parent = nodes.open(byte, offset: position, in: parent, members: members)
        // In ASCII, each closing character is two after its opening one.
        closer = byte &+ 2
        expectsName = isInObject
        position = text.skipWhitespace(at: position &+ 1, lines)
        members = text[position] == closer ? 0 : 1
        return members != 0
    }

    /// Skips a comma if it and the whitespace after it equal the last comma.
    ///
    /// Only commas inside containers are recorded and skipped.
    @inline(__always)
    mutating func skip(_ comma: JSONComma, in text: PaddedBytes, _ lines: some JSONLineCounting) -> Bool {
        guard comma.isNext(in: text, at: position) else { return false }
        position &+= comma.length
        if _slowPath(text[position].isSpaceOrControl) { position = text.skipRareWhitespace(at: position, lines) }
        expectsName = isInObject
        members &+= 1
        return true
    }

    /// Reads the next elements of an array while they are numbers, and the comma and whitespace between them repeat.
    ///
    /// A loop of its own takes half as many instructions per number.
    ///
    /// - Returns: The token that was expected instead of an invalid one, or nil if all numbers are valid.
    @inline(__always)
    mutating func readNumbers(
        after comma: JSONComma,
        in text: PaddedBytes,
        limit: Int,
        into nodes: inout NodeWriter
    ) -> JSONExpectation? {
        while closer == UInt8(ascii: "]"), comma.isNext(in: text, at: position), nodes.hasCapacityForTwo {
            let next = position &+ comma.length
            guard text[next].beginsNumber else { break }
            let value = text.number(text[next], at: next, limit: limit)
            members &+= 1
            position = value.end
            guard _fastPath(value.isValid) else { return value.expected }
            nodes.append(value.node)
        }
        return nil
    }

    /// Continues after a value, past the comma or past the containers that end there.
    ///
    /// - Returns: Whether another value or name follows; if not, the text is at its end, or invalid.
    mutating func advance(in text: PaddedBytes, _ lines: some JSONLineCounting, _ nodes: NodeWriter) -> Bool {
        var comma = JSONComma()
        return advance(in: text, lines, nodes, &comma)
    }

    /// Continues after a value, and records the comma with the whitespace after it.
    @inline(__always)
    mutating func advance(
        in text: PaddedBytes,
        _ lines: some JSONLineCounting,
        _ nodes: NodeWriter,
        _ comma: inout JSONComma
    ) -> Bool {
        repeat {
            var byte = text[position]
            if byte.isSpaceOrControl {
                position = text.skipWhitespace(at: position, lines)
                byte = text[position]
            }
            guard closer != 0 else { return false }
            if byte == UInt8(ascii: ",") {
                let start = position
                position = text.skipWhitespace(at: start &+ 1, lines)
                // A recorded comma would skip line ends without counting them.
                if !lines.isCounting { comma.learn(in: text, from: start, to: position) }
                expectsName = isInObject
                members &+= 1
                return true
            }
            guard byte == closer else { return false }
            close(nodes)
        } while closer == 0 || !skip(comma, in: text, lines)
        return true
    }

    /// Ends the innermost open container.
    mutating func close(_ nodes: NodeWriter) {
        position &+= 1
        depth &-= 1
        (parent, members, closer) = nodes.close(parent, members: members)
    }

    /// Returns the result for a text that has neither a comma nor an open container at its position.
    func result(in text: PaddedBytes) -> JSONScanResult {
        closer == 0 && position == text.count ? .done : .stopped(.commaOrEnd)
    }
}

extension NodeWriter {
    /// Writes the node of a new container, and saves the number of parts so far in the node of the container around it.
    ///
    /// - Returns: The index of the node.
    @inline(__always)
    mutating func open(_ byte: UInt8, offset: Int, in parent: Int, members: Int) -> Int {
        if parent != JSONScanState.noParent {
            let around = self[parent]
            self[parent] = DocumentNode(around.kind, offset: around.offset, end: around.end, count: members)
        }
        let index = count
        append(DocumentNode(byte == UInt8(ascii: "{") ? .object : .array, offset: offset, end: parent, count: 0))
        return index
    }

    /// Completes the node of a container that ends after the last node.
    ///
    /// - Returns: The container around it, the number of its parts so far, and its closing character.
    @inline(__always)
    func close(_ index: Int, members: Int) -> (parent: Int, members: Int, closer: UInt8) {
        let node = self[index]
        let parent = node.end
        self[index] = DocumentNode(node.kind, offset: node.offset, end: count, count: members)
        guard parent != JSONScanState.noParent else { return (parent, 0, 0) }
        let around = self[parent]
        return (parent, around.count, around.kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }
}

/// The token that the scanner was about to read when it stopped.
///
/// With the byte at the position, it determines the error.
enum JSONExpectation: UInt8 {
    /// A value: at the top level, as an element, or after a colon.
    case value

    /// A name, after a brace or a comma.
    case member

    /// The colon after a name.
    case colon

    /// The comma after a value, or the end of the array, the object or the text.
    case commaOrEnd

    /// The inside of a name.
    case name

    /// The inside of a string.
    case string

    /// A digit of a number.
    case digit

    /// The character after a leading zero.
    case leadingZero

    /// A number that exceeds the limit.
    case numberLength

    /// A container that exceeds the depth limit.
    case depth

    /// A node that exceeds the limit.
    case nodes
}

/// The result of a run of the scanner.
enum JSONScanResult {
    /// The text is valid, and all nodes are written.
    case done

    /// No capacity for more nodes is left; the scanner continues once it has more.
    case needsCapacity

    /// The scanner has reached the offset at which it was to pause.
    case paused

    /// The text is invalid, or exceeds a limit, at the scanner's position.
    case stopped(JSONExpectation)
}

/// The result of a run of the scanner, with its final state.
struct JSONScanSummary {
    var result: JSONScanResult
    let state: JSONScanState
    let quirksNeeded: JSON.Quirks

    /// The line of the state's position, if it is known.
    let line: Int?
}

/// The options and limits of the parser.
///
/// Contains no references, so passing it on is free.
struct JSONScanOptions: Sendable {
    let depthLimit: Int
    let numberLimit: Int
    let nodeLimit: Int
    let allowsFragments: Bool
    let rejectsDuplicateKeys: Bool
    let nullRemoval: JSONNullRemoval
    let quirks: JSON.Quirks
    let conversions: DecodingOptions.Conversions
    /// Whether types that decode themselves may convert values or cause findings.
    let needsConverter: Bool
    var chunks = JSONChunkSizes()

    init(_ options: borrowing JSON.Options, _ limits: Limits) {
        depthLimit = limits.jsonDepth
        numberLimit = limits.jsonNumberBytes
        nodeLimit = limits.jsonNodes
        allowsFragments = options.allowsFragments
        rejectsDuplicateKeys = options.rejectsDuplicateKeys
        nullRemoval = JSONNullRemoval(members: options.removesNullMembers, elements: options.removesNullElements)
        quirks = options.quirks
        conversions = options.decoding.conversions
        needsConverter = options.decoding.needsConverter
    }

    /// The scan options for the default options and limits.
    ///
    /// Most texts use them, and creating them takes longer than reading a small text.
    static let standard = JSONScanOptions(JSON.Options(), Limits())

    /// Whether a valid JSON text may be rejected.
    var mayRejectJSON: Bool { !allowsFragments || rejectsDuplicateKeys }
}

/// The kinds of containers that nulls are removed from.
struct JSONNullRemoval: Sendable {
    let members: Bool
    let elements: Bool

    /// Returns whether a null is removed from the container with a closing character.
    func removesNull(in closer: UInt8) -> Bool {
        closer == UInt8(ascii: "}") ? members : elements && closer == UInt8(ascii: "]")
    }
}

/// The chunk sizes of a scan that finds the tokens in advance.
package struct JSONChunkSizes: Sendable {
    /// The minimum text length for chunked scanning.
    ///
    /// Setting up a chunk costs as much as scanning a few hundred bytes.
    package var textLength = 1024

    /// The number of tokens in a sample chunk.
    package var sampleTokens = 256

    /// The number of tokens in a chunk after a sample has shown that chunks are faster; limited by the available
    /// memory.
    package var maxTokens = 1 << 20

    /// The number of bytes to scan byte by byte after a chunk has shown that this is faster.
    package var plainLength = 1 << 17

    package init() {}
}
