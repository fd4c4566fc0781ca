import Decant
import DecantCommand
import DecantReport
import Foundation
import Testing

/// Each remedy of an error is an option of the command, which reads the same input.
struct RemedyTests {
    /// For each quirk, an input that only it accepts.
    private static let quirks: [Quirk: (format: String, input: String)] = [
        .trailingCommas: ("json", "[1,]"), .comments: ("json", "[1] // one"),
        .nonFiniteNumbers: ("json", "[-Infinity]"), .singleQuotes: ("json", "['a']"),
        .unquotedNames: ("json", "{a: 1}"), .numberForms: ("json", "[0x1F]"),
        .escapes: ("json", "[\"a\\\nb\"]"), .whitespace: ("json", "[\u{A0}1]"),
        .loneSurrogates: ("json", #"["\ud800"]"#), .leadingWhitespace: ("xml", "\n<?xml version='1.0'?><r/>"),
        .controlCharacters: ("xml", "<r>\u{B}</r>"), .htmlEntities: ("xml", "<r>&nbsp;</r>"),
        .xssiPrefix: ("json", ")]}'\n[1]"), .jsonpCallback: ("json", "cb([1]);"),
        .textBeforeDocument: ("json", "Notice: x\n[1]"), .gnustepValues: ("plist", "{ a = <*I1>; }"),
    ]

    /// `json5` stands for others.
    @Test("Each quirk is named by an error and reads the input", arguments: Quirk.allCases.filter { $0 != .json5 })
    func eachQuirkIsNamedByAnErrorAndReads(quirk: Quirk) async throws {
        let example = try #require(Self.quirks[quirk], "an input whose error names the quirk \(quirk.rawValue)")
        let formats = quirk == .gnustepValues ? ["--plist-format", "openstep"] : []
        let arguments = ["--as", example.format] + formats
        let run = try await CommandRun(arguments, input: example.input)
        #expect(run.errors.contains(" --quirk \(quirk.rawValue) accepts it\n"), "\(run.errors)")
        #expect(run.exitStatus != 0)
        let accepted = try await CommandRun(arguments + ["--quirk", quirk.rawValue], input: example.input)
        #expect(accepted.exitStatus == 0, "\(accepted.errors)")
    }

    @Test(arguments: [
        ("[+1]", "number-forms"), ("[.5]", "number-forms"), ("[5.]", "number-forms"), ("23.", "number-forms"),
        ("[-.5]", "number-forms"), ("[NaN]", "non-finite-numbers"), (#"["\x41"]"#, "escapes"),
        ("[\"\t\"]", "control-characters"), ("[\"a\nb\"]", "control-characters"),
        ("typeof f === 'function' && f({})", "jsonp-callback"), ("while(1);[1]", "xssi-prefix"),
        ("<br />\n<b>x</b>\n{\"a\": 1}", "text-before-document"), ("{\u{2028}}", "whitespace"),
        ("[1]\u{B}", "whitespace"), ("{'a':1}", "single-quotes"),
    ])
    func otherFormsNameTheQuirk(input: String, quirk: String) async throws {
        let run = try await CommandRun(["--as", "json"], input: input)
        #expect(run.errors.contains(" --quirk \(quirk) accepts it\n"), "\(run.errors)")
        let accepted = try await CommandRun(["--as", "json", "--quirk", quirk], input: input)
        #expect(accepted.exitStatus == 0, "\(accepted.errors)")
    }

    /// For each option, the arguments, an input, and the option that the hint names.
    @Test(
        "Each option is named by an error and reads the input",
        arguments: [
            (["--as", "json"], "", ["--allow-empty"]),
            (["--as", "xml"], "<a:r/>", ["--no-namespaces"]),
            (["--as", "json"], "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n[1]", ["--accept", "text/html"]),
            (
                ["--as", "json"], "HTTP/1.1 200 OK\r\nContent-Type: json\r\n\r\n[1]",
                ["--content-type", "application/json"]
            ),
            (["--as", "json"], "{\"a\":1}\n{\"a\":2}", ["--as", "json-lines"]),
            (
                [], "HTTP/1.1 200 OK\r\nContent-Type: application/json charset=utf-8\r\n\r\n[1]",
                ["--content-type", "application/json"]
            ),
            (["--as", "plist"], "{ a = b; }", ["--plist-format", "openstep"]),
            (["--as", "json"], "{\"a\":1}{\"a\":2}", ["--as", "json-values"]),
            (["--as", "json-lines"], "{\n\"a\":1}\n", ["--as", "json-values"]),
            (["--as", "json-seq"], "1 2", ["--as", "json-values"]),
            (["--as", "json-values"], "\u{1E}1\n", ["--as", "json-seq"]),
            (["--as", "json-lines"], "\u{1E}1\n", ["--as", "json-seq"]),
            (["--as", "json-lines"], "[\n1,\n2]", ["--as", "json-elements"]),
        ]
    )
    func eachOptionIsNamedByAnErrorAndReads(
        arguments: [String],
        input: String,
        option: [String]
    ) async throws {
        let run = try await CommandRun(arguments, input: input)
        #expect(run.exitStatus != 0)
        #expect(run.errors.contains(option.joined(separator: " ")), "\(run.errors)")
        let kept = option[0] == "--as" ? [] : arguments
        let accepted = try await CommandRun(kept + option, input: input)
        #expect(accepted.exitStatus == 0, "\(accepted.errors)")
    }

    @Test("Malformed text names the option that replaces it", arguments: ["json", "xml", "string", "plist"])
    func malformedTextNamesTheOptionThatReplaces(format: String) async throws {
        let texts = [
            "json": "[\"#\"]", "xml": "<?xml version='1.0' encoding='utf-8'?><r>#</r>", "string": "a#",
            "plist": "<?xml version='1.0' encoding='utf-8'?><plist><string>#</string></plist>",
        ]
        let type = ["json": "application/json", "xml": "application/xml", "plist": "application/x-plist"]
        let head = "HTTP/1.1 200 OK\r\nContent-Type: \(type[format] ?? "text/plain"); charset=utf-8\r\n\r\n"
        let text = head + (texts[format] ?? "")
        let input = Data(text.utf8.map { $0 == UInt8(ascii: "#") ? 0xFF : $0 })
        let run = try await CommandRun(["--as", format], input: input)
        #expect(run.exitStatus != 0)
        #expect(run.errors.contains("--replace-malformed"), "\(run.errors)")
        let accepted = try await CommandRun(["--as", format, "--replace-malformed"], input: input)
        #expect(accepted.exitStatus == 0 && accepted.text.contains("\u{FFFD}"), "\(accepted.errors)")
    }

    @Test(arguments: ["<r>#</r>", "<?xml version='1.0' encoding='utf-8'?><r>#</r>"])
    func malformedXMLNamesAnOptionThatReadsIt(text: String) async throws {
        let input = Data(text.utf8.map { $0 == UInt8(ascii: "#") ? 0xFF : $0 })
        let isDeclared = text.hasPrefix("<?xml")
        let type = "application/xml; charset=iso-8859-1"
        let run = try await CommandRun(["--as", "xml"], input: input)
        #expect(run.exitStatus != 0)
        #expect(run.errors.contains(isDeclared ? "--replace-malformed" : "--content-type '\(type)'"), "\(run.errors)")
        let option = isDeclared ? ["--replace-malformed"] : ["--content-type", type]
        let accepted = try await CommandRun(["--as", "xml"] + option, input: input)
        #expect(accepted.exitStatus == 0, "\(accepted.errors)")
    }

    @Test(arguments: ["json", "xml", "string", "plist"], ["; charset=utf-8", ""])
    func textInWindows1252NamesTheCharset(format: String, charset: String) async throws {
        let texts = [
            "json": "[\"na#ve\"]", "xml": "<r>na#ve</r>", "string": "na#ve",
            "plist": "<plist><string>na#ve</string></plist>",
        ]
        let type = ["json": "application/json", "xml": "application/xml", "plist": "application/x-plist"]
        let head = "HTTP/1.1 200 OK\r\nContent-Type: \(type[format] ?? "text/plain")\(charset)\r\n\r\n"
        let input = Data((head + (texts[format] ?? "")).utf8.map { $0 == UInt8(ascii: "#") ? 0xEF : $0 })
        let run = try await CommandRun(["--as", format], input: input)
        #expect(run.exitStatus != 0)
        #expect(
            run.errors.contains("the text reads as windows-1252; --charset windows-1252 reads it; "),
            "\(run.errors)"
        )
        for label in ["windows-1252", "latin1", "iso-8859-15"] {
            let accepted = try await CommandRun(["--as", format, "--charset", label], input: input)
            #expect(accepted.exitStatus == 0 && accepted.text.contains("naïve"), "\(accepted.errors)")
        }
        #expect(try await CommandRun(["--as", format, "--charset", "none"], input: input).exitStatus == 2)
    }

    @Test(arguments: ["rgb.png", "animated.gif", "animated.webp", "rgb-24.bmp", "rgb.jpg"])
    func aTruncatedImageNamesTheOptionThatReadsIt(name: String) async throws {
        let folder = try TemporaryFolder()
        let data = try ImageFixture.data(name)
        let file = try folder.file(name, Data(data.prefix(data.count * 3 / 4)))
        let run = try await CommandRun([file.path])
        #expect(run.exitStatus == 1)
        #expect(run.errors.contains("hint: --accept-partial decodes the available part\n"), "\(run.errors)")
        let accepted = try await CommandRun([file.path, "--accept-partial"])
        #expect(accepted.exitStatus == 0, "\(accepted.errors)")
        #expect(accepted.errors.contains("the image data is truncated"))
    }

    /// People copy hints into a shell.
    @Test func aHintQuotesANameOfTheResponse() async throws {
        let input = "HTTP/1.1 200 OK\r\nContent-Type: text/x`id`'\r\n\r\n[1]"
        let run = try await CommandRun(["--as", "json"], input: input)
        #expect(run.errors.contains(#"--accept 'text/x`id`'\''' accepts it"#), "\(run.errors)")
    }

    /// A limit, its value, and an input that needs twice the value or a little more.
    @Test(arguments: [
        ("bodyBytes", "3", "[1,2]", "6"), ("jsonDepth", "2", "[[[1]]]", "4"), ("jsonNodes", "2", "[1,2]", "4"),
        ("jsonNumberBytes", "2", "123", "4"),
    ])
    func aHintNamesASufficientLimit(name: String, value: String, input: String, needed: String) async throws {
        let run = try await CommandRun(["--as", "json", "--limit", "\(name)=\(value)"], input: input)
        #expect(run.errors.contains("hint: raise the limit with --limit \(name)=\(needed)\n"), "\(run.errors)")
        let accepted = try await CommandRun(["--as", "json", "--limit", "\(name)=\(needed)"], input: input)
        #expect(accepted.exitStatus == 0, "\(accepted.errors)")
    }

    @Test("No limit beyond sixteen times its default is offered") func noLimitBeyondSixteenTimesItsDefault()
        async throws
    {
        let side = 70_000
        let header = Data("BM".utf8) + Data(repeating: 0, count: 8) + Data([54, 0, 0, 0, 40, 0, 0, 0])
        let sizes = [side, side].flatMap { size in (0..<4).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) } }
        let rest = Data([1, 0, 24, 0]) + Data(repeating: 0, count: 24)
        let arguments = ["--as", "image", "--limit", "imageSide=100K"]
        let run = try await CommandRun(arguments, input: header + Data(sizes) + rest)
        #expect(run.errors.contains("70000 by 70000 pixels"), "\(run.errors)")
        #expect(!run.errors.contains("hint:"), "\(run.errors)")
    }

    @Test func theReportHasTheRemedies() async throws {
        let run = try await CommandRun(["--as", "json", "--report"], input: "[1,]")
        let error = try #require(run.report.first?["error"] as? [String: Any])
        let remedies = try #require(error["remedies"] as? [[String: String]])
        #expect(remedies == [["kind": "quirk", "name": "trailingCommas"]])
    }
}
