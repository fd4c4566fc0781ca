import DecantCore
import DecantXML

/// All that a reader says about a document, as lines to compare.
struct EventRecord: Equatable {
    /// The events with their places.
    private(set) var lines: [String] = []

    /// The error, if there is one; without the snippet, which shows what has not arrived yet where it is cut.
    private(set) var error: String?

    private(set) var findings: [Finding] = []

    /// The events of a whole body.
    static func whole(_ bytes: [UInt8], options: XML.Options = XML.Options(), limits: Limits = Limits()) -> EventRecord
    {
        var record = EventRecord()
        do throws(ResponseError) {
            var reader = try XML.Reader(ResponseBody(bytes), options: options, limits: limits)
            do throws(ResponseError) {
                while let event = try reader.nextOwned() { record.lines.append("\(event) \(reader.position)") }
            } catch {
                record.error = describe(error)
                if try reader.goesOnAfterwards { record.lines.append("an event after the error") }
            }
            record.findings = reader.findings
        } catch {
            record.error = describe(error)
        }
        return record
    }

    /// The events of a body that arrives in pieces.
    static func pieces(
        _ bytes: [UInt8],
        cutAt cuts: [Int],
        options: XML.Options = XML.Options(),
        limits: Limits = Limits()
    ) -> EventRecord {
        var record = EventRecord()
        var reader = XML.ChunkReader(options: options, limits: limits)
        var start = 0
        do throws(ResponseError) {
            for cut in cuts + [bytes.count] {
                reader.append(bytes[start..<cut])
                start = cut
                if cut == bytes.count { reader.finish() }
                while let event = try reader.nextOwned() { record.lines.append("\(event) \(reader.position)") }
            }
        } catch {
            record.error = describe(error)
        }
        record.findings = reader.findings
        return record
    }

    private static func describe(_ error: ResponseError) -> String {
        "\(error.code) \(error.message) \(String(describing: error.position)) \(String(describing: error.limit))"
    }
}

extension XML.Reader {
    /// Whether it delivers something after an error, which it must not.
    fileprivate var goesOnAfterwards: Bool {
        mutating get throws(ResponseError) {
            do throws(ResponseError) {
                return try nextOwned() != nil
            } catch {
                return false
            }
        }
    }
}
