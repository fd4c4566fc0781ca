import DecantImages

/// Shows pictures on a terminal: as sixels if it says that it can show them, else by half blocks.
struct PictureDisplay {
    /// The lines that stay free, for the facts above the picture and the prompt below it.
    private static let spareRows = 3

    private let size: TerminalSize
    private let showsSixels: Bool

    /// Prepares for a terminal; nil if it shows no colours, or if there is none.
    init?(on terminal: Terminal) {
        guard terminal.outputStyle.isColored else { return nil }
        size = UnsafeTerminal.size ?? .usual
        showsSixels = UnsafeTerminal.deviceAttributes.contains(DeviceAttributes.sixels)
    }

    /// Writes a picture that is not wider and not higher than the terminal.
    func show(_ image: DecodedImage, on output: inout ValueOutput) {
        let rows = max(1, size.rows - Self.spareRows)
        if showsSixels {
            let (width, height) = (size.columns * size.cellWidth, rows * size.cellHeight)
            output.put(Sixels(PictureRaster(image, maximumWidth: width, maximumHeight: height)).text + "\n")
        } else {
            let raster = PictureRaster(image, maximumWidth: size.columns, maximumHeight: rows * 2)
            for line in HalfBlocks(raster).lines { output.put(line + "\n") }
        }
    }
}
