/// The program of a group of theaters, 1.7 MB: wide objects with numbers as keys, long keys, integers, and four spaces
/// per level.
enum CatalogueGenerator {
    static func bytes() -> [UInt8] {
        var source = RandomSource(seed: 17)
        let productions = (0..<184).map { 138_586_341 + $0 * 4 }
        let text = PrettyText.object([
            ("sectionNames", names(17, from: &source)),
            ("audienceCategoryNames", names(1, from: &source)),
            ("productions", PrettyText.object(productions.map { (String($0), production($0, from: &source)) })),
            ("performances", PrettyText.array((0..<243).map { performance($0, of: productions, from: &source) })),
            ("seatCategoryNames", names(64, from: &source)),
            ("subtopicNames", names(19, from: &source)),
            ("topicNames", names(4, from: &source)),
            (
                "topicSubtopics",
                PrettyText.object((0..<4).map { (String(107_888_604 + $0), numbers(7, from: &source)) })
            ),
            ("venueNames", PrettyText.object([("MAIN_STAGE_OF_THE_OLD_HOUSE", .line("\"Main stage, old house\""))])),
        ])
        return Array(text.joined.utf8)
    }

    private static func identifier(from source: inout RandomSource) -> Int {
        source.number(205_705_000..<349_999_000)
    }

    private static func names(_ count: Int, from source: inout RandomSource) -> PrettyText {
        PrettyText.object(
            (0..<count).map { index in
                (String(205_705_993 + index), .line("\"\(Vocabulary.sentence(3, from: &source))\""))
            }
        )
    }

    private static func numbers(_ count: Int, from source: inout RandomSource) -> PrettyText {
        PrettyText.array((0..<count).map { _ in .line(String(identifier(from: &source))) })
    }

    private static func production(_ number: Int, from source: inout RandomSource) -> PrettyText {
        let logo = source.chance(80) ? "\"/images/UE0AAAAACEKo6QAAAAZDSVRN\(number)\"" : "null"
        return PrettyText.object([
            ("description", .line("null")),
            ("identifier", .line(String(number))),
            ("logoImageLocation", .line(logo)),
            ("name", .line("\"\(Vocabulary.sentence(4, from: &source))\"")),
            ("subtopicIdentifiers", numbers(source.number(1..<4), from: &source)),
            ("subjectCode", .line("null")),
            ("subtitle", .line("null")),
            ("topicIdentifiers", numbers(source.number(1..<3), from: &source)),
        ])
    }

    private static func performance(_ index: Int, of productions: [Int], from source: inout RandomSource) -> PrettyText
    {
        let categories = (0..<source.number(3..<6)).map { _ in identifier(from: &source) }
        return PrettyText.object([
            ("productionIdentifier", .line(String(source.element(productions)))),
            ("identifier", .line(String(339_887_544 + index * 5))),
            ("logoImageLocation", .line("null")),
            ("name", .line("null")),
            ("prices", PrettyText.array(categories.map { price($0, from: &source) })),
            ("seatCategories", PrettyText.array(categories.map { seatCategory($0, from: &source) })),
            ("seatMapImageLocation", .line("null")),
            ("startMilliseconds", .line(String(1_372_701_600_000 + index * 86_400_000))),
            ("venueCode", .line("\"MAIN_STAGE_OF_THE_OLD_HOUSE\"")),
        ])
    }

    private static func price(_ category: Int, from source: inout RandomSource) -> PrettyText {
        PrettyText.object([
            ("amount", .line(String(source.number(10..<200) * 500))),
            ("audienceCategoryIdentifier", .line("337100890")),
            ("seatCategoryIdentifier", .line(String(category))),
        ])
    }

    private static func seatCategory(_ category: Int, from source: inout RandomSource) -> PrettyText {
        let areas = (0..<source.number(5..<12)).map { _ in
            PrettyText.object([
                ("areaIdentifier", .line(String(identifier(from: &source)))), ("blockIdentifiers", .line("[]")),
            ])
        }
        return PrettyText.object([
            ("areas", PrettyText.array(areas)), ("seatCategoryIdentifier", .line(String(category))),
        ])
    }
}
