import DecantCommand
import Testing

struct ArgumentSplitTests {
    @Test(arguments: [
        (["a", "--report", "b"], ["--report"], ["a", "b"]),
        (["--as", "json", "a"], ["--as", "json"], ["a"]),
        (["--as=json", "-"], ["--as=json"], ["-"]),
        (["a", "--", "--report", "-"], [], ["a", "--report", "-"]),
        (["--accept"], ["--accept"], []),
        (["demo"], ["demo"], []),
        (["--report", "demo"], ["--report"], ["demo"]),
        (["./demo"], [], ["./demo"]),
    ])
    func setsTheInputsApart(arguments: [String], options: [String], inputs: [String]) {
        let split = ArgumentSplit(arguments)
        #expect(split.options == options)
        #expect(split.inputs == inputs)
    }
}
