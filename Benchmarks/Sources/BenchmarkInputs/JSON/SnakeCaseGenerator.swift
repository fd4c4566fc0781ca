/// Texts with names in snake case, as most interfaces have them.
enum SnakeCaseGenerator {
    /// 1,000 objects of 10 members.
    static func rows() -> [UInt8] {
        var source = RandomSource(seed: 63)
        let rows = (0..<1000).map { row($0, from: &source) }.joined(separator: ",")
        return Array("[\(rows)]".utf8)
    }

    private static func row(_ number: Int, from source: inout RandomSource) -> String {
        """
        {"id":\(number),"user_name":"user\(source.number(10..<99))",\
        "created_at":"\(Vocabulary.date(from: &source))","updated_at":"\(Vocabulary.date(from: &source))",\
        "is_active":\(source.chance(70)),"score_value":\(source.number(0..<900)).\(source.number(1..<99)),\
        "view_count":\(source.number(0..<9999)),"display_name":"\(source.element(Vocabulary.names))",\
        "last_login_ip":\(source.chance(30) ? "null" : "\"192.0.2.\(source.number(1..<255))\""),\
        "preferred_language":"en-US"}
        """
    }

    /// An account as GitHub's interface describes it, the body that the program in README.md decodes.
    static func account() -> [UInt8] {
        let place = "https://api.example.com/users/ada"
        let text = """
            {"login":"ada","id":10639145,"node_id":"MDEyOk9yZ2FuaXphdGlvbjEwNjM5MTQ1",\
            "avatar_url":"https://avatars.example.com/u/10639145?v=4","gravatar_id":"","url":"\(place)",\
            "html_url":"https://example.com/ada","followers_url":"\(place)/followers",\
            "following_url":"\(place)/following{/other_user}","gists_url":"\(place)/gists{/gist_id}",\
            "starred_url":"\(place)/starred{/owner}{/repo}","subscriptions_url":"\(place)/subscriptions",\
            "organizations_url":"\(place)/orgs","repos_url":"\(place)/repos",\
            "events_url":"\(place)/events{/privacy}","received_events_url":"\(place)/received_events",\
            "type":"Organization","user_view_type":"public","site_admin":false,"name":"Ada Lind","company":null,\
            "blog":"https://example.org","location":"Lyon","email":null,"hireable":null,"bio":null,\
            "twitter_username":null,"public_repos":340,"public_gists":0,"followers":25000,"following":0,\
            "created_at":"2015-01-20T23:00:37Z","updated_at":"2024-10-01T12:34:56Z"}
            """
        return Array(text.utf8)
    }
}
