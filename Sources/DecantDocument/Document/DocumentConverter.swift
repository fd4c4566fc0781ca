package import DecantCore

// Types that decode themselves have no decoder, so the options for them belong to the document, and so do the findings
// that they cause.

/// The conversions of a document's values for types that decode themselves, and the findings about them.
package final class DocumentConverter: Sendable {
    /// The allowed conversions.
    package let conversions: DecodingOptions.Conversions

    private let leniences = Lock(Leniences())

    init(_ conversions: DecodingOptions.Conversions) {
        self.conversions = conversions
    }

    /// Moves the findings to others, as for ``Leniences/removeAll(into:isStreamItem:)``.
    package func removeFindings(into findings: inout [Finding], isStreamItem: Bool) {
        findings += leniences.withLock { leniences in
            var removed: [Finding] = []
            leniences.removeAll(into: &removed, isStreamItem: isStreamItem)
            return removed
        }
    }

    fileprivate func report(_ code: Finding.Code, _ make: () -> Finding) {
        leniences.withLock { $0.report(code, make) }
    }
}

extension FlatDocument {
    /// Returns whether types that decode themselves may convert values in a way.
    package func converts(_ conversion: DecodingOptions.Conversions) -> Bool {
        converter?.conversions.contains(conversion) ?? false
    }

    /// Records that a value was converted for a type that decodes itself.
    package func recordConversion(of index: Int, to result: @autoclosure () -> String) {
        converter?.report(.convertedValue) {
            let message = "converted \(excerpt(of: index)) to \(result())"
            return Leniences.finding(.convertedValue, message, path(to: index), offset: sourceOffset(of: index))
        }
    }

    /// Records that a date without a time zone was read as UTC for a type that decodes itself.
    package func recordTimeZone(of index: Int, _ scalar: DecodedScalar) {
        converter?.report(.assumedTimeZone) {
            let message = scalar.assumedTimeZoneMessage
            return Leniences.finding(.assumedTimeZone, message, path(to: index), offset: sourceOffset(of: index))
        }
    }

    /// Returns the start of a string in quotation marks, or a description of another value.
    package func excerpt(of index: Int) -> String {
        guard self[index].kind.isString, !isEmptyString(index) else { return description(of: index) }
        return "“\(string(at: index).excerpt(40))”"
    }
}
