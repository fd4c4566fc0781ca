// The properties are named as in the text, so that no mapping of names is part of what is measured.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// One event of the file `github_events`, which is an array of them.
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
