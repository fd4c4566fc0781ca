extension ListTree {
    /// The value in the XML format; nil if the format cannot hold it.
    var xml: [UInt8]? {
        var bytes = Array("<plist>".utf8)
        guard append(to: &bytes) else { return nil }
        return bytes + "</plist>".utf8
    }

    private func append(to bytes: inout [UInt8]) -> Bool {
        switch self {
        case .string(let text): return Self.append("string", text, to: &bytes)
        case .integer(let number): return Self.append("integer", Array(String(number).utf8), to: &bytes)
        case .real(let bits): return Self.append("real", Self.text(of: Double(bitPattern: bits)), to: &bytes)
        case .boolean(let isTrue): bytes += (isTrue ? "<true/>" : "<false/>").utf8
        case .data(let data): return Self.append("data", Self.base64(data), to: &bytes)
        case .array(let elements):
            bytes += "<array>".utf8
            guard elements.allSatisfy({ $0.append(to: &bytes) }) else { return false }
            bytes += "</array>".utf8
        case .dictionary(let members):
            bytes += "<dict>".utf8
            for member in members {
                guard Self.append("key", member.key, to: &bytes), member.value.append(to: &bytes) else { return false }
            }
            bytes += "</dict>".utf8
        // Dates of the binary format have fractions, and XML has no sets and no references.
        case .date, .set, .uid: return false
        }
        return true
    }

    private static func append(_ name: String, _ text: [UInt8], to bytes: inout [UInt8]) -> Bool {
        bytes += "<\(name)>".utf8
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x26, 0x3C, 0x3E, 0x0D: bytes += "&#\(scalar.value);".utf8
            case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F, 0xFFFE, 0xFFFF: return false
            default: bytes += String(scalar).utf8
            }
        }
        bytes += "</\(name)>".utf8
        return true
    }

    private static func text(of number: Double) -> [UInt8] {
        Array((number.isNaN ? "nan" : number.isInfinite ? (number < 0 ? "-infinity" : "+infinity") : "\(number)").utf8)
    }

    private static func base64(_ data: [UInt8]) -> [UInt8] {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: data.count, by: 3) {
            let group = data[start..<min(start + 3, data.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << ((3 - group.count) * 8)
            for index in 0..<4 {
                text.append(index <= group.count ? digits[bits >> (18 - index * 6) & 63] : UInt8(ascii: "="))
            }
        }
        return text
    }
}
