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
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            sectionNames: try members.decode("sectionNames"),
            audienceCategoryNames: try members.decode("audienceCategoryNames"),
            productions: try members.decode("productions"),
            performances: try members.decode("performances"),
            seatCategoryNames: try members.decode("seatCategoryNames"),
            subtopicNames: try members.decode("subtopicNames"),
            topicNames: try members.decode("topicNames"),
            topicSubtopics: try members.decode("topicSubtopics"),
            venueNames: try members.decode("venueNames")
        )
    }
}

extension Catalogue.Production: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            description: try members.decodeIfPresent("description"),
            identifier: try members.decode("identifier"),
            logoImageLocation: try members.decodeIfPresent("logoImageLocation"),
            name: try members.decode("name"),
            subtopicIdentifiers: try members.decode("subtopicIdentifiers"),
            subjectCode: try members.decodeIfPresent("subjectCode"),
            subtitle: try members.decodeIfPresent("subtitle"),
            topicIdentifiers: try members.decode("topicIdentifiers")
        )
    }
}

extension Catalogue.Performance: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            productionIdentifier: try members.decode("productionIdentifier"),
            identifier: try members.decode("identifier"),
            logoImageLocation: try members.decodeIfPresent("logoImageLocation"),
            name: try members.decodeIfPresent("name"),
            prices: try members.decode("prices"),
            seatCategories: try members.decode("seatCategories"),
            seatMapImageLocation: try members.decodeIfPresent("seatMapImageLocation"),
            startMilliseconds: try members.decode("startMilliseconds"),
            venueCode: try members.decode("venueCode")
        )
    }
}

extension Catalogue.Price: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            amount: try members.decode("amount"),
            audienceCategoryIdentifier: try members.decode("audienceCategoryIdentifier"),
            seatCategoryIdentifier: try members.decode("seatCategoryIdentifier")
        )
    }
}

extension Catalogue.SeatCategory: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            areas: try members.decode("areas"),
            seatCategoryIdentifier: try members.decode("seatCategoryIdentifier")
        )
    }
}

extension Catalogue.Area: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            areaIdentifier: try members.decode("areaIdentifier"),
            blockIdentifiers: try members.decode("blockIdentifiers")
        )
    }
}
