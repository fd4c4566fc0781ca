import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The transfers of one delegate, by the identifiers of their tasks.
///
/// A transfer may end before anyone waits for it, so whichever of the two comes last resumes the other.
struct TransferTable: Sendable {
    typealias Waiter = CheckedContinuation<TransferOutcome, Never>

    private struct Entry {
        var transfer: Transfer
        let progress: ProgressHandler?
        var waiter: Waiter?
        var isCancelled = false
    }

    private var entries: [Int: Entry] = [:]
    private var outcomes: [Int: TransferOutcome] = [:]

    mutating func add(_ task: Int, _ transfer: Transfer, progress: ProgressHandler?) {
        entries[task] = Entry(transfer: transfer, progress: progress)
    }

    /// Enters who waits; gives the outcome if it is there already.
    mutating func wait(_ task: Int, _ waiter: Waiter) -> TransferOutcome? {
        entries[task]?.waiter = waiter
        return outcomes.removeValue(forKey: task)
    }

    /// Whether the task is to be cancelled now.
    mutating func cancel(_ task: Int) -> Bool {
        guard entries[task]?.isCancelled == false else { return false }
        entries[task]?.isCancelled = true
        return true
    }

    mutating func receive(_ task: Int, _ response: URLResponse) {
        entries[task]?.transfer.receive(response)
    }

    mutating func receive(_ task: Int, _ chunk: Data) -> (action: Transfer.Action, progress: ProgressHandler?) {
        let action = entries[task]?.transfer.receive(chunk)
        return (action ?? .ignore, entries[task]?.progress)
    }

    /// Ends a transfer; gives who waits for it, and the outcome.
    mutating func end(_ task: Int, _ response: URLResponse?, _ error: (any Error)?) -> (Waiter?, TransferOutcome?) {
        guard let entry = entries.removeValue(forKey: task) else { return (nil, nil) }
        let waiter = entry.waiter
        let outcome = entry.transfer.end(response, error)
        if waiter == nil { outcomes[task] = outcome }
        return (waiter, outcome)
    }
}
