// A token is committed whole. The first change of what lasts saves the state before it; if the token turns out to be
// incomplete, the state is put back, and the token is read again when more of the text has arrived.

/// The changes of the current token, as far as they must be undone if it is not complete.
struct XMLTokenChanges {
    /// Whether the token has changed state.
    private(set) var isDirty = false
    /// The number of findings before the token.
    private var settledFindings = 0
    /// The state before the token, if it may be incomplete.
    private var checkpoint: XMLCheckpoint?

    mutating func begin(findings: Int, _ checkpoint: XMLCheckpoint?) {
        isDirty = true
        settledFindings = findings
        self.checkpoint = checkpoint
    }

    /// Makes the changes last.
    mutating func settle() {
        isDirty = false
        checkpoint = nil
    }

    /// The number of findings of the token among all.
    func newFindings(among count: Int) -> Int { isDirty ? count - settledFindings : 0 }

    /// Ends the changes, and returns the state to put back.
    mutating func takeCheckpoint() -> XMLCheckpoint? {
        guard isDirty, let checkpoint else { return nil }
        settle()
        return checkpoint
    }
}

/// The state that a token that is not complete may have changed.
struct XMLCheckpoint {
    let position: Int
    let store: XMLSlice.Store
    /// The end of the text that is read.
    let end: Int
    let expansion: XMLEntityExpansion
}

extension XMLTokenizer {
    /// Saves the state that the token is about to change, in case it is not complete.
    mutating func willChange() {
        guard !changes.isDirty else { return }
        let checkpoint =
            isFinal
            ? nil
            : XMLCheckpoint(
                position: position,
                store: store,
                end: text.count,
                expansion: expansion
            )
        changes.begin(findings: findings.count, checkpoint)
    }

    /// Removes the text of a token from its fault, since its length depends on the bytes that have arrived.
    mutating func forgetToken() {
        documentTypeState.abandon()
        findings.removeLast(changes.newFindings(among: findings.count))
    }

    /// Undoes the changes of an incomplete token.
    mutating func putBack() {
        attributeList.truncate(to: 0)
        documentTypeState.abandon()
        let newFindings = changes.newFindings(among: findings.count)
        guard let checkpoint = changes.takeCheckpoint() else { return }
        markOpen(false)
        position = checkpoint.position
        store = checkpoint.store
        expansion = checkpoint.expansion
        findings.removeLast(newFindings)
        markOpen(true)
        text = store == .text ? documentText : declared.text(to: checkpoint.end)
    }

    /// Records of all entities that are being read that they are, or not.
    private func markOpen(_ isOpen: Bool) {
        for entity in expansion.openGeneralEntities { declarations?.entities[entity].isOpen = isOpen }
    }
}
