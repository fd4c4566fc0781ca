import DecantCore

/// What is wrong with a binary property list, and where.
struct BinaryPropertyListFault: Error {
    /// What is wrong.
    enum Reason {
        case version, tooShort, size, table, objectCount, top, objectOffset, reference, marker, integerSize, realSize,
            length
        case beyond, notASCII, surrogate, key, date, cycle, depth, references, content, nodes
    }

    let reason: Reason

    /// Where, in bytes.
    let offset: Int

    /// Which object, if it is in one.
    let object: Int?

    init(_ reason: Reason, at offset: Int, object: Int? = nil) {
        self.reason = reason
        self.offset = offset
        self.object = object
    }

    /// The error that explains the fault.
    func error(in body: borrowing ResponseBody, _ limits: Limits = Limits()) -> ResponseError {
        let place = object.map { "object \($0): " } ?? ""
        let limit = limit
        let bound = limit.map { ", more than the limit of \(limits[$0])" } ?? ""
        let code: ResponseError.Code = limit == nil ? .malformedBody : .limitExceeded
        var error = ResponseError(code, place + message + bound, limit: limit)
        error.details.offset = body.start + min(offset, body.count)
        error.details.isBinary = true
        return error
    }

    private var limit: Limits.Name? {
        switch reason {
        case .depth: .propertyListDepth
        case .references: .propertyListReferences
        case .content: .bodyBytes
        case .nodes: .nodes
        default: nil
        }
    }

    private var message: String {
        switch reason {
        case .version: "the version of a binary property list is 00"
        case .tooShort: "a binary property list has at least 42 bytes"
        case .size: "the trailer says that offsets or references have no byte, or more than 8"
        case .table: "the trailer puts the table of offsets outside of the list"
        case .objectCount: "the table of offsets does not have as many entries as the trailer says"
        case .top: "the trailer names a top object that is not there"
        case .objectOffset: "its offset lies outside of the objects"
        case .reference: "it refers to an object that is not there"
        case .marker: "no type of a property list begins with its marker"
        case .integerSize: "an integer has 1, 2, 4, 8 or 16 bytes"
        case .realSize: "a floating-point number has 4 or 8 bytes, and a date 8"
        case .length: "its length is no integer of 1 to 8 bytes"
        case .beyond: "it goes beyond the end of the objects"
        default: deepMessage
        }
    }

    private var deepMessage: String {
        switch reason {
        case .notASCII: "a string of ASCII has another byte"
        case .surrogate: "a string of UTF-16 has a lone surrogate"
        case .key: "a key of a dictionary is no string"
        case .date: "a date is no finite number"
        case .cycle: "it contains itself"
        case .depth: "it is nested too deep"
        case .references: "shared objects stand for too many values"
        case .content: "shared objects stand for more text and data than a body may have"
        default: "the list has too many values"
        }
    }
}
