import Decant
import Foundation
import Testing

/// The behavior that paths share across formats.
@Suite struct PathTests {
    private func restored<Path: Codable & Hashable & CodingKeyRepresentable>(_ paths: [Path: Int]) throws
        -> [Path: Int]
    {
        try JSONDecoder().decode([Path: Int].self, from: JSONEncoder().encode(paths))
    }

    @Test func isStoredAsItsText() throws {
        let pointers: [JSONPointer: Int] = ["/a": 1, .root: 2]
        #expect(try restored(pointers) == pointers)
        #expect(try JSONDecoder().decode([String: Int].self, from: JSONEncoder().encode(pointers)) == ["/a": 1, "": 2])
        let paths: [XML.Path: Int] = ["a/@b": 1, .root: 2]
        #expect(try restored(paths) == paths)
        #expect(String(data: try JSONEncoder().encode(["a/b"] as [XML.Path]), encoding: .utf8) == #"["a\/b"]"#)
    }

    @Test func isNotRestoredFromOtherText() {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([JSONPointer].self, from: Data(#"["a"]"#.utf8)) }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([JSONPointer: Int].self, from: Data(#"{"a":1}"#.utf8))
        }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([XML.Path].self, from: Data(#"["/a"]"#.utf8)) }
    }

    @Test func hasTheNamesOfItsSteps() {
        #expect(("a/x:b/*:c/@d" as XML.Path).names == ["a", "x:b", "*:c", "@d"])
        #expect(XML.Path.root == "." && XML.Path.root.names.isEmpty)
    }

    @Test func trapsOnALiteralThatIsNotAPath() async {
        await #expect(processExitsWith: .failure) { _ = "data" as JSONPointer }
        await #expect(processExitsWith: .failure) { _ = "/channel" as XML.Path }
    }
}
