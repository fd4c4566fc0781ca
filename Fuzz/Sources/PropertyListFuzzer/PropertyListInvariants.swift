public import DecantCore
public import DecantPropertyList
import FuzzSupport

/// The invariants of a property list of any format.
public struct PropertyListInvariants {
    private let body: ResponseBytes
    private let options: PropertyList.Options
    private let limits: Limits

    /// Creates the invariants of a body.
    ///
    /// - Parameter body: A list, or arbitrary bytes.
    public init(_ body: ResponseBytes, _ options: PropertyList.Options, _ limits: Limits) {
        self.body = body
        self.options = options
        self.limits = limits
    }

    /// Reads the body in every way, and checks that all results agree.
    public func run() {
        guard let list = parsed(body, options, limits) else {
            assure(owned() == nil, "only owned values are made of a list")
            return
        }
        assure(options.formats.contains(list.format), "a list in \(list.format) is accepted")
        // Many references to one long string can expand to many times the bytes of the body.
        guard Self.weight(of: list) < Self.heaviest else { return }
        let tree = ListTree(list)
        examineAgreement(list, tree)
        examineFormats(list)
        examinePositions(list)
        examineWriting(tree)
    }

    private static let heaviest = 500_000

    private static func weight(of list: PropertyList) -> Int {
        var weight = 0
        var rest = [list]
        while let value = rest.popLast(), weight < heaviest {
            weight += 16 + (value.withBytes { $0.count } ?? value.string?.utf8.count ?? 0)
            rest += value.array.map(Array.init) ?? value.set.map(Array.init) ?? []
            for member in value.dictionary.map(Array.init) ?? [] {
                weight += member.key.utf8.count
                rest.append(member.value)
            }
        }
        return weight
    }

    /// Compares direct access, owned values, borrowed values, and a second reading.
    private func examineAgreement(_ list: PropertyList, _ tree: ListTree) {
        if let value = owned() { assureEqual(ListTree(value), tree, "owned values") }
        assureEqual(ListTree(list.cursor), tree, "borrowed values")
        guard let again = parsed(body, options, limits) else { fatalError("a list is refused the second time") }
        assureEqual(again, list, "a list is not itself")
        assureEqual(again.hashValue, list.hashValue, "the hash of a list")
    }

    /// Checks that, if only one format is accepted, a list is accepted if and only if it has that format.
    private func examineFormats(_ list: PropertyList) {
        for format in PropertyList.Format.allCases where format != .openStep {
            var options = options
            options.formats = [format]
            let isAccepted = parsed(body, options, limits) != nil
            assureEqual(isAccepted, format == list.format, "\(list.format) where \(format) is asked for")
        }
    }

    /// Writes a value in XML and in the binary format, and reads it again.
    private func examineWriting(_ tree: ListTree) {
        guard let binary = parsed(ResponseBytes(tree.binary), PropertyList.Options(), .unlimited) else {
            fatalError("a binary list is refused that was written: \(tree)")
        }
        assureEqual(ListTree(binary), tree, "a value once written in binary")
        guard let xml = tree.xml else { return }
        guard let list = parsed(ResponseBytes(xml), PropertyList.Options(), .unlimited) else {
            fatalError("a list in XML is refused that was written: \(String(decoding: xml, as: UTF8.self))")
        }
        assureEqual(ListTree(list), tree, "a value once written in XML")
    }

    /// Checks that the path of a value leads to it, unless a key on the path is duplicated.
    private func examinePositions(_ list: PropertyList) {
        var queue = [list]
        var visited = 0
        while visited < min(queue.count, 24) {
            let value = queue[visited]
            visited += 1
            assure(value.offset >= 0, "the offset of a value")
            if let position = value.position { assure(position.line >= 1 && position.column >= 1, "a position") }
            let keys = value.dictionary.map { $0.map(\.key.utf8).map(Array.init) } ?? []
            guard Set(keys).count == keys.count else { return }
            examinePath(of: value, from: list)
            queue += value.array.map(Array.init) ?? value.dictionary.map { $0.map(\.value) } ?? []
        }
    }

    private func examinePath(of value: PropertyList, from list: PropertyList) {
        var end: PropertyList? = list
        for step in value.path {
            switch step {
            case .index(let index): end = end?[index]
            case .key(let key): end = end?[key]
            }
        }
        assure(end != nil, "the path of a value leads nowhere: \(value.path)")
    }

    private func owned() -> PropertyList.Value? {
        do throws(ResponseError) {
            return try PropertyList.Value(parsing: body, options: options, limits: limits)
        } catch {
            error.examine(bodyCount: body.count)
            return nil
        }
    }

    private func parsed(_ body: ResponseBytes, _ options: PropertyList.Options, _ limits: Limits) -> PropertyList? {
        do throws(ResponseError) {
            return try PropertyList(parsing: body, options: options, limits: limits)
        } catch {
            error.examine(bodyCount: body.count)
            return nil
        }
    }
}
