import DecantXML

/// An element with all of its content, read through a decoder's containers.
struct XMLDecodedTree: Decodable, Hashable {
    var text: String
    var attributes: [String: String] = [:]
    var counts: [String: Int] = [:]
    var elements: [XMLDecodedTree] = []

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        text = try container.decode(String.self, forKey: AnyKey(stringValue: ""))
        for key in container.allKeys {
            let mark = AnyKey(stringValue: "@" + key.stringValue)
            if container.contains(mark) {
                attributes[key.stringValue] = try container.decode(String.self, forKey: mark)
            }
            let list = try container.nestedUnkeyedContainer(forKey: key)
            counts[key.stringValue] = try list.isElements ? list.count : nil
        }
        var list = try container.nestedUnkeyedContainer(forKey: AnyKey(stringValue: ""))
        while try !list.isAtEnd && list.isElements { elements.append(try list.decode(XMLDecodedTree.self)) }
    }

    /// Creates the same tree directly from the document.
    init(_ node: XML.Node) {
        text = node.ownText
        for attribute in node.attributes where attribute.name.namespace != Self.instance {
            attributes[attribute.name.written] = attribute.value
        }
        for element in node.elements { counts[element.name.written, default: 0] += 1 }
        elements = node.elements.map { XMLDecodedTree($0) }
    }

    private static let instance = "http://www.w3.org/2001/XMLSchema-instance"
}

extension UnkeyedDecodingContainer {
    /// Whether the next item is an element rather than a word.
    fileprivate var isElements: Bool {
        get throws {
            var copy = self
            return (try? copy.nestedContainer(keyedBy: AnyKey.self)) != nil
        }
    }
}

/// A key with any name.
struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }
}
