public import DecantCore

extension Finding.Code {
    /// An object or element has the same key more than once, and a value was made of the first one.
    public static let duplicateKey: Self = "duplicateKey"

    /// A part that a type requests is missing from its value, such as text between the elements of a list.
    public static let unreadContent: Self = "unreadContent"

    /// The document refers to an external resource, which was not read.
    public static let externalReference: Self = "externalReference"
}
