/// A built-in step that is taken before decoding.
public enum BodyPreparation: String, Sendable, Hashable, Codable {
    /// Drops a UTF-8 byte-order mark, which is a finding.
    case byteOrderMark

    /// Drops a prefix that servers put before JSON against cross-site script inclusion, which is a finding.
    case xssiPrefix
}
