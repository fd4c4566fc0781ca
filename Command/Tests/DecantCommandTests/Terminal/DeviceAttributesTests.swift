import DecantCommand
import Testing

struct DeviceAttributesTests {
    @Test(arguments: [
        ("\u{1B}[?62;4;22c", [62, 4, 22]), ("\u{1B}[?6c", [6]), ("typed\u{1B}[?64;1;2c", [64, 1, 2]), ("", []),
        ("\u{1B}[?62;4", []),
        ("abc", []), ("\u{1B}[?99999999999999999999;4c", [4]), ("\u{1B}[?1;x4c", []),
    ])
    func findsTheNumbersInAnAnswer(answer: String, numbers: [Int]) {
        #expect(DeviceAttributes(Array(answer.utf8)).numbers == numbers)
    }
}
