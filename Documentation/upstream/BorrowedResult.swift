// The shortest program that crashes the compiler of Swift 6.3.1 in a debug build, without naming a line.
//
// `swiftc -Onone BorrowedResult.swift` prints
//
//     Instruction does not dominate all uses!
//       %8 = phi ptr [ %3, %2 ]
//       call void @swift_release(ptr %8)
//     error: fatal error encountered during compilation
//
// A getter borrows from the result of a throwing call, and no variable holds that result. The compiler releases the
// result on the path of the error, too, where it does not exist. With `-O`, with a call that does not throw, or with
// `let result = try bytes()`, the program compiles. It also compiles if the property is a coroutine
// (`_read { yield … }`). For this reason, `cursor` of `JSON`, `PropertyList`, `XML.Document`, and `XML.Node` is one.

func bytes() throws -> [UInt8] { [1, 2, 3] }

func count() throws -> Int { try bytes().span.count }

print(try count())
