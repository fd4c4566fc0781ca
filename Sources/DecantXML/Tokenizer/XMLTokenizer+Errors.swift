import DecantCore
import DecantText

extension XMLTokenizer {
    /// Makes a fault out of what is wrong at a position of what is read; in an entity, where that is referred to.
    @inline(never)
    func fault(
        _ message: String,
        at offset: Int,
        reached: Int? = nil,
        code: ResponseError.Code = .malformedBody,
        limit: Limits.Name? = nil,
        hint: String? = nil
    ) -> XMLFault {
        guard store == .text else {
            let place = referenceOffset - window.start
            return XMLFault(
                message + (sources.last.map { inside($0) } ?? ""),
                at: place,
                code: code,
                limit: limit,
                hint: hint
            )
        }
        return XMLFault(message, at: offset, reached: reached, code: code, limit: limit, hint: hint)
    }

    /// Makes a fault about something that has a name.
    func fault(_ message: String, at slice: XMLSlice, hint: String? = nil) -> XMLFault {
        fault(message, at: slice.store == .text ? slice.start : position, hint: hint)
    }

    /// What is added to a message about the replacement text of an entity.
    func inside(_ source: XMLEntitySource) -> String { " (in the entity “\(name(of: source))”)" }

    private func name(of source: XMLEntitySource) -> String {
        guard let declarations else { return "" }
        let names =
            source.isParameter
            ? declarations.parameterNames.name(source.entity) : declarations.general.name(source.entity)
        return names.string.printable
    }

    /// Decides what a fault means: that more of the text is needed, or that reading is at an end.
    @inline(never)
    mutating func recover(from first: XMLFault) throws(ResponseError) -> Bool {
        var fault = first
        do throws(XMLFault) {
            // A byte that is not allowed is the reason, if it stands before what seems to be wrong.
            try validate(upTo: min(max(fault.offset, fault.reached) + 1, documentText.count))
        } catch {
            fault = error
            forgetToken()
        }
        if !isFinal, fault.reached >= documentText.count {
            putBack()
            return false
        }
        phase = .failed
        var error = fault.reached >= documentText.count ? cutError ?? responseError(fault) : responseError(fault)
        if let completing {
            error = completing(error)
            error.details.findings += findings
        }
        failure = error
        throw error
    }

    /// Forgets what a token said that turns out not to be text: how far it was read depends on how much of it was there.
    private mutating func forgetToken() {
        if isReadingDocumentType { declarations = nil }
        if isDirty { findings.removeLast(findings.count - settledFindings) }
    }

    /// Undoes what an incomplete token has changed.
    private mutating func putBack() {
        attributeList.truncate(to: 0)
        if isReadingDocumentType { declarations = nil }
        isReadingDocumentType = false
        guard isDirty, let checkpoint else { return }
        markOpen(false)
        position = checkpoint.position
        store = checkpoint.store
        sources = checkpoint.sources
        elementFloor = checkpoint.elementFloor
        referenceOffset = checkpoint.referenceOffset
        expandedBytes = checkpoint.expandedBytes
        defaultCost = checkpoint.defaultCost
        findings.removeLast(findings.count - settledFindings)
        markOpen(true)
        text = store == .text ? documentText : declared.text(to: checkpoint.end)
        isDirty = false
        self.checkpoint = nil
    }

    /// Notes of all entities that are being read that they are, or not.
    private func markOpen(_ isOpen: Bool) {
        for source in sources where !source.isParameter { declarations?.entities[source.entity].isOpen = isOpen }
    }

    /// Why the text ends where it does, with the place.
    private var cutError: ResponseError? {
        guard var error = cut else { return nil }
        if error.position == nil { locate(&error, at: window.start + documentText.count) }
        return error
    }

    private func responseError(_ fault: XMLFault) -> ResponseError {
        var error = ResponseError(fault.code, fault.message, limit: fault.limit, hint: fault.hint)
        locate(&error, at: window.start + fault.offset)
        return error
    }
}
