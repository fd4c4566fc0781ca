extension XMLModels {
    struct RSS: Decodable {
        struct Channel: Decodable {
            var title: String
            var link: String
            var item: [Item]
        }

        struct Item: Decodable {
            var title: String
            var category: [String]
            var creator: String?
            var enclosure: Enclosure?
            var guid: GUID?
        }

        struct Enclosure: Decodable {
            var url: String
            var length: Int
        }

        struct GUID: Decodable {
            var isPermaLink: Bool?
            var id: String

            enum CodingKeys: String, CodingKey { case isPermaLink, id = "" }
        }

        var version: String
        var channel: Channel
    }

    struct Atom: Decodable {
        struct Text: Decodable {
            var type: String?
            var src: String?
            var text: String?

            enum CodingKeys: String, CodingKey { case type, src, text = "#text" }
        }

        struct Link: Decodable {
            var rel: String?
            var href: String
        }

        struct Person: Decodable {
            var name: String
        }

        struct Entry: Decodable {
            var id: String
            var author: Person?
            var content: Text?
        }

        var title: Text
        var link: [Link]
        var entry: [Entry]
    }

    struct Envelope: Decodable {
        struct Content: Decodable { var Fault: Fault? }

        struct Fault: Decodable {
            var faultcode: String
            var faultstring: String
            var detail: Detail?
        }

        struct Detail: Decodable { var item: Item? }

        struct Item: Decodable { var sku: Int }

        var Body: Content
    }

    struct SVG: Decodable {
        struct Group: Decodable {
            var g: [Group]
            var circle: [Circle]
            var path: [Path]
        }

        struct Circle: Decodable { var r: Double }

        struct Path: Decodable { var d: String }

        var viewBox: [Double]
        var title: String?
        var g: [Group]
    }
}
