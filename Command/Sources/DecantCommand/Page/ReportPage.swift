import Decant
import DecantReport
import Mustache
import PageFiles

/// A page about the responses of captures: one file in HTML, which loads nothing.
///
/// The responses are data in JSON, which the script of the page turns into text nodes. Everything else is the template,
/// with every text escaped. The content security policy allows the one script and the one style by their hashes.
struct ReportPage {
    /// The maximum number of bytes of the rows; with the rest of the page, the file stays below 20 MB.
    private static let maxBytes = 17_500_000

    /// The maximum number of bytes of the bodies in the rows.
    private static let maxBodyBytes = 5_000_000

    private let rows: PageRow
    private var entries: [UInt8] = []
    private var bodyBytes = 0
    private var omittedRows = 0
    private var omittedBodies = 0

    /// The numbers of the page.
    private(set) var totals = PageTotals()

    init(_ rows: PageRow) {
        self.rows = rows
        // Memory that is not used is never touched. Moving the rows into more memory takes longer than adding them.
        entries.reserveCapacity(Self.maxBytes)
    }

    /// Adds a response.
    mutating func add(_ item: CaptureInputs.Item, _ change: ResponseChange? = nil) {
        let response = PageResponse(item)
        totals.add(response)
        var object = rows.object(response, change)
        let count = object.bytes.count
        if bodyBytes < Self.maxBodyBytes {
            rows.addBody(of: item.outcome, to: &object)
            bodyBytes += object.bytes.count - count
        } else if case .value = item.outcome.verdict {
            omittedBodies += 1
        }
        append(object)
    }

    /// Adds a response that is only in the first capture.
    mutating func add(missing change: ResponseChange) {
        append(rows.object(missing: change))
    }

    private mutating func append(_ object: PageObject) {
        let row = object.closed
        guard entries.count + row.count <= Self.maxBytes else { return omittedRows += 1 }
        if !entries.isEmpty { entries += ",\n".utf8 }
        entries += row
    }

    /// Returns the page.
    ///
    /// - Parameters:
    ///   - title: The title, such as the name of the capture.
    ///   - comparison: A comparison, and the name of the first capture.
    func html(title: String, comparison: (name: String, result: CaptureComparison)? = nil) throws -> [UInt8] {
        let changes = ResponseChange.Kind.allCases.compactMap { kind in
            comparison?.result.counts[kind].map { (kind: kind.rawValue, count: $0.grouped) }
        }
        let context: [String: Any] = [
            "title": title.visible, "scriptHash": PageFile.script.hash ?? "", "styleHash": PageFile.style.hash ?? "",
            "style": PageFile.style.text, "script": PageFile.script.text,
            "totals": totals.tiles, "charts": totals.charts, "filters": totals.filters(changes.map(\.kind)),
            "comparison": comparison.map { comparison -> [[String: Any]] in
                let buttons = changes.map { ["kind": $0.kind, "count": $0.count] }
                let unchanged = comparison.result.unchangedCount.grouped
                return [["before": comparison.name.visible, "changes": buttons, "unchanged": unchanged]]
            } ?? [],
            "notes": notes,
        ]
        MustacheContentTypes.register(PageText(), named: "PAGE")
        // The rows are megabytes, so they are copied only once, between the rendered parts around them.
        var page: [UInt8] = []
        page.reserveCapacity(Self.maxBytes)
        for part in PageFile.template.text.split(separator: "{{{entries}}}") {
            if !page.isEmpty { page += entries }
            page += try MustacheTemplate(string: String(part)).render(context).utf8
        }
        return page
    }

    private var notes: [String] {
        var notes = ["Written by decant. This file loads nothing and contains no captured script, style, or image."]
        if rows.mask.isActive {
            notes.append(
                "This page hides credentials in URLs, and values with names such as “token” in bodies. Names, addresses, "
                    + "and other values stay visible: look at it before you share it."
            )
        }
        if omittedRows > 0 {
            notes.append(
                "To keep the file small, the list omits \(omittedRows.grouped) responses; the totals count them."
            )
        }
        if omittedBodies > 0 {
            notes.append("The bodies of \(omittedBodies.grouped) responses are omitted to keep the file small.")
        }
        return notes
    }
}

/// The escaping of text in the template, byte by byte.
///
/// Why: the library escapes characters, and a quotation mark with a combining accent is another character than a
/// quotation mark. A browser reads scalars, and would end the attribute there.
private struct PageText: MustacheContentType {
    func escapeText(_ text: String) -> String {
        var escaped: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "<"): escaped += "&lt;".utf8
            case UInt8(ascii: ">"): escaped += "&gt;".utf8
            case UInt8(ascii: "&"): escaped += "&amp;".utf8
            case UInt8(ascii: "\""): escaped += "&quot;".utf8
            case UInt8(ascii: "'"): escaped += "&#39;".utf8
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}
