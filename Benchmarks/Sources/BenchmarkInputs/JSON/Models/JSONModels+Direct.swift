import DecantCore
import DecantJSON

// The models read member by member, as a type does if `Decodable` is too slow for it.

extension TwitterSearch: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            statuses: try members.decode("statuses"),
            search_metadata: try members.decode("search_metadata")
        )
    }
}

extension TwitterSearch.Status: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            metadata: try members.decode("metadata"),
            created_at: try members.decode("created_at"),
            id: try members.decode("id"),
            id_str: try members.decode("id_str"),
            text: try members.decode("text"),
            source: try members.decode("source"),
            truncated: try members.decode("truncated"),
            in_reply_to_status_id: try members.decodeIfPresent("in_reply_to_status_id"),
            in_reply_to_user_id: try members.decodeIfPresent("in_reply_to_user_id"),
            in_reply_to_screen_name: try members.decodeIfPresent("in_reply_to_screen_name"),
            user: try members.decode("user"),
            retweet_count: try members.decode("retweet_count"),
            favorite_count: try members.decode("favorite_count"),
            entities: try members.decode("entities"),
            favorited: try members.decode("favorited"),
            retweeted: try members.decode("retweeted"),
            possibly_sensitive: try members.decodeIfPresent("possibly_sensitive"),
            lang: try members.decode("lang")
        )
    }
}

extension TwitterSearch.User: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            id: try members.decode("id"),
            id_str: try members.decode("id_str"),
            name: try members.decode("name"),
            screen_name: try members.decode("screen_name"),
            location: try members.decode("location"),
            description: try members.decode("description"),
            url: try members.decodeIfPresent("url"),
            protected: try members.decode("protected"),
            followers_count: try members.decode("followers_count"),
            friends_count: try members.decode("friends_count"),
            listed_count: try members.decode("listed_count"),
            created_at: try members.decode("created_at"),
            favourites_count: try members.decode("favourites_count"),
            utc_offset: try members.decodeIfPresent("utc_offset"),
            time_zone: try members.decodeIfPresent("time_zone"),
            geo_enabled: try members.decode("geo_enabled"),
            verified: try members.decode("verified"),
            statuses_count: try members.decode("statuses_count"),
            lang: try members.decode("lang"),
            profile_background_color: try members.decode("profile_background_color"),
            profile_image_url_https: try members.decode("profile_image_url_https"),
            profile_banner_url: try members.decodeIfPresent("profile_banner_url"),
            default_profile: try members.decode("default_profile")
        )
    }
}

extension TwitterSearch.Entities: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            hashtags: try members.decode("hashtags"),
            urls: try members.decode("urls"),
            user_mentions: try members.decode("user_mentions")
        )
    }
}

extension TwitterSearch.Hashtag: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            text: try members.decode("text"),
            indices: try members.decode("indices")
        )
    }
}

extension TwitterSearch.Link: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            url: try members.decode("url"),
            expanded_url: try members.decode("expanded_url"),
            display_url: try members.decode("display_url"),
            indices: try members.decode("indices")
        )
    }
}

extension TwitterSearch.Mention: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            screen_name: try members.decode("screen_name"),
            name: try members.decode("name"),
            id: try members.decode("id"),
            id_str: try members.decode("id_str"),
            indices: try members.decode("indices")
        )
    }
}

extension TwitterSearch.Metadata: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            result_type: try members.decode("result_type"),
            iso_language_code: try members.decode("iso_language_code")
        )
    }
}

extension TwitterSearch.SearchMetadata: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            completed_in: try members.decode("completed_in"),
            max_id: try members.decode("max_id"),
            next_results: try members.decode("next_results"),
            query: try members.decode("query"),
            refresh_url: try members.decode("refresh_url"),
            count: try members.decode("count"),
            since_id: try members.decode("since_id")
        )
    }
}

extension GitHubEvent: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            type: try members.decode("type"),
            created_at: try members.decode("created_at"),
            actor: try members.decode("actor"),
            repo: try members.decode("repo"),
            public: try members.decode("public"),
            payload: try members.decode("payload"),
            org: try members.decodeIfPresent("org"),
            id: try members.decode("id")
        )
    }
}

extension GitHubEvent.Actor: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            gravatar_id: try members.decode("gravatar_id"),
            login: try members.decode("login"),
            avatar_url: try members.decode("avatar_url"),
            url: try members.decode("url"),
            id: try members.decode("id")
        )
    }
}

extension GitHubEvent.Repository: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            url: try members.decode("url"),
            id: try members.decode("id"),
            name: try members.decode("name")
        )
    }
}

extension GitHubEvent.Payload: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            commits: try members.decodeIfPresent("commits"),
            distinct_size: try members.decodeIfPresent("distinct_size"),
            ref: try members.decodeIfPresent("ref"),
            push_id: try members.decodeIfPresent("push_id"),
            head: try members.decodeIfPresent("head"),
            before: try members.decodeIfPresent("before"),
            size: try members.decodeIfPresent("size"),
            action: try members.decodeIfPresent("action"),
            description: try members.decodeIfPresent("description"),
            master_branch: try members.decodeIfPresent("master_branch"),
            ref_type: try members.decodeIfPresent("ref_type")
        )
    }
}

extension GitHubEvent.Commit: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            url: try members.decode("url"),
            message: try members.decode("message"),
            distinct: try members.decode("distinct"),
            sha: try members.decode("sha"),
            author: try members.decode("author")
        )
    }
}

extension GitHubEvent.Author: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            email: try members.decode("email"),
            name: try members.decode("name")
        )
    }
}

extension FeatureCollection: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            type: try members.decode("type"),
            features: try members.decode("features")
        )
    }
}

extension FeatureCollection.Feature: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            type: try members.decode("type"),
            properties: try members.decode("properties"),
            geometry: try members.decode("geometry")
        )
    }
}

extension FeatureCollection.Geometry: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            type: try members.decode("type"),
            coordinates: try members.decode("coordinates")
        )
    }
}

extension Record: JSON.DirectDecodable {
    package init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.init(
            id: try members.decode("id"),
            guid: try members.decode("guid"),
            name: try members.decode("name"),
            age: try members.decode("age"),
            balance: try members.decode("balance"),
            active: try members.decode("active"),
            latitude: try members.decode("latitude"),
            parent: try members.decodeIfPresent("parent"),
            registered: try members.decode("registered"),
            tags: try members.decode("tags"),
            about: try members.decode("about")
        )
    }
}
