import DecantCommand
import Testing

struct SnippetWindowTests {
    @Test func leavesAShortSnippetAsItIs() {
        let lines = ["    1 | {\"a\": x}", "      |       ^"]
        #expect(SnippetWindow(lines, width: 40).lines == lines)
    }

    @Test(arguments: 20...99)
    func keepsTheCaretUnderItsCharacter(place: Int) {
        let text = String(repeating: ".", count: place) + "X" + String(repeating: ".", count: 99 - place)
        let window = SnippetWindow(["    1 | \(text)", "      | \(String(repeating: " ", count: place))^"], width: 40)
        #expect(window.lines.allSatisfy { $0.count <= 40 })
        let caret = window.lines[1].firstIndex(of: "^").map {
            window.lines[1].distance(from: window.lines[1].startIndex, to: $0)
        }
        #expect(caret.map { Array(window.lines[0])[$0] } == "X")
    }
}
