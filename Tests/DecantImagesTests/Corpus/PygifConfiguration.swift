/// The description of a GIF in a file of the suite pygif.
struct PygifConfiguration {
    /// One frame: the file of its pixels, and how long it is shown, in hundredths of a second.
    struct Frame {
        var pixels = ""
        var delay = 0
    }

    private(set) var frames: [Frame] = []

    init(_ bytes: [UInt8]) {
        var names: [String] = []
        var sections: [String: Frame] = [:]
        var section = ""
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("[") {
                section = String(line.dropFirst().dropLast())
                continue
            }
            let parts = line.split(separator: "=", maxSplits: 1).map { $0.split(separator: " ").joined() }
            guard parts.count == 2 else { continue }
            switch parts[0] {
            case "frames": names = parts[1].split(separator: ",").map(String.init)
            case "pixels": sections[section, default: Frame()].pixels = parts[1]
            case "delay": sections[section, default: Frame()].delay = Int(parts[1]) ?? 0
            default: break
            }
        }
        frames = names.compactMap { sections[$0] }
    }
}
