// The declarations that the examples of the macro require. Scripts/tools/examples compiles them together.
import DecantFoundation
import DecantMacros
import Foundation

struct Concert: JSON.DirectDecodable, Sendable {
    init(from value: borrowing JSON.Cursor) throws(ResponseError) { _ = try value.members() }
}

let bytes: [UInt8] = []
let response = ResponseContext(mediaType: nil)
