/// The names that indicate a credential, in bodies, header fields, and URLs.
///
/// A name is split at characters other than letters and digits, and at changes of case. The long words count anywhere
/// in a name, since `accesstoken` and `passwordHash` are common. The short words count only as a whole, so `author`,
/// `design`, and `sessions` are ordinary names. `key` and `code` are ordinary names of members, but not in a query.
enum CredentialName {
    /// The context of a name; each one includes the words of those before it.
    enum Context: Int {
        case body, field, parameter
    }

    /// The words that count anywhere in a part of a name.
    private static let longWords = Words([
        ("token", .text), ("secret", .text), ("signature", .text), ("authorization", .text), ("cookie", .text),
        ("credential", .text), ("passw", .everything), ("passphrase", .everything), ("passcode", .everything),
    ])

    /// Ordinary words that begin with a long word.
    private static let ordinaryWords = ["tokeniz", "tokenis", "secretar", "secretion"].map { Array($0.utf8) }

    /// The words that count across the parts of a name.
    private static let compounds = Words([
        ("apikey", .text), ("accesskey", .text), ("privatekey", .text), ("secretkey", .text), ("signingkey", .text),
        ("accountkey", .text), ("masterkey", .text), ("subscriptionkey", .text), ("sessionid", .text),
        ("sessid", .text), ("samlresponse", .text), ("samlrequest", .text), ("authenticationinfo", .text),
    ])

    /// The words that count only as a whole, with the first context where they do.
    private static let shortWords: [[UInt8]: (scope: CredentialScope, context: Context)] = {
        let rows: [(String, CredentialScope, Context)] = [
            ("sig", .text, .body), ("auth", .text, .body), ("jwt", .text, .body), ("assertion", .text, .body),
            ("session", .text, .body), ("sid", .text, .body), ("pass", .text, .body), ("bearer", .text, .body),
            ("saml", .text, .body), ("csrf", .text, .body), ("xsrf", .text, .body), ("hmac", .text, .body),
            ("pwd", .everything, .body), ("otp", .everything, .body), ("totp", .everything, .body),
            ("key", .text, .field), ("code", .everything, .parameter),
        ]
        return Dictionary(uniqueKeysWithValues: rows.map { (Array($0.0.utf8), ($0.1, $0.2)) })
    }()

    /// The last words of names that describe a credential without containing it, such as `token_type`.
    private static let descriptions = Set(
        [
            "count", "counts", "length", "size", "limit", "type", "expires", "expiry", "expiration", "ttl", "endpoint",
            "supported", "alg", "algorithm", "required", "enabled",
        ].map { Array($0.utf8) }
    )

    /// Returns what a name hides, or nil for an ordinary name.
    static func scope(of name: ArraySlice<UInt8>, in context: Context) -> CredentialScope? {
        guard name.count >= 3 else { return nil }
        let words = split(name)
        guard let last = words.last, !descriptions.contains(last) else { return nil }
        var scopes = words.compactMap { word -> CredentialScope? in
            let row = shortWords[withoutDigits(word)]
            return row.flatMap { $0.context.rawValue <= context.rawValue ? $0.scope : nil }
        }
        scopes += [longWords.scope(in: runs(name), except: ordinaryWords)].compactMap(\.self)
        scopes += [compounds.scope(in: Array(words.joined()))].compactMap(\.self)
        if context != .body, scopes.isEmpty, last.ends(with: "key") { return .text }
        return scopes.contains(.everything) ? .everything : scopes.first
    }

    /// Returns whether a field has a list of credentials, which may contain spaces, commas, and semicolons.
    static func isField(_ name: ArraySlice<UInt8>) -> Bool {
        let name = withoutDigits(name.map(\.asciiLowercased))
        return name.ends(with: "authorization") || name.ends(with: "cookie")
    }

    /// Returns the words of a name in lowercase.
    private static func split(_ name: ArraySlice<UInt8>) -> [[UInt8]] {
        var words: [[UInt8]] = []
        var word: [UInt8] = []
        func end() {
            if !word.isEmpty { words.append(word) }
            word.removeAll()
        }
        for index in name.indices {
            let byte = name[index]
            guard byte.isNameLetter else {
                end()
                continue
            }
            if byte.isUppercase, !word.isEmpty {
                // The last capital of several begins a word: “APIKey”.
                let next = index + 1 < name.endIndex ? name[index + 1] : byte
                if !name[index - 1].isUppercase || next.isLowercase { end() }
            }
            word.append(byte.asciiLowercased)
        }
        end()
        return words
    }

    /// Returns a name in lowercase, with zero for each character that separates words.
    private static func runs(_ name: ArraySlice<UInt8>) -> [UInt8] {
        name.map { $0.isNameLetter ? $0.asciiLowercased : 0 }
    }

    private static func withoutDigits(_ word: [UInt8]) -> [UInt8] {
        Array(word.prefix(1 + (word.lastIndex { !$0.isDigit } ?? -1)))
    }

    /// Words to find in a name, by their first letter.
    private struct Words {
        private var words = [[(word: [UInt8], scope: CredentialScope)]](repeating: [], count: 256)

        init(_ rows: [(String, CredentialScope)]) {
            for (text, scope) in rows {
                let word = Array(text.utf8)
                words[Int(word.first ?? 0)].append((word, scope))
            }
        }

        func scope(in name: [UInt8], except exceptions: [[UInt8]] = []) -> CredentialScope? {
            var result: CredentialScope?
            for start in name.indices {
                for (word, scope) in words[Int(name[start])] where name[start...].starts(with: word) {
                    if exceptions.contains(where: { name[start...].starts(with: $0) }) { continue }
                    if scope == .everything { return scope }
                    result = scope
                }
            }
            return result
        }
    }
}

extension UInt8 {
    var isUppercase: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }

    fileprivate var isLowercase: Bool { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") }

    /// Whether the byte is a letter or a digit, or belongs to a character outside ASCII.
    var isNameLetter: Bool { isUppercase || isLowercase || isDigit || self >= 0x80 }

    var asciiLowercased: UInt8 { isUppercase ? self | 0x20 : self }
}

extension [UInt8] {
    /// Returns whether the bytes end with a word in ASCII.
    fileprivate func ends(with word: String) -> Bool { suffix(word.utf8.count).elementsEqual(word.utf8) }
}

/// The values that a name hides.
enum CredentialScope {
    /// Text; a number is ordinary, such as a number of tokens.
    case text

    /// Text and numbers, such as a one-time password.
    case everything
}
