// The shortest program that Swift 6.3.1 compiles to one that crashes when it is optimized.
//
// `swiftc -O TaskLocalFunction.swift && ./TaskLocalFunction` ends with signal 11 in `swift_task_localValuePush`.
//
// The value of the task-local variable is an optional function. The optimizer specializes `withValue`, and requests the
// metadata of the function as it is lowered, which the runtime does not have: the type is null. With `-Onone`, or with a
// structure around the function, the program prints 1. For this reason, the observer of a task is in a structure.

enum Log {
    @TaskLocal static var observer: (@Sendable (Int) -> Void)?
}

Log.$observer.withValue({ print($0) }) { Log.observer?(1) }
