import DecantXML
import DecodableFuzzSupport
import FuzzSupport

/// The names of the elements and attributes in an element, and what is in the first of each name.
struct Outline: Decodable {
    private var names: Set<String> = []
    private var parts: [String: Outline] = [:]

    /// Deeper down the same is done again.
    private static let deepest = 12

    init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count < Self.deepest else { return }
        let container = try decoder.container(keyedBy: AnyKey.self)
        names = Set(container.allKeys.map(\.stringValue))
        for key in container.allKeys.prefix(8) {
            assure(container.contains(key), "a key that is told is not there")
            parts[key.stringValue] = try? container.decode(Outline.self, forKey: key)
        }
    }

    /// By the local part of a name, as the default options have it.
    func compare(with node: XML.Node) {
        guard !names.isEmpty else { return }
        for element in node.elements {
            assure(names.contains(element.name.local), "an element that is not told: \(element.name)")
        }
        for attribute in node.attributes {
            assure(names.contains(attribute.name.local), "an attribute that is not told: \(attribute.name)")
        }
    }
}
