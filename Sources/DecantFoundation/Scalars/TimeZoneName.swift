import DecantCore

/// The English names of days and months.
enum DateNames {
    static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// Returns the name of a month from 1 to 12 with a capital letter.
    static func title(ofMonth month: Int) -> String {
        let name = months[month - 1]
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    /// Returns the index of the name that begins with a text of at least three letters.
    static func index(of text: String, in names: [String]) -> Int? {
        text.utf8.count < 3 ? nil : names.firstIndex { $0.hasPrefix(text) }
    }
}

/// The name of a time zone in a date, such as `CEST`.
///
/// The table has the zones of RFC 5322 and others that feeds use. A name with several meanings has the one that is usual
/// in feeds: `BST` is British Summer Time, `AST` Atlantic Standard Time, and `CST` Central Standard Time as in RFC 5322.
/// `IST` is usual in India, Israel, and Ireland, and `ET` does not say whether it is daylight saving time, so such names
/// are rejected unless an offset follows or precedes them.
struct TimeZoneName {
    /// The name as written.
    let name: String

    /// The offset from UTC in seconds, or nil if the name is unknown or ambiguous.
    let offset: Int?

    /// Whether RFC 5322 has the name.
    let isMessageZone: Bool

    /// Whether an offset after the name is relative to it, as in `GMT+2`.
    var takesOffset: Bool

    /// Creates the time zone of a lowercase name; nil if the name is unknown.
    init?(_ key: String, _ name: String) {
        // RFC 5322 §4.3: zones of one letter are unreliable and count as UTC. There is no `J`.
        let isLetter = key.utf8.count == 1 && key != "j"
        let minutes = isLetter ? 0 : Self.messageZones[key] ?? Self.otherZones[key]
        guard minutes != nil || Self.ambiguousNames[key] != nil else { return nil }
        self.name = name
        offset = minutes.map { $0 * 60 }
        isMessageZone = isLetter || Self.messageZones[key] != nil
        takesOffset = minutes == 0
    }

    init(unknown name: String) {
        self.name = name.excerpt(20)
        offset = nil
        isMessageZone = false
        takesOffset = false
    }

    /// The reason why the name alone does not determine an offset.
    var fault: String {
        guard let meanings = Self.ambiguousNames[name.lowercased()] else { return "the time zone “\(name)” is unknown" }
        return "the time zone “\(name)” may be \(meanings)"
    }

    /// The zones of RFC 5322 §4.3, in minutes east of UTC.
    private static let messageZones = [
        "ut": 0, "utc": 0, "gmt": 0, "edt": -240, "est": -300, "cdt": -300, "cst": -360, "mdt": -360, "mst": -420,
        "pdt": -420, "pst": -480,
    ]

    private static let otherZones = [
        // Europe
        "wet": 0, "west": 60, "bst": 60, "cet": 60, "cest": 120, "met": 60, "mest": 120, "mez": 60, "mesz": 120,
        "eet": 120, "eest": 180, "trt": 180, "msk": 180, "msd": 240,
        // America
        "nst": -210, "ndt": -150, "ast": -240, "adt": -180, "akst": -540, "akdt": -480, "hst": -600, "brt": -180,
        "brst": -120, "art": -180,
        // Africa
        "wat": 60, "cat": 120, "sast": 120, "eat": 180,
        // Asia
        "idt": 180, "pkt": 300, "npt": 345, "wib": 420, "ict": 420, "hkt": 480, "sgt": 480, "myt": 480, "pht": 480,
        "jst": 540, "kst": 540,
        // Australia and New Zealand
        "awst": 480, "acst": 570, "acdt": 630, "aest": 600, "aedt": 660, "nzst": 720, "nzdt": 780,
    ]

    private static let ambiguousNames = [
        "ist": "that of India, Israel, or Ireland", "et": "EST or EDT", "ct": "CST or CDT", "mt": "MST or MDT",
        "pt": "PST or PDT",
    ]
}
