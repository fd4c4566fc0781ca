import ArgumentParser

/// A discipline as it is named on the command line.
enum DisciplineName: String, CaseIterable, ExpressibleByArgument {
    case json, xml, plist, images, codings, streams

    var discipline: any Discipline {
        switch self {
        case .json: JSONDiscipline()
        case .xml: XMLDiscipline()
        case .plist: PropertyListDiscipline()
        case .images: ImagesDiscipline()
        case .codings: CodingsDiscipline()
        case .streams: StreamsDiscipline()
        }
    }
}
