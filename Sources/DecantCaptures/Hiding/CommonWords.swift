/// Words that are common in HTTP and say nothing about a person.
enum CommonWords {
    /// The fields whose values are not about a person, in lowercase.
    static let harmlessFields: Set<String> = Set(
        """
        accept accept-charset accept-encoding accept-language accept-ranges access-control-allow-credentials
        access-control-allow-headers access-control-allow-methods access-control-expose-headers access-control-max-age
        access-control-request-headers access-control-request-method age allow cache-control connection content-language
        content-length content-range content-transfer-encoding cross-origin-embedder-policy cross-origin-opener-policy
        cross-origin-resource-policy date dnt expect expires keep-alive last-modified if-modified-since
        if-unmodified-since pragma priority range referrer-policy retry-after save-data sec-ch-ua-mobile sec-fetch-dest
        sec-fetch-mode sec-fetch-site sec-fetch-user strict-transport-security te timing-allow-origin trailer upgrade
        upgrade-insecure-requests vary x-content-type-options x-dns-prefetch-control x-download-options x-frame-options
        x-permitted-cross-domain-policies x-requested-with x-xss-protection
        """
        .split(whereSeparator: \.isWhitespace).map(String.init)
    )

    /// The reason phrases of statuses, in lowercase.
    static let reasonPhrases: Set<String> = [
        "", "continue", "switching protocols", "early hints", "ok", "created", "accepted", "no content",
        "reset content",
        "partial content", "multi-status", "multiple choices", "moved permanently", "found", "moved temporarily",
        "see other", "not modified", "temporary redirect", "permanent redirect", "bad request", "unauthorized",
        "payment required", "forbidden", "not found", "method not allowed", "not acceptable", "request timeout",
        "conflict", "gone", "length required", "precondition failed", "payload too large", "content too large",
        "uri too long", "unsupported media type", "range not satisfiable", "expectation failed", "misdirected request",
        "unprocessable entity", "unprocessable content", "locked", "too early", "upgrade required",
        "precondition required", "too many requests", "unavailable for legal reasons", "internal server error",
        "not implemented", "bad gateway", "service unavailable", "gateway timeout", "http version not supported",
    ]

    /// The suffixes of names of files.
    static let suffixes: Set<String> = [
        "json", "xml", "plist", "html", "htm", "js", "mjs", "css", "map", "txt", "csv", "svg", "png", "jpg", "jpeg",
        "gif",
        "webp", "avif", "heic", "ico", "bmp", "tiff", "woff", "woff2", "ttf", "pdf", "zip", "gz", "mp4", "m3u8", "ts",
        "php", "aspx", "asp", "jsp", "do", "cgi", "wasm", "har", "rss", "atom",
    ]

    /// The segments of paths.
    static let words: Set<String> = Set(
        """
        about accounts account actions activity ads all api apis app apps articles assets attachments auth authorize avatar
        avatars batch billing blog bundle bundles callback cart categories category cdn channels charts chat check checkout
        client clients collect collections comments common companies company components config configuration contacts
        content contents count counts css current customer customers dashboard data default delete details devices dist
        docs documents download downloads edit en errors event events export favicon feed feeds files filter followers
        fonts graphql groups health healthz help history home icons id ids image images img import inbox index info
        initialize internal invoices item items jobs js labels lang latest lib libs list lists locales locations log login
        logout logs logo main manifest media members menu message messages meta metadata metrics mobile modules new news
        node_modules notes notifications oauth oauth2 offers open options order orders organizations orgs page pages
        payments people permissions photos ping places policy posts preferences products profile profiles projects public
        query queries rates recent recommendations redirect refresh register release releases reports repos resources rest
        results reviews robots roles rpc rss rules scripts search secure security services session sessions settings shared
        sitemap sites sources src state static stats status stories store stream streams styles subscriptions suggest
        summary support svc sync system tags tasks teams templates test themes threads thumbnails ticket tickets token
        tokens topics tracking transactions translations types update updates upload uploads user userinfo users vendor
        version versions video videos views web webhooks widgets wiki www xhr
        """
        .split(whereSeparator: \.isWhitespace).map(String.init)
    )
}
