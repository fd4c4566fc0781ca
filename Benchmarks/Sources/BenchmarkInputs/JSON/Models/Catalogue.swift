import DecantCore
import DecantJSON

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

// The catalogue read member by member, as a type does if `Decodable` is too slow for it.

extension Catalogue: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Reader) throws(ResponseError) {
        var object = try value.object()
        sectionNames = try object.decode("sectionNames")
        audienceCategoryNames = try object.decode("audienceCategoryNames")
        productions = try object.decode("productions")
        performances = try object.decode("performances")
        seatCategoryNames = try object.decode("seatCategoryNames")
        subtopicNames = try object.decode("subtopicNames")
        topicNames = try object.decode("topicNames")
        topicSubtopics = try object.decode("topicSubtopics")
        venueNames = try object.decode("venueNames")
    }
}

extension Catalogue.Production: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Reader) throws(ResponseError) {
        var object = try value.object()
        description = try object.decodeIfPresent("description")
        identifier = try object.decode("identifier")
        logoImageLocation = try object.decodeIfPresent("logoImageLocation")
        name = try object.decode("name")
        subtopicIdentifiers = try object.decode("subtopicIdentifiers")
        subjectCode = try object.decodeIfPresent("subjectCode")
        subtitle = try object.decodeIfPresent("subtitle")
        topicIdentifiers = try object.decode("topicIdentifiers")
    }
}

extension Catalogue.Performance: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Reader) throws(ResponseError) {
        var object = try value.object()
        productionIdentifier = try object.decode("productionIdentifier")
        identifier = try object.decode("identifier")
        logoImageLocation = try object.decodeIfPresent("logoImageLocation")
        name = try object.decodeIfPresent("name")
        prices = try object.decode("prices")
        seatCategories = try object.decode("seatCategories")
        seatMapImageLocation = try object.decodeIfPresent("seatMapImageLocation")
        startMilliseconds = try object.decode("startMilliseconds")
        venueCode = try object.decode("venueCode")
    }
}

extension Catalogue.Price: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Reader) throws(ResponseError) {
        var object = try value.object()
        amount = try object.decode("amount")
        audienceCategoryIdentifier = try object.decode("audienceCategoryIdentifier")
        seatCategoryIdentifier = try object.decode("seatCategoryIdentifier")
    }
}

extension Catalogue.SeatCategory: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Reader) throws(ResponseError) {
        var object = try value.object()
        areas = try object.decode("areas")
        seatCategoryIdentifier = try object.decode("seatCategoryIdentifier")
    }
}

extension Catalogue.Area: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Reader) throws(ResponseError) {
        var object = try value.object()
        areaIdentifier = try object.decode("areaIdentifier")
        blockIdentifiers = try object.decode("blockIdentifiers")
    }
}
