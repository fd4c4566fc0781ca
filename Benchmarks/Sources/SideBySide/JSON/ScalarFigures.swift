import BenchmarkInputs
import DecantCore
import DecantFoundation
import DecantJSON
import Foundation

/// A typical object: a UUID, dates, URLs, and amounts of money.
private struct Order: Decodable {
    let id: UUID
    let created: Date
    let updated: Date
    let shipped: Date
    let canceled: Date?
    let page: URL
    let invoice: URL
    let price: Decimal
    let tax: Decimal
}

/// The speed of decoding dates, UUIDs, decimals, and typical objects with all of them and URLs.
enum ScalarFigures {
    private enum Library {
        case decant, foundation
    }

    static func measured(rounds: Int) throws -> [Figure] {
        [
            try figure("typical objects", [Order].self, ScalarsGenerator.orders(), 4, rounds),
            try figure("Decimal", [Decimal].self, ScalarsGenerator.amounts(), 4, rounds),
            try figure("UUID", [UUID].self, ScalarsGenerator.identifiers(), 5, rounds),
            try figure("dates", [Date].self, ScalarsGenerator.dates(), 9, rounds),
        ]
    }

    /// Returns the ratio of the speeds of the two decoders.
    private static func figure<Value: Decodable>(
        _ name: String,
        _ type: Value.Type,
        _ bytes: [UInt8],
        _ bound: Double,
        _ rounds: Int
    ) throws -> Figure {
        let (body, data) = (ResponseBytes(bytes), Data(bytes))
        let decoder = JSON.Decoder().dates(.iso8601)
        let rival = JSONDecoder()
        rival.dateDecodingStrategy = .iso8601
        var runs = try InterleavedRuns<Library>([
            (.decant, Work(making: { try decoder.decode(type, from: body) })),
            (.foundation, Work(making: { try rival.decode(type, from: data) })),
        ])
        try runs.run(rounds: rounds)
        for library in [Library.decant, .foundation] {
            Report.note("\(name), \(library): \(Int(runs.time(of: library) ?? .nan)) ns")
        }
        return Figure("\(name) / JSONDecoder", runs.speed(of: .decant, over: .foundation) ?? .nan, atLeast: bound)
    }
}
