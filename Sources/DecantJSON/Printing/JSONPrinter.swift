import DecantCore
import DecantDocument

/// Writes a value as text.
struct JSONPrinter {
    private let format: JSON.Format
    private let document: FlatDocument
    private var bytes: [UInt8] = []
    private var depth = 0
    /// Whether nothing stands yet in the innermost container.
    private var isFirst = true

    init(_ document: FlatDocument, _ format: JSON.Format) {
        self.document = document
        self.format = format
    }

    /// The text of a value in UTF-8.
    mutating func text(of index: Int) -> [UInt8] {
        var walk = DocumentWalk(document, from: index, sortsNames: format.sortsNames)
        var isBehindName = true
        while let event = walk.next() {
            if case .end(let index) = event {
                close(index)
                isBehindName = false
                continue
            }
            if !isBehindName { separate() }
            isBehindName = open(event)
        }
        return bytes
    }

    /// Writes what an event begins with.
    ///
    /// - Returns: Whether a value follows that nothing separates from it.
    private mutating func open(_ event: DocumentWalk.Event) -> Bool {
        switch event {
        case .begin(let index):
            bytes.append(document[index].kind == .object ? 0x7B : 0x5B)
            depth += 1
            isFirst = true
            return false
        case .name(let index):
            put(stringAt: index)
            bytes.append(0x3A)
            if format.indentation != nil { bytes.append(0x20) }
            return true
        case .scalar(let index):
            put(scalar: index)
            return false
        case .end:
            return false
        }
    }

    private mutating func close(_ index: Int) {
        depth -= 1
        if !isFirst { breakLine() }
        isFirst = false
        bytes.append(document[index].kind == .object ? 0x7D : 0x5D)
    }

    private mutating func separate() {
        if !isFirst { bytes.append(0x2C) }
        isFirst = false
        breakLine()
    }

    private mutating func breakLine() {
        guard let indentation = format.indentation else { return }
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: max(0, indentation) * depth))
    }
}

extension JSONPrinter {
    private mutating func put(scalar index: Int) {
        switch document[index].kind {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .true: bytes.append(contentsOf: "true".utf8)
        case .false: bytes.append(contentsOf: "false".utf8)
        case let kind where kind.isString: put(stringAt: index)
        default: put(numberAt: index)
        }
    }

    /// Writes a number; a word like `NaN`, which only a quirk accepts, becomes null, as ECMAScript writes it.
    private mutating func put(numberAt index: Int) {
        guard !document.isNonFinite(index) else { return bytes.append(contentsOf: "null".utf8) }
        let short = format.shortensNumbers ? ECMAScriptNumber.text(of: document.double(at: index)) : nil
        bytes.append(contentsOf: (short ?? document.numberText(at: index)).utf8)
    }

    /// Writes a string.
    ///
    /// One that was read without escapes needs none.
    private mutating func put(stringAt index: Int) {
        bytes.append(0x22)
        if document[index].kind == .string {
            document.withBytes(at: index) { text in
                unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
            }
        } else {
            for byte in document.string(at: index).utf8 { put(escaping: byte) }
        }
        bytes.append(0x22)
    }

    /// Escapes what has to be escaped, by its short form if it has one (RFC 8785 §3.2.2.2).
    private mutating func put(escaping byte: UInt8) {
        switch byte {
        case 0x22, 0x5C: bytes += [0x5C, byte]
        case 0x08: bytes += [0x5C, 0x62]
        case 0x09: bytes += [0x5C, 0x74]
        case 0x0A: bytes += [0x5C, 0x6E]
        case 0x0C: bytes += [0x5C, 0x66]
        case 0x0D: bytes += [0x5C, 0x72]
        case ..<0x20: bytes.append(contentsOf: "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8)
        default: bytes.append(byte)
        }
    }
}
