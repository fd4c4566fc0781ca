import DecantPropertyList
import TestSupport
import Testing

/// The property lists of the corpora, with the expected results.
enum PropertyListCorpus {
    /// One file.
    struct Row: Sendable, CustomTestStringConvertible {
        let path: String
        let kind: String
        let isAccepted: Bool
        let digest: String?

        var testDescription: String { path }

        /// The options required to parse the file.
        var options: PropertyList.Options {
            var options = PropertyList.Options()
            if kind == "openstep" { options.formats = Set(PropertyList.Format.allCases) }
            if path.hasSuffix("gnustep.plist") { options.quirks = .gnustepValues }
            return options
        }
    }

    /// All rows; empty if the corpora are missing.
    static let rows: [Row] = (CorpusFolder("plist")?.rows(of: "expected.tsv") ?? []).compactMap { row in
        guard let path = row["path"], let kind = row["kind"], let expected = row["expect"] else { return nil }
        let isAccepted = expected == "either" ? choice(for: path) == true : expected == "accept"
        let digest = row["digest"] == "-" ? nil : row["digest"]
        return Row(path: path, kind: kind, isAccepted: isAccepted, digest: isAccepted ? digest : nil)
    }
}

extension PropertyListCorpus {
    /// A decision for files that the readers of the corpus disagree about, with its reason.
    struct Choice {
        let isAccepted: Bool
        let reason: String
        /// The paths, or path prefixes.
        let paths: [String]
    }

    /// The decisions for every row of the corpus marked `either`.
    static let choices = [
        Choice(
            isAccepted: true,
            reason: "GNUstep's values with types are a quirk, which is on for these files",
            paths: [
                "dd-plist/test1-ascii-gnustep.plist", "go-plist/common/A_struct_containing",
                "go-plist/common/An_array_containing",
                "go-plist/common/Arbitrary_", "go-plist/common/Boolean_True", "go-plist/common/CF_Keyed_Archiver_UID",
                "go-plist/common/Custom_Marshaller", "go-plist/common/Floating_Point_Infinity.gnustep.plist",
                "go-plist/common/Floating_Point_NaN", "go-plist/common/Floating_Point_Value",
                "go-plist/common/Floats_of_Increasing_Bitness.gnustep.plist",
                "go-plist/common/Map_containing_arbitrary",
                "go-plist/common/Pointer_to_structure",
            ]
        ),
        Choice(
            isAccepted: true,
            reason: "text in UTF-16 or UTF-32 is known by its mark or its zero bytes",
            paths: ["dd-plist/test-xml-utf-", "go-plist/common/UTF_16", "gnustep/non_ascii_utf16.plist"]
        ),
        Choice(
            isAccepted: true,
            reason: "UTF-8 without a mark is text as any other",
            paths: ["libplist/o2.ostep"]
        ),
        Choice(
            isAccepted: true,
            reason: "an entity of the document itself is safe, since what it brings in is bounded",
            paths: ["cpython/entity-declaration.plist"]
        ),
        Choice(
            isAccepted: true,
            reason: "the date is a finite number of seconds; only Python's dates end with the year 9999",
            paths: ["cpython/invalid-binary/37.bplist"]
        ),
        Choice(
            isAccepted: false,
            reason: "a lone surrogate is not text, and not-a-number not a date",
            paths: ["cpython/invalid-binary/34.bplist", "cpython/invalid-binary/39.bplist"]
        ),
        Choice(
            isAccepted: false,
            reason: "an object begins inside of the magic word",
            paths: ["go-plist/invalid-binary/10.bplist"]
        ),
        Choice(
            isAccepted: false,
            reason: "a comment is not closed, or a zero byte is in it",
            paths: ["dd-plist/github-issue73-5.plist", "go-plist/invalid-text/23.plist"]
        ),
        Choice(
            isAccepted: false,
            reason: "strings with other characters than CoreFoundation takes need quotation marks: `+`, `*`, kana",
            paths: [
                "go-plist/common/Comments.openstep.plist", "go-plist/common/Floating_Point_Infinity.openstep.plist",
                "go-plist/common/Floats_of_Increasing_Bitness.openstep.plist", "dd-plist/test-ascii-utf-",
            ]
        ),
        Choice(
            isAccepted: false,
            reason: "base64 has no other characters than its letters and whitespace",
            paths: ["go-plist/common/GNUStep_base64_data_ignoring_invalid_chars"]
        ),
        Choice(
            isAccepted: false,
            reason: "it is not well-formed XML",
            paths: ["go-plist/s", "libplist/fuzz/xplist-"]
        ),
        Choice(
            isAccepted: false,
            reason: "an integer ends with letters",
            paths: ["dd-plist/github-issue76-xml.plist"]
        ),
        Choice(
            isAccepted: false,
            reason: "a fuzzer made it, and no reader takes it",
            paths: [
                "libplist/fuzz/bplist-", "libplist/fuzz/oplist-", "dd-plist/github-issue74/",
                "dd-plist/github-issue75/",
                "dd-plist/github-issue82/",
            ]
        ),
    ]

    /// Returns whether Decant accepts a file that the readers of the corpus disagree about, or nil without a decision.
    static func choice(for path: String) -> Bool? {
        // The longest prefix wins.
        let matching = choices.compactMap { choice in
            choice.paths.filter { path.hasPrefix($0) }.map(\.count).max().map { (length: $0, choice: choice) }
        }
        return matching.max { $0.length < $1.length }?.choice.isAccepted
    }
}
