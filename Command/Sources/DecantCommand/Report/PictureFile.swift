import Decant
import DecantReport
import Foundation

/// The file that a picture is written to.
struct PictureFile {
    /// The reason that a picture was not written.
    struct Failure: Error {
        /// One sentence for a person.
        let message: String

        /// With which status the command is to end.
        let exitStatus: Int32
    }

    /// The name of standard output.
    static let standardOutput = "-"

    /// The name of the file.
    let path: String

    /// Writes a value if it is a picture.
    ///
    /// - Parameter value: The value.
    /// - Throws: ``Failure``, or ``ResponseError`` with what is wrong with a part of the body that is decoded only now.
    func write(_ value: any DecodedValue) throws {
        guard let bytes = try value.png() else {
            throw Failure(message: "nothing was written to \(path), because this is not a picture", exitStatus: 1)
        }
        guard path != Self.standardOutput else { return StandardStream.output.write(bytes) }
        let descriptor = UnsafeFileOpening.descriptor(writing: Array(path.utf8))
        guard descriptor >= 0 else { throw Self.failure(path, UnsafeFileOpening.message(for: errno)) }
        do {
            try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: Data(bytes))
        } catch {
            throw Self.failure(path, (error as NSError).underlyingMessage)
        }
    }

    private static func failure(_ path: String, _ reason: String?) -> Failure {
        Failure(message: "the picture is not written to \(path): \(reason ?? "it cannot be written")", exitStatus: 2)
    }
}
