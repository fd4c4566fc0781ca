/// The contents of the file `catalogue`.
package struct Catalogue: Decodable {
    package let sectionNames: [String: String]
    package let audienceCategoryNames: [String: String]
    package let productions: [String: Production]
    package let performances: [Performance]
    package let seatCategoryNames: [String: String]
    package let subtopicNames: [String: String]
    package let topicNames: [String: String]
    package let topicSubtopics: [String: [Int]]
    package let venueNames: [String: String]

    package struct Production: Decodable {
        package let description: String?
        package let identifier: Int
        package let logoImageLocation: String?
        package let name: String
        package let subtopicIdentifiers: [Int]
        package let subjectCode: String?
        package let subtitle: String?
        package let topicIdentifiers: [Int]
    }

    package struct Performance: Decodable {
        package let productionIdentifier: Int
        package let identifier: Int
        package let logoImageLocation: String?
        package let name: String?
        package let prices: [Price]
        package let seatCategories: [SeatCategory]
        package let seatMapImageLocation: String?
        package let startMilliseconds: Int
        package let venueCode: String
    }

    package struct Price: Decodable {
        package let amount: Int
        package let audienceCategoryIdentifier: Int
        package let seatCategoryIdentifier: Int
    }

    package struct SeatCategory: Decodable {
        package let areas: [Area]
        package let seatCategoryIdentifier: Int
    }

    package struct Area: Decodable {
        package let areaIdentifier: Int
        package let blockIdentifiers: [Int]
    }
}
