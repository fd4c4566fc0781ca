import Decant
import DecantReport
import Testing

struct FileLimitsTests {
    private static let size = 100_000_000

    /// The options on a machine whose memory is 32 times a file of this size.
    private static var options: ReadingOptions {
        var options = ReadingOptions()
        options.memoryBytes = 32 * size
        return options
    }

    @Test("A file that fits the memory may be larger than the defaults") func aFileThatFitsTheMemoryMayBeLarger() {
        let limits = Self.options.fitting(fileOfSize: Self.size).limits
        var expected = Limits()
        for name in [Limits.Name.bodyBytes, .jsonNodes, .propertyListNodes, .xmlNodes] { expected[name] = Self.size }
        #expect(limits == expected)
    }

    @Test(arguments: [0, 1000, 10_000_000]) func aSmallFileChangesNoLimit(size: Int) {
        #expect(Self.options.fitting(fileOfSize: size).limits == Limits())
    }

    @Test("A file that is too large for the memory changes no limit", arguments: [size + 1, .max])
    func aFileThatIsTooLargeForTheMemoryChanges(size: Int) {
        #expect(Self.options.fitting(fileOfSize: size).limits == Limits())
    }

    @Test func optionsThatSetALimitWin() {
        var options = Self.options
        options.limits.jsonNodes = 5
        options.setLimits = [.jsonNodes, .bodyBytes]
        let limits = options.fitting(fileOfSize: Self.size).limits
        #expect(limits.jsonNodes == 5)
        #expect(limits.bodyBytes == Limits().bodyBytes)
        #expect(limits.xmlNodes == Self.size)
    }

    @Test func theMemoryOfTheMachineIsKnown() {
        #expect(ReadingOptions.machineMemory >= 1 << 26)
    }

    @Test func aLimitOfTheCommandHoldsForAFile() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.path("x.json", "[1,2,3,4]")
        let run = try await CommandRun(["--limit", "bodyBytes=8", file])
        #expect(run.errors.contains("\n  hint: raise the limit with --limit bodyBytes=16\n"))
        let nodes = try await CommandRun(["--limit", "jsonNodes=3", file])
        #expect(nodes.errors.contains("\n  hint: raise the limit with --limit jsonNodes=6\n"))
    }
}
