public import DecantCore

extension Finding.Code {
    /// An object or element contains a key more than once, and only the first occurrence was decoded.
    public static let duplicateKey: Self = "duplicateKey"
    /// Content that a type requests is missing from its value, such as text between the elements of a list.
    public static let unreadContent: Self = "unreadContent"
    /// The document refers to an external resource that was not read.
    public static let externalReference: Self = "externalReference"
}
