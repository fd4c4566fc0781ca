import Decant
import DecantImages
import DecantReport

/// A decoded body that the command prints.
protocol PrintableValue: DecodedValue {
    /// Writes the value: readable and harmless on a terminal, exact where a program reads it.
    ///
    /// - Parameter output: The output.
    /// - Returns: The findings about a part of the body that is decoded only now.
    /// - Throws: The error of decoding such a part.
    func show(on output: inout ValueOutput) throws(ResponseError) -> [Finding]
}

extension ResponseBody: PrintableValue {
    func show(on output: inout ValueOutput) -> [Finding] {
        if output.isTerminal {
            output.put(HexDump(Array(prefix(512).bytes), of: count).lines.map { $0 + "\n" }.joined())
        } else {
            output.put(Array(bytes))
        }
        return []
    }
}

extension String: PrintableValue {
    func show(on output: inout ValueOutput) -> [Finding] {
        if output.isTerminal {
            let visible = visible
            output.put(visible.hasSuffix("\n") ? visible : visible + "\n")
        } else {
            output.put(Array(utf8))
        }
        return []
    }
}

extension Picture: PrintableValue {
    /// Writes a line of facts, and on a terminal the picture below it.
    func show(on output: inout ValueOutput) -> [Finding] {
        output.put("\(PictureFacts(image: image))\n")
        if let display = PictureDisplay(on: output.terminal) { display.show(image, on: &output) }
        return []
    }
}

extension XML.Document: PrintableValue {
    /// Writes the document with indentation.
    ///
    /// White space between elements gives way to it; an element that has text is written as it is.
    func show(on output: inout ValueOutput) -> [Finding] {
        var printer = XMLOutlinePrinter(self)
        for step in walk { printer.print(step, on: &output) }
        output.put("\n")
        return []
    }
}

extension XML.Events: PrintableValue {
    /// Writes the events as they are read: those before a fault are written, too.
    func show(on output: inout ValueOutput) throws(ResponseError) -> [Finding] {
        var reader = makeReader()
        while let event = try reader.next() { XMLEventLine(event, output.style).show(on: &output) }
        return newFindings(of: reader)
    }
}

extension XMLEventStream: PrintableValue {
    func show(on output: inout ValueOutput) throws(ResponseError) -> [Finding] {
        try readAll { (reader: inout XML.ChunkReader) throws(ResponseError) in
            while let event = try reader.next() { XMLEventLine(event, output.style).show(on: &output) }
        }
    }
}
