import Foundation
import FoundationXML

/// Listens to nothing that `XMLParser` delivers.
final class EmptyDelegate: NSObject, XMLParserDelegate {}
