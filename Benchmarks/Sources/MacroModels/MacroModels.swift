package import DecantMacros

// The models of five files, which read themselves as the macro generates it. Each has the properties of the model with
// the same name in BenchmarkInputs, which reads itself as written by hand.

/// The contents of the file of `Catalogue`.
@JSONDirect
package struct MacroCatalogue {
    package let sectionNames: [String: String]
    package let audienceCategoryNames: [String: String]
    package let productions: [String: Production]
    package let performances: [Performance]
    package let seatCategoryNames: [String: String]
    package let subtopicNames: [String: String]
    package let topicNames: [String: String]
    package let topicSubtopics: [String: [Int]]
    package let venueNames: [String: String]

    @JSONDirect
    package struct Production {
        package let description: String?
        package let identifier: Int
        package let logoImageLocation: String?
        package let name: String
        package let subtopicIdentifiers: [Int]
        package let subjectCode: String?
        package let subtitle: String?
        package let topicIdentifiers: [Int]
    }

    @JSONDirect
    package struct Performance {
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

    @JSONDirect
    package struct Price {
        package let amount: Int
        package let audienceCategoryIdentifier: Int
        package let seatCategoryIdentifier: Int
    }

    @JSONDirect
    package struct SeatCategory {
        package let areas: [Area]
        package let seatCategoryIdentifier: Int
    }

    @JSONDirect
    package struct Area {
        package let areaIdentifier: Int
        package let blockIdentifiers: [Int]
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The contents of the file of `TwitterSearch`.
@JSONDirect
package struct MacroTwitterSearch {
    package let statuses: [Status]
    package let search_metadata: SearchMetadata

    @JSONDirect
    package struct Status {
        package let metadata: Metadata
        package let created_at: String
        package let id: Int
        package let id_str: String
        package let text: String
        package let source: String
        package let truncated: Bool
        package let in_reply_to_status_id: Int?
        package let in_reply_to_user_id: Int?
        package let in_reply_to_screen_name: String?
        package let user: User
        package let retweet_count: Int
        package let favorite_count: Int
        package let entities: Entities
        package let favorited: Bool
        package let retweeted: Bool
        package let possibly_sensitive: Bool?
        package let lang: String
    }

    @JSONDirect
    package struct User {
        package let id: Int
        package let id_str: String
        package let name: String
        package let screen_name: String
        package let location: String
        package let description: String
        package let url: String?
        package let protected: Bool
        package let followers_count: Int
        package let friends_count: Int
        package let listed_count: Int
        package let created_at: String
        package let favourites_count: Int
        package let utc_offset: Int?
        package let time_zone: String?
        package let geo_enabled: Bool
        package let verified: Bool
        package let statuses_count: Int
        package let lang: String
        package let profile_background_color: String
        package let profile_image_url_https: String
        package let profile_banner_url: String?
        package let default_profile: Bool
    }

    @JSONDirect
    package struct Entities {
        package let hashtags: [Hashtag]
        package let urls: [Link]
        package let user_mentions: [Mention]
    }

    @JSONDirect
    package struct Hashtag {
        package let text: String
        package let indices: [Int]
    }

    @JSONDirect
    package struct Link {
        package let url: String
        package let expanded_url: String
        package let display_url: String
        package let indices: [Int]
    }

    @JSONDirect
    package struct Mention {
        package let screen_name: String
        package let name: String
        package let id: Int
        package let id_str: String
        package let indices: [Int]
    }

    @JSONDirect
    package struct Metadata {
        package let result_type: String
        package let iso_language_code: String
    }

    @JSONDirect
    package struct SearchMetadata {
        package let completed_in: Double
        package let max_id: Int
        package let next_results: String
        package let query: String
        package let refresh_url: String
        package let count: Int
        package let since_id: Int
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The contents of the file of `GitHubEvent`.
@JSONDirect
package struct MacroGitHubEvent {
    package let type: String
    package let created_at: String
    package let actor: Actor
    package let repo: Repository
    package let `public`: Bool
    package let payload: Payload
    package let org: Actor?
    package let id: String

    @JSONDirect
    package struct Actor {
        package let gravatar_id: String
        package let login: String
        package let avatar_url: String
        package let url: String
        package let id: Int
    }

    @JSONDirect
    package struct Repository {
        package let url: String
        package let id: Int
        package let name: String
    }

    @JSONDirect
    package struct Payload {
        package let commits: [Commit]?
        package let distinct_size: Int?
        package let ref: String?
        package let push_id: Int?
        package let head: String?
        package let before: String?
        package let size: Int?
        package let action: String?
        package let description: String?
        package let master_branch: String?
        package let ref_type: String?
    }

    @JSONDirect
    package struct Commit {
        package let url: String
        package let message: String
        package let distinct: Bool
        package let sha: String
        package let author: Author
    }

    @JSONDirect
    package struct Author {
        package let email: String
        package let name: String
    }
}

/// The contents of the file of `FeatureCollection`.
@JSONDirect
package struct MacroFeatureCollection {
    package let type: String
    package let features: [Feature]

    @JSONDirect
    package struct Feature {
        package let type: String
        package let properties: [String: String]
        package let geometry: Geometry
    }

    @JSONDirect
    package struct Geometry {
        package let type: String
        package let coordinates: [[[Double]]]
    }
}

/// The contents of the file of `Record`.
@JSONDirect
package struct MacroRecord {
    package let id: Int
    package let guid: String
    package let name: String
    package let age: Int
    package let balance: Double
    package let active: Bool
    package let latitude: Double
    package let parent: Int?
    package let registered: String
    package let tags: [String]
    package let about: String
}
