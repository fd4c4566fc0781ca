import DecantCore

/// The frame header of a JPEG (ITU T.81 §B.2.2).
struct JPEGFrame {
    /// One component: an identifier, and how often it is sampled for each unit.
    struct Component {
        let identifier: UInt8
        let horizontal: Int
        let vertical: Int
    }

    let process: JPEGProcess
    let precision: Int
    let width: Int
    let height: Int
    let components: [Component]

    /// Where it stands.
    let position: Int

    /// The number of components that the header declares; ``components`` has those that are there.
    let count: Int

    /// Reads and checks the parameters of a marker SOFn.
    init(_ bytes: ImageBytes, _ process: JPEGProcess, at position: Int, _ contents: Range<Int>) throws(ResponseError) {
        guard let frame = JPEGFrame(reading: bytes, process, at: position, contents), frame.count > 0,
            contents.count == 6 + 3 * frame.count
        else { throw bytes.fault("its frame header has \(contents.count) bytes", at: position) }
        self = frame
        guard width > 0, height > 0 else {
            throw bytes.fault("it is \(width) by \(height) pixels", at: contents.lowerBound + 1)
        }
        guard components.allSatisfy({ (1...4).contains($0.horizontal) && (1...4).contains($0.vertical) }) else {
            throw bytes.fault("its sampling factors are not from 1 to 4", at: contents.lowerBound + 6)
        }
    }

    /// Reads the parameters of a marker SOFn as they are; nil if not even their fixed part is there.
    private init?(reading bytes: ImageBytes, _ process: JPEGProcess, at position: Int, _ contents: Range<Int>) {
        guard contents.count >= 6 else { return nil }
        self.process = process
        self.position = position
        precision = Int(bytes[contents.lowerBound])
        height = bytes.big16(at: contents.lowerBound + 1)
        width = bytes.big16(at: contents.lowerBound + 3)
        count = Int(bytes[contents.lowerBound + 5])
        components = (0..<min(count, (contents.count - 6) / 3)).map { index in
            let place = contents.lowerBound + 6 + 3 * index
            let factors = Int(bytes[place + 1])
            return Component(identifier: bytes[place], horizontal: factors >> 4, vertical: factors & 15)
        }
    }

    /// Finds the first frame header of a JPEG inside of another file, whose own decoder checks it.
    ///
    /// - Returns: The header as it is; nil if there is none, or none with a component.
    static func first(in bytes: ImageBytes, _ range: Range<Int>) -> JPEGFrame? {
        var place = range.lowerBound
        // More segments than any JPEG has before its pixels; each takes at least four bytes.
        for _ in 0..<1000 {
            guard range.upperBound - place >= 4, bytes[place] == 0xFF else { return nil }
            let marker = bytes[place + 1]
            if marker == 0xD8 || marker == 0xFF {
                place += marker == 0xFF ? 1 : 2
                continue
            }
            let length = bytes.big16(at: place + 2)
            guard length >= 2, length <= range.upperBound - place - 2 else { return nil }
            if JPEGProcess.isFrame(marker) {
                let contents = place + 4..<place + 2 + length
                guard contents.count >= 9 else { return nil }
                return JPEGFrame(reading: bytes, JPEGProcess(marker: marker), at: place, contents)
            }
            place += 2 + length
        }
        return nil
    }

    /// How many blocks of 8 by 8 coefficients each component has (§A.2.3), those that fill the last unit included.
    var blocks: [Int] {
        let columns = components.map(\.horizontal).max() ?? 1
        let rows = components.map(\.vertical).max() ?? 1
        let across = (width + 8 * columns - 1) / (8 * columns)
        let down = (height + 8 * rows - 1) / (8 * rows)
        return components.map { across * $0.horizontal * down * $0.vertical }
    }

    /// How many of them are coded: those that only fill the last unit are not if there is one component.
    var codedBlocks: [Int] {
        components.count == 1 ? [(width + 7) / 8 * ((height + 7) / 8)] : blocks
    }

    var colorModel: ImageColorModel {
        switch components.count {
        case 1, 2: .gray
        case 3: .rgb
        default: .cmyk
        }
    }
}
