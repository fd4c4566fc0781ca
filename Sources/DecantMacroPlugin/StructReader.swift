#if Macros
import SwiftDiagnostics
import SwiftSyntax

/// The initializer that reads a struct, in the order of the declaration.
enum StructReader {
    /// Returns the initializer for the members of a struct.
    static func reader(
        _ members: MemberBlockItemListSyntax,
        _ options: DirectOptions,
        _ problems: inout Problems
    ) -> Reader {
        let keys = CodingKeys(named: "CodingKeys", in: members, &problems)
        let found = StoredProperty.all(in: members, &problems)
        let properties = decoded(found, keys, &problems)
        var names = NameSet()
        var reader = Reader()
        reader.append("var members = try value.members()")
        for (property, key) in properties {
            let attribute = property.attribute("JSONName")
            let memberNames = CodingKeyNames(
                for: property.name,
                key: key,
                attribute: attribute,
                style: options.style,
                &problems
            )
            let renaming = FixIt.adding("@JSONName(\"<#name#>\")", to: property.declaration)
            let fixIts = attribute == nil && key == nil ? [renaming] : []
            names.insert(memberNames, of: property.name, at: property.pattern, fixIts, &problems)
            property.read(memberNames, options, by: &reader)
        }
        guard !properties.isEmpty || options.rejectsUnknownMembers else {
            return Reader(["_ = try value.members()"])
        }
        if options.rejectsUnknownMembers {
            reader.append(UnknownMembers.rejection(of: "members", except: names.literals))
        }
        return reader
    }

    /// Returns the properties to decode, in the order in which `Decodable` decodes them.
    private static func decoded(
        _ properties: [StoredProperty],
        _ keys: CodingKeys?,
        _ problems: inout Problems
    ) -> [(StoredProperty, CodingKeys.Key?)] {
        for property in properties where property.isIgnored || keys?.key(named: property.name) == nil && keys != nil {
            property.checkIgnored(&problems)
        }
        let decoded = properties.filter { !$0.isIgnored }
        guard let keys else {
            for property in decoded { property.check(hasKey: false, &problems) }
            return decoded.map { ($0, nil) }
        }
        return keys.keys.compactMap { key in
            guard let property = decoded.first(where: { $0.name == key.name }) else {
                let message = "“CodingKeys” has the case “\(key.name)”, but no property to decode has this name."
                problems.add(message, at: key.declaration)
                return nil
            }
            property.check(hasKey: true, &problems)
            return (property, key)
        }
    }
}

/// The statement that rejects members that a type does not have.
enum UnknownMembers {
    /// Returns a loop over the members of an object.
    static func rejection(of members: String, except literals: [String]) -> String {
        let known = literals.isEmpty ? "" : "case \(literals.joined(separator: ", ")):\n        continue\n    "
        return """
            while let member = \(members).next() {
                switch member.name {
                \(known)default:
                    throw member.unexpected()
                }
            }
            """
    }
}
#endif
