import Decant
import DecantFoundation
import Foundation

extension DemoRow {
    /// Responses that are property lists, one of each format.
    static let propertyLists: [DemoRow] = [
        DemoRow(
            "a binary property list",
            DemoResponse("application/x-plist", bytes: binaryUser),
            as: .propertyList(Demo.User.self),
            ".propertyList(User.self)",
            .value(#"User(id: 7, name: "Ada")"#)
        ),
        DemoRow(
            "a property list in XML",
            DemoResponse("application/x-plist", xmlOrder),
            as: .propertyList(Demo.Order.self),
            ".propertyList(Order.self)",
            .value("Order(total: 0.3, placed: 2026-02-28T12:00:00Z, receipt: https://example.com/r/1)")
        ),
        DemoRow(
            "a property list in the OpenStep format",
            DemoResponse(
                "application/x-plist",
                "/* Ada */ { name = Ada; languages = (\"en-GB\", fr); key = <0fbd77>; }"
            ),
            as: .propertyList(format: .openStep),
            ".propertyList(format: .openStep)",
            .value("openStep: Ada, en-GB and fr, 3 bytes"),
            show: { list in
                let languages = list["languages"]?.array?.compactMap(\.string).joined(separator: " and ") ?? "-"
                let keyCount = list["key"]?.data?.count ?? 0
                return "\(list.format): \(list["name"]?.string ?? "-"), \(languages), \(keyCount) bytes"
            }
        ),
        DemoRow(
            "a property list that contains itself",
            DemoResponse("application/x-plist", bytes: selfReference),
            as: .propertyList,
            ".propertyList",
            .failure(.malformedBody, ["itself"])
        ),
    ]

    /// A dictionary, its two keys, and their values.
    private static let binaryUser: [UInt8] =
        Array("bplist00".utf8) + [0xD2, 1, 2, 3, 4] + [0x52] + Array("id".utf8) + [0x54] + Array("name".utf8)
        + [0x10, 7] + [0x53] + Array("Ada".utf8) + [8, 13, 16, 21, 23]
        + trailer(objects: 5, tableOffset: 27)

    /// An array whose only element is the array itself.
    private static let selfReference: [UInt8] =
        Array("bplist00".utf8) + [0xA1, 0] + [8] + trailer(objects: 1, tableOffset: 10)

    /// Returns the trailer of a binary list with one-byte offsets and references, and the first object at the top.
    private static func trailer(objects: UInt8, tableOffset: UInt8) -> [UInt8] {
        [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, objects] + [0, 0, 0, 0, 0, 0, 0, 0]
            + [0, 0, 0, 0, 0, 0, 0, tableOffset]
    }

    private static let xmlOrder = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>
          <key>total</key><real>0.3</real>
          <key>placed</key><date>2026-02-28T12:00:00Z</date>
          <key>receipt</key><string>https://example.com/r/1</string>
        </dict></plist>
        """
}
