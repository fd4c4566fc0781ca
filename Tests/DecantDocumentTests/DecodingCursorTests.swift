import DecantCore
import DecantJSON
import Testing

/// The cursors of all levels of a document.
@Suite struct DecodingCursorTests {
    /// An object that reads its own members again after its children have been decoded.
    struct Level: Decodable {
        let ids: [Int]

        enum Key: String, CodingKey { case id, inside, last }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            let id = try container.decode(Int.self, forKey: .id)
            let inside = try container.decodeIfPresent(Level.self, forKey: .inside)?.ids ?? []
            ids = [id] + inside + [try container.decode(Int.self, forKey: .last)]
        }
    }

    private func text(_ depth: Int, _ last: (Int) -> String) -> String {
        let openings = (0..<depth).map { "{\"id\":\($0),\"inside\":" }.joined()
        let closings = (0..<depth).reversed().map { ",\"last\":\(last($0))}" }.joined()
        return openings + "{\"id\":\(depth),\"last\":\(last(depth))}" + closings
    }

    @Test(arguments: [0, 1, 6, 7, 8, 9, 15, 16, 17, 100])
    func eachLevelResumesAtItsPosition(depth: Int) throws {
        let level = try JSON(parsing: text(depth) { "\(-$0)" }.utf8).decode(Level.self)
        #expect(level.ids == Array(0...depth) + (0...depth).reversed().map { -$0 })
    }

    @Test(arguments: [1, 7, 8, 9, 40])
    func anErrorOfALevelHasThePathToIt(depth: Int) throws {
        for wrong in [0, depth / 2, depth] {
            let json = try JSON(parsing: text(depth) { $0 == wrong ? "\"x\"" : "1" }.utf8)
            let error = try #require(throws: ResponseError.self) { try json.decode(Level.self) }
            let path: [CodingPathComponent] = Array(repeating: .key("inside"), count: wrong) + [.key("last")]
            #expect(error.path == CodingPath(path))
        }
    }
}
