import Decant
import Foundation

/// The demo: a server, the rows of a table, and what has to become of each.
enum Demo {
    /// All rows.
    static let rows =
        DemoRow.values + DemoRow.charsets + DemoRow.xml + DemoRow.propertyLists + DemoRow.codings
        + DemoRow.headErrors + DemoRow.bodyErrors + DemoRow.pictures + DemoRow.pictureErrors

    /// Fetches and prints every row.
    ///
    /// - Parameter style: Whether there are colours.
    /// - Returns: The number of rows that are not as expected, and the pictures.
    /// - Throws: `UnreadableInput` if the server cannot start, or the pictures are missing.
    static func run(style: TextStyle) async throws -> (wrong: Int, tiles: [ContactSheetTile]) {
        try DemoPicture.checkFolder()
        let server = try await DemoServer(rows.map(\.answer))
        let table = DemoTable(style: style)
        print(table.header)
        var wrong = 0
        var tiles: [ContactSheetTile] = []
        for (index, row) in rows.enumerated() {
            let result = await row.result(from: server.address.appendingPathComponent("\(index + 1)"))
            let complaint = row.expectation.complaint(about: result)
            print(table.lines(of: row, result, complaint: complaint))
            if complaint != nil { wrong += 1 }
            if let tile = ContactSheetTile(row, result) { tiles.append(tile) }
        }
        await server.stop()
        return (wrong, tiles)
    }
}
