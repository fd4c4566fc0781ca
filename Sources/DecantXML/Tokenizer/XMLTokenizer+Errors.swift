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
            let inside = sources.last.map { " (in the entity “\(entityName($0.entity))”)" } ?? ""
            let place = referenceOffset - window.start
            return XMLFault(message + inside, at: place, code: code, limit: limit, hint: hint)
        }
        return XMLFault(message, at: offset, reached: reached, code: code, limit: limit, hint: hint)
    }

    /// Makes a fault about something that has a name.
    func fault(_ message: String, at slice: XMLSlice) -> XMLFault {
        fault(message, at: slice.store == .text ? slice.start : position)
    }

    private func entityName(_ number: Int) -> String {
        declarations.map { $0.general.name(number).string.printable } ?? ""
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
        }
        if !isFinal, fault.reached >= documentText.count {
            putBack()
            return false
        }
        phase = .failed
        let error = responseError(fault)
        failure = error
        throw error
    }

    /// Undoes what an incomplete token has changed.
    private mutating func putBack() {
        attributeList.truncate(to: 0)
        if phase == .prolog { declarations = nil }
        guard isDirty, let checkpoint else { return }
        for source in sources { declarations?.entities[source.entity].isOpen = false }
        position = checkpoint.position
        store = checkpoint.store
        sources = checkpoint.sources
        elementFloor = checkpoint.elementFloor
        referenceOffset = checkpoint.referenceOffset
        expandedBytes = checkpoint.expandedBytes
        findings.removeLast(findings.count - checkpoint.findingCount)
        for source in sources { declarations?.entities[source.entity].isOpen = true }
        text = store == .text ? documentText : declared.text(to: checkpoint.end)
        isDirty = false
        self.checkpoint = nil
    }

    private func responseError(_ fault: XMLFault) -> ResponseError {
        var error = ResponseError(fault.code, fault.message, limit: fault.limit, hint: fault.hint)
        locate(&error, at: window.start + fault.offset)
        return error
    }
}
