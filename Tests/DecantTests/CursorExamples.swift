// The examples of the page about fast decoding, and one of the page about XML, line by line. CatalogueTests compares
// them.
import Decant
import DecantFoundation
import Foundation

private func show(_ values: Any...) {}

private func total(of order: borrowing JSON.Cursor) -> Double {
    var total = 0.0
    guard var items = order["items"]?.array else { return total }
    while let item = items.next() {
        if item["kind"]?.text == "gift" { continue }
        total += item["price"]?.double ?? 0
    }
    return total
}

private func cursors(_ bytes: [UInt8]) throws {
    var (id, name, size, titles): (Int?, String?, Int, [String]) = (nil, nil, 0, [])
    let json = try JSON(parsing: bytes)
    print(total(of: json.cursor))
    let number = try JSON(parsing: bytes).cursor["id"]?.int
    if var members = json.cursor.object {
        while let member = members.next() {
            switch member.name {
            case "id": id = member.int
            case "name": name = member.string
            default: break
            }
        }
    }
    switch json.cursor.kind {
    case .number: print(json.cursor.double ?? 0)
    case .string: print(json.cursor.string ?? "")
    case .array, .object: print(json.cursor.count)
    case .boolean, .null: print("something else")
    }
    let list = try PropertyList(parsing: bytes)
    if var entries = list.cursor["entries"]?.array {
        while let entry = entries.next() { size += entry["icon"]?.data?.count ?? 0 }
    }
    let document = try XML.Document(parsing: bytes)
    if var items = document.cursor["channel"]?.elements {
        while let item = items.next() {
            if item.name == "item", item.attribute("hidden") == nil { titles.append(item["title"]?.string ?? "") }
        }
    }
    let date = try json.cursor.decode(Date.self, options: DecodingOptions(dates: .iso8601))
    show(number as Any, id as Any, name as Any, size, titles, date)
}

private struct Event: JSON.DirectDecodable {
    let id: Int
    let name: String
    let logo: String?

    init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        id = try members.decode("id")
        name = try members.decode("name")
        logo = try members.decodeIfPresent("logo")
    }
}

private struct Book: Decodable {
    var id: Int
    var name: String
    var note: String?

    enum CodingKeys: String, CodingKey { case id = "@id", name = "./name", note = "" }
}

private struct Payload: Decodable {}

private struct Notification: Decodable {
    @JSON.Embedded var payload: Payload
}
