import Decant
import DecantImages
import Foundation

/// The demo: a server, the rows of a table, and the expected result of each.
enum Demo {
    static let rows =
        DemoRow.values + DemoRow.charsets + DemoRow.xml + DemoRow.propertyLists + DemoRow.streams + DemoRow.parts
        + DemoRow.codings + DemoRow.headErrors + DemoRow.bodyErrors + DemoRow.images + DemoRow.imageErrors

    /// Fetches and prints every row.
    ///
    /// - Returns: The number of rows with an unexpected result, and the images.
    /// - Throws: `UnreadableInput` if the server cannot start or the images are missing.
    static func run(style: TextStyle) async throws -> (wrong: Int, tiles: [ContactSheetTile]) {
        let server = try await DemoServer(rows.map(\.response))
        let table = DemoTable(style: style)
        print(table.header)
        var wrong = 0
        var tiles: [ContactSheetTile] = []
        for (index, row) in rows.enumerated() {
            let result = await row.result(from: server.address.appendingPathComponent("\(index + 1)"))
            let mismatch = row.expectation.mismatch(with: result)
            print(table.lines(of: row, result, mismatch: mismatch))
            if mismatch != nil { wrong += 1 }
            if let tile = ContactSheetTile(row, result) { tiles.append(tile) }
        }
        await server.stop()
        return (wrong, tiles)
    }
}

extension Demo {
    /// A type with members of Foundation's types.
    struct Order: Decodable, Sendable, CustomStringConvertible {
        let total: Decimal
        let placed: Date
        let receipt: URL

        var description: String {
            "Order(total: \(total), placed: \(placed.formatted(.iso8601)), receipt: \(receipt.absoluteString))"
        }
    }
}

extension Demo {
    /// A type that a program might decode from a response.
    struct User: Decodable, Sendable, CustomStringConvertible {
        let id: Int
        let name: String

        var description: String { "User(id: \(id), name: \"\(name)\")" }
    }
}

/// The expected result of a response.
enum DemoExpectation: Sendable {
    /// A value with this description and findings of these kinds.
    case value(String, findings: [Finding.Code] = [])

    /// An error of this kind whose description contains these parts.
    case failure(ResponseError.Code, [String] = [])

    /// Describes the difference from the expectation; nil if the result matches.
    func mismatch(with result: DemoResult) -> String? {
        switch (self, result) {
        case (.value(let expected, let codes), .value(let text, let findings, _)):
            if text != expected { return "the value should be \(expected)" }
            let found = findings.map(\.code)
            return found == codes
                ? nil : "the findings should be \(codes.map(\.rawValue)), not \(found.map(\.rawValue))"
        case (.failure(let code, let parts), .failure(let error)):
            if error.code != code { return "the error should be \(code)" }
            let text = error.description
            return parts.first { !text.contains($0) }.map { "the error should say “\($0)”" }
        case (.value, .failure): return "there should be a value"
        case (.failure, .value): return "there should be an error"
        }
    }
}

/// The result of a response.
enum DemoResult: Sendable {
    /// A value as text, with its findings and its images.
    case value(String, findings: [Finding], images: [DecodedImage] = [])

    /// An error.
    case failure(ResponseError)
}
