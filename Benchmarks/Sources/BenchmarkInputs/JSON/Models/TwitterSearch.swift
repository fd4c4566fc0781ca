// The properties are named as in the text, so that no mapping of names is part of what is measured.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The parts of the files `twitter` and `twitterescaped` that a client of the search reads: all of a status but the copy of
/// the one that it repeats.
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
