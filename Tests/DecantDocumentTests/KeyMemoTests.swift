import DecantCore
import DecantDocument
import Synchronization
import Testing

/// The calls of a custom function for the keys of names.
@Suite struct KeyMemoTests {
    /// A function, and the paths that it was called with.
    private final class Function: Sendable {
        let paths = Mutex<[String]>([])

        func call(_ path: [any CodingKey], reading: Int = 0) -> any CodingKey {
            let outer = path.prefix(reading).map(\.stringValue)
            let name = path.last?.stringValue ?? ""
            paths.withLock { $0.append((outer + [name]).joined(separator: ".")) }
            return DocumentKey(stringValue: (outer + [name.uppercased()]).joined(separator: "."))
        }
    }

    private func key(_ memo: KeyMemo, _ name: String, in path: [String]) -> String {
        name.withUTF8Bytes { bytes in
            memo.key(for: bytes, at: path.count) { path.map { DocumentKey(stringValue: $0) } }.text
        }
    }

    @Test("Calls a function of the name once for each name and depth") func callsAFunctionOfTheNameOnceForEachName() {
        let function = Function()
        let memo = KeyMemo { function.call($0) }
        for path in [["0"], ["1"], ["2"], ["0", "x"], ["7"]] {
            for name in ["a", "b", "a", "c", "b"] { #expect(key(memo, name, in: path) == name.uppercased()) }
        }
        #expect(function.paths.withLock { $0 } == ["a", "b", "c", "a", "b", "c"])
        #expect(memo.isComplete)
    }

    @Test func callsAFunctionOfThePathForEachPath() {
        let function = Function()
        let memo = KeyMemo { function.call($0, reading: 1) }
        for path in [["0"], ["1"], ["0"]] { #expect(key(memo, "a", in: path) == "\(path[0]).A") }
        #expect(function.paths.withLock { $0 } == ["0.a", "1.a", "0.a"])
        #expect(!memo.isComplete)
    }

    /// Results that depended on the name alone stay valid after the function has read a path.
    @Test("Calls a function that reads the path of some names") func callsAFunctionThatReadsThePath() {
        let function = Function()
        let memo = KeyMemo { function.call($0, reading: $0.last?.stringValue == "p" ? 1 : 0) }
        for path in [["0"], ["1"]] {
            #expect(key(memo, "a", in: path) == "A")
            #expect(key(memo, "p", in: path) == "\(path[0]).P")
            #expect(key(memo, "b", in: path) == "B")
        }
    }

    /// Each way to look at a key before the last one.
    @Test(
        arguments: [
            { $0[0].intValue.map(String.init) ?? "" }, { "\($0[0])" }, { $0[0].debugDescription },
            { "\($0)" }, { $0.first?.stringValue ?? "" },
        ] as [@Sendable ([any CodingKey]) -> String]
    )
    func noticesThatAFunctionReadsAKeyOfThePath(_ read: @escaping @Sendable ([any CodingKey]) -> String) {
        let memo = KeyMemo { DocumentKey(stringValue: read($0)) }
        let texts = [0, 1].map { index in
            "a".withUTF8Bytes { memo.key(for: $0, at: 1) { [DocumentKey(intValue: index)] }.text }
        }
        #expect(texts[0] != texts[1])
    }

    /// A function that keeps a key may read it later, when its result is known.
    @Test func theKeysOfThePathMayBeKept() {
        let kept = Mutex<[any CodingKey]>([])
        let memo = KeyMemo { path in
            kept.withLock { $0 = path }
            return DocumentKey(stringValue: "k")
        }
        _ = key(memo, "a", in: ["x", "y"])
        #expect(kept.withLock { $0.map(\.stringValue) } == ["x", "y", "a"])
        #expect(memo.isComplete)
    }

    @Test func remembersABoundedNumberOfKeys() {
        let function = Function()
        let memo = KeyMemo { function.call($0) }
        let count = 1 << 16
        for name in 0...count { #expect(key(memo, "n\(name)", in: []) == "N\(name)") }
        #expect(!memo.isComplete)
        #expect(key(memo, "n\(count)", in: []) == "N\(count)")
        #expect(key(memo, "n0", in: []) == "N0")
        #expect(function.paths.withLock { $0.count } == count + 2)
    }
}
