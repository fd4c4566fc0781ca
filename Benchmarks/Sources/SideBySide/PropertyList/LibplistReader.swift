import CLibplist
import Foundation

/// libplist's reader of both formats, which builds a tree of nodes.
final class LibplistReader: Sendable {
    private let bytes: [UInt8]

    struct Failure: Error {}

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var work: Work {
        let reader = self
        return Work(making: { try reader.tree() }, checksum: { $0.checksum })
    }

    private func tree() throws -> Tree {
        var root: plist_t?
        bytes.withUnsafeBytes { bytes in
            let start = bytes.bindMemory(to: CChar.self).baseAddress
            if bytes.starts(with: "bplist".utf8) {
                plist_from_bin(start, UInt32(bytes.count), &root)
            } else {
                plist_from_xml(start, UInt32(bytes.count), &root)
            }
        }
        guard let root else { throw Failure() }
        return Tree(root)
    }

    /// A tree that is freed on deinitialization, like the results of the other competitors.
    private final class Tree {
        private let root: plist_t

        init(_ root: plist_t) {
            self.root = root
        }

        deinit {
            plist_free(root)
        }

        var checksum: Checksum {
            var counter = PropertyListCounter()
            Self.count(root, &counter)
            return counter.checksum
        }

        private static func count(_ node: plist_t, _ counter: inout PropertyListCounter) {
            switch plist_get_node_type(node) {
            case PLIST_STRING:
                var text: UnsafeMutablePointer<CChar>?
                plist_get_string_val(node, &text)
                counter.add(text.map { String(cString: $0) } ?? "")
                free(text)
            case PLIST_ARRAY:
                counter.addContainer(keys: [])
                countElements(of: node, &counter)
            case PLIST_DICT: countMembers(of: node, &counter)
            default: counter.addScalars(1)
            }
        }

        private static func countElements(of node: plist_t, _ counter: inout PropertyListCounter) {
            var iterator: plist_array_iter?
            plist_array_new_iter(node, &iterator)
            while true {
                var element: plist_t?
                plist_array_next_item(node, iterator, &element)
                guard let element else { break }
                count(element, &counter)
            }
            free(iterator)
        }

        private static func countMembers(of node: plist_t, _ counter: inout PropertyListCounter) {
            var keys: [String] = []
            var iterator: plist_dict_iter?
            plist_dict_new_iter(node, &iterator)
            while true {
                var key: UnsafeMutablePointer<CChar>?
                var value: plist_t?
                plist_dict_next_item(node, iterator, &key, &value)
                guard let key, let value else { break }
                keys.append(String(cString: key))
                free(key)
                count(value, &counter)
            }
            free(iterator)
            counter.addContainer(keys: keys)
        }
    }
}
