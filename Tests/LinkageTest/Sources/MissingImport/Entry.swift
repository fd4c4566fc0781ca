import Foundation

struct Entry: Decodable {
    var date: Date?
    var amount: Decimal?
    var link: URL?
    var bytes: Data?
}
