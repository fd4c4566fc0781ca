// The properties have the names in the text, so the measurement includes no mapping of names.
// swift-format-ignore: AlwaysUseLowerCamelCase

/// The parts of the files `twitter` and `twitterescaped` that a search client reads: everything in a status except the
/// copy of the status it repeats.
package struct TwitterSearch: Decodable {
    package let statuses: [Status]
    package let search_metadata: SearchMetadata

    package struct Status: Decodable {
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

    package struct User: Decodable {
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

    package struct Entities: Decodable {
        package let hashtags: [Hashtag]
        package let urls: [Link]
        package let user_mentions: [Mention]
    }

    package struct Hashtag: Decodable {
        package let text: String
        package let indices: [Int]
    }

    package struct Link: Decodable {
        package let url: String
        package let expanded_url: String
        package let display_url: String
        package let indices: [Int]
    }

    package struct Mention: Decodable {
        package let screen_name: String
        package let name: String
        package let id: Int
        package let id_str: String
        package let indices: [Int]
    }

    package struct Metadata: Decodable {
        package let result_type: String
        package let iso_language_code: String
    }

    package struct SearchMetadata: Decodable {
        package let completed_in: Double
        package let max_id: Int
        package let next_results: String
        package let query: String
        package let refresh_url: String
        package let count: Int
        package let since_id: Int
    }
}

// The properties have the names in the text, so the measurement includes no mapping of names.
// swift-format-ignore: AlwaysUseLowerCamelCase

/// One event of the file `github_events`, an array of events.
package struct GitHubEvent: Decodable {
    package let type: String
    package let created_at: String
    package let actor: Actor
    package let repo: Repository
    package let `public`: Bool
    package let payload: Payload
    package let org: Actor?
    package let id: String

    package struct Actor: Decodable {
        package let gravatar_id: String
        package let login: String
        package let avatar_url: String
        package let url: String
        package let id: Int
    }

    package struct Repository: Decodable {
        package let url: String
        package let id: Int
        package let name: String
    }

    package struct Payload: Decodable {
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

    package struct Commit: Decodable {
        package let url: String
        package let message: String
        package let distinct: Bool
        package let sha: String
        package let author: Author
    }

    package struct Author: Decodable {
        package let email: String
        package let name: String
    }
}

/// One entry of the file `gsoc-2018`, an object of entries.
package struct SummerProject: Decodable {
    package let context: String
    package let type: String
    package let name: String
    package let description: String
    package let sponsor: Sponsor
    package let author: Author

    enum CodingKeys: String, CodingKey {
        case context = "@context"
        case type = "@type"
        case name, description, sponsor, author
    }

    package struct Sponsor: Decodable {
        package let type: String
        package let name: String
        package let disambiguatingDescription: String
        package let description: String
        package let url: String
        package let logo: String

        enum CodingKeys: String, CodingKey {
            case type = "@type"
            case name, disambiguatingDescription, description, url, logo
        }
    }

    package struct Author: Decodable {
        package let type: String
        package let name: String

        enum CodingKeys: String, CodingKey {
            case type = "@type"
            case name
        }
    }
}

/// The contents of the file `canada`, in GeoJSON.
package struct FeatureCollection: Decodable {
    package let type: String
    package let features: [Feature]

    package struct Feature: Decodable {
        package let type: String
        package let properties: [String: String]
        package let geometry: Geometry
    }

    package struct Geometry: Decodable {
        package let type: String
        package let coordinates: [[[Double]]]
    }
}

/// The contents of the file `mesh`.
package struct Mesh: Decodable {
    package let batches: [Batch]
    package let positions: [Double]
    package let tex0: [Double]
    package let colors: [UInt32]
    package let influences: [[Double]]
    package let normals: [Double]
    package let indices: [Int]

    package struct Batch: Decodable {
        package let indexRange: [Int]
        package let vertexRange: [Int]
        package let usedBones: [Int]
    }
}

// The properties have the names in the text, so the measurement includes no mapping of names.
// swift-format-ignore: AlwaysUseLowerCamelCase

/// The contents of the files `rest2k`, `rest20k` and their indented forms.
package struct Page: Decodable {
    package let page: Int
    package let per_page: Int
    package let total: Int
    package let next: String?
    package let items: [Item]

    package struct Item: Decodable {
        package let id: Int
        package let title: String
        package let state: String
        package let locked: Bool
        package let comments: Int
        package let score: Double
        package let labels: [String]
        package let author: User
        package let assignee: User?
        package let created_at: String
        package let body: String?
    }

    package struct User: Decodable {
        package let id: Int
        package let login: String
        package let name: String
        package let email: String?
        package let admin: Bool
    }
}

// The properties have the names in the text, so the measurement includes no mapping of names.
// swift-format-ignore: AlwaysUseLowerCamelCase

/// The contents of the files `rest200` and `rest200i`.
package struct Account: Decodable {
    package let id: Int
    package let login: String
    package let name: String
    package let email: String?
    package let admin: Bool
    package let balance: Double
    package let created_at: String
    package let tags: [String]
    package let manager: String?
    package let visits: Int
}

/// One entry of the file `logs`, an array of entries.
package struct LogEntry: Decodable {
    package let time: String
    package let level: String
    package let logger: String
    package let message: String
    package let method: String
    package let path: String
    package let status: Int
    package let duration: Double
    package let trace: String
    package let user: String?
}

/// One record of the file `records50`, an array of records.
package struct Record: Decodable {
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

/// One row of the files `strings` and `letters`, arrays of rows.
package struct Row: Decodable {
    package let code: String
    package let name: String
    package let group: String
    package let city: String
    package let country: String
    package let unit: String
    package let note: String
    package let tags: [String]
}
