import DecantCore

/// The keys that a custom function returned in one decoding.
///
/// The function receives the whole path of a member, and usually looks at the name only, the last key. The keys before
/// it note whether they are read. While none is, a result depends on the name and the number of keys alone, and holds
/// for all members with the same name at the same depth. After that, the function is called for every member.
///
/// Example: the path [Index 0, “Name”] gives “name”. If the function has not read “Index 0”, the result for
/// [Index 1, “Name”] is known.
package final class KeyMemo {
    /// The maximum number of keys to remember, so that hostile names do not fill the memory.
    private static let limit = 1 << 16

    private struct Name: Hashable {
        let depth: Int
        let text: UTF8Key
    }

    private let convert: CustomStrategies.Key
    private var keys: [MemoKey] = []
    private var numbers: [Name: Int] = [:]

    /// The number of the key that was found last; the next one is probably that of the next member.
    private var last = 0

    /// Whether all keys were remembered; if not, each object should look up each of its names only once.
    package private(set) var isComplete = true

    package init(_ convert: @escaping CustomStrategies.Key) {
        self.convert = convert
    }

    /// Returns the key of a member; `depth` is the number of keys in the path of the object.
    package func key(for name: Span<UInt8>, at depth: Int, in path: () -> [any CodingKey]) -> MemoKey {
        if let key = key(last &+ 1, of: name, depth) ?? key(last, of: name, depth) { return key }
        return search(name.text, depth, path)
    }

    /// Returns a key if it is that of a name at a depth.
    private func key(_ number: Int, of name: Span<UInt8>, _ depth: Int) -> MemoKey? {
        guard number < keys.count, keys[number].isKey(of: name, depth) else { return nil }
        last = number
        return keys[number]
    }

    @inline(never)
    private func search(_ name: String, _ depth: Int, _ path: () -> [any CodingKey]) -> MemoKey {
        let entry = Name(depth: depth, text: UTF8Key(text: name))
        if let number = numbers[entry] {
            last = number
            return keys[number]
        }
        // The function may use this memo, through a decoder that it got from elsewhere.
        guard isComplete, keys.count < Self.limit else {
            isComplete = false
            return MemoKey(convert(path() + [DocumentKey(stringValue: name)]), of: name, depth)
        }
        let reading = PathReading()
        var observed: [any CodingKey] = path().map { OuterKey(key: $0, reading: reading) }
        observed.append(DocumentKey(stringValue: name))
        let key = MemoKey(convert(observed), of: name, depth)
        guard !reading.isRead else {
            isComplete = false
            return key
        }
        last = keys.count
        numbers[entry] = last
        keys.append(key)
        return key
    }
}

/// A key that a custom function returned for a name.
package final class MemoKey {
    package let key: any CodingKey
    package let text: String
    private let name: [UInt8]
    private let depth: Int

    fileprivate init(_ key: any CodingKey, of name: String, _ depth: Int) {
        self.key = key
        self.depth = depth
        self.name = Array(name.utf8)
        text = key.stringValue
    }

    /// Returns whether the key is that of a name at a depth.
    fileprivate func isKey(of name: Span<UInt8>, _ depth: Int) -> Bool {
        let own = self.name
        return depth == self.depth ? own.elementSpan.isEqual(to: name) : false
    }
}

/// A key of the path before the name, which notes that it was read.
private struct OuterKey: CodingKey {
    private let key: any CodingKey
    private let reading: PathReading

    init(key: any CodingKey, reading: PathReading) {
        self.key = key
        self.reading = reading
    }

    init?(stringValue: String) { nil }

    init?(intValue: Int) { nil }

    var stringValue: String {
        reading.markRead()
        return key.stringValue
    }

    var intValue: Int? {
        reading.markRead()
        return key.intValue
    }
}

/// Whether a custom function has read the path before the name; it may do so on any thread.
private final class PathReading: Sendable {
    private let state = Lock(false)

    var isRead: Bool { state.withLock(\.self) }

    func markRead() { state.withLock { $0 = true } }
}
