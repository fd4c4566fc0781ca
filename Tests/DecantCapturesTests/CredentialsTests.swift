import DecantCaptures
import HTTPTypes
import Testing

struct CredentialsTests {
    /// Texts with the credential `hush`; `kept` is ordinary.
    @Test(arguments: [
        // JSON
        #"{"access_token": "hush", "id": "kept"}"#, "{\"token\":\t\"hush\",\"id\":\"kept\"}",
        "{\"token\"\t:\n\"hush\",\"id\":\"kept\"", #"{"token":["hush",["hush"]],"id":"kept"}"#,
        #"{"tokens":{"a":"hush","b":{"c":["hush"]}},"id":"kept"}"#, #"{"token":{"value":"hush"},"id":"kept"}"#,
        #"{"tok\u0065n":"hush","id":"kept""#, #"{"\u0070assword":"hush","id":"kept"}"#,
        #"{"password":"a\"hush","id":"kept"}"#, #"{"body":"{\"token\":\"hush\",\"id\":\"kept\"}"}"#,
        #"{"body":"{\"token\":[\"hush\"]}","id":"kept"}"#, #"{"url":"https:\/\/u:hush@h\/","id":"kept"}"#,
        #"{"url":"https://h/?key=hush","id":"kept"}"#, #"{"id":"kept","text":"Authorization: Bearer hush"}"#,
        #"{"id":"kept","text":"Cookie: a=1; sid=hush"}"#, #"{"otp":123hush,"id":"kept"}"#,
        #"{'pwd':'hush','id':'kept'"#,
        #"{"id":"kept","jwt":"hush"}"#, #"{"id":"kept","X-Auth":"hush"}"#, #"{"SAMLResponse":"hush","id":"kept"}"#,
        #"{"id":"kept","PHPSESSID":"hush"}"#, #"{"session":{"id":"hush"},"id":"kept"}"#, #"{"id":"kept","token":"hush"#,
        #"{"id":"kept","token":["a","hush"#, #"{"id":"kept","any":"eyJhbGciOi.hush.c2ln"}"#,
        #"{"id":"kept","APIKey":"hush"}"#, #"{"id":"kept","sessionToken2":"hush"}"#,
        // XML
        "<token>hush</token><id>kept</id>", #"<token x="1">hush</token><id>kept</id>"#,
        "<x:token>hush</x:token><id>kept</id>", #"<wsse:Password Type="t">hush</wsse:Password><id>kept</id>"#,
        "<token>\n  hush\n</token><id>kept</id>", "<token><![CDATA[hush</token>hush]]></token><id>kept</id>",
        "<token><v>hush</v></token><id>kept</id>", #"<token><v a="hush"/>hush<v/></token><id>kept</id>"#,
        "<token><token>a</token>hush</token><id>kept</id>", "<a><id>kept</id><token>hush",
        "<a><id>kept</id><token>\nhush", "<a><token>hush</a><id>kept</id>", #"<a signature = 'hush' id="kept"/>"#,
        "<id>kept</id><a>https://u:hush@h/</a>", "<id>kept</id><a>Authorization: Basic hush\n</a>",
        "<id>kept</id><a>&lt;token&gt;hush&lt;/token&gt;</a>", "<id>kept</id><a>?a=1&amp;token=hush</a>",
        "<id>kept</id><a>{&quot;token&quot;:&quot;hush&quot;}</a>",
        // Property lists
        "<key>token</key><string>hush</string><key>a</key><string>kept</string>",
        "<key>tokens</key>\n<array>\n<string>hush</string></array><string>kept</string>",
        "<key>token</key><dict><key>a</key><string>hush</string></dict><string>kept</string>",
        "<string>kept</string><key>token</key><string>hush", "<key>password</key>\n\t<data>hush=</data><a>kept</a>",
        "{ token = (hush, hush); id = kept; }", "{ token = hush; id = kept; }", "{ \"token\" = \"hush\"; id = kept; }",
        "{ token = { a = hush; b = <68757368>hush; }; id = kept; }", "{ id = kept; token = (hush",
        // Forms
        #"<input name="csrf_token" type='hidden' value="hush"><id>kept</id>"#,
        "<meta content='hush' name = 'csrf-token'/><id>kept</id>",
        #"<input value="kept"><input id="pass" value="hush">"#,
        "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nhush\r\n--b\r\n"
            + "Content-Disposition: form-data; name=\"id\"\r\n\r\nkept\r\n--b--",
        "--b\nContent-Type: text/plain\nContent-Disposition: form-data; name=\"token\"; filename=\"kept\"\n\nhush",
        #"{"body":"Content-Disposition: form-data; name=\"token\"\r\n\r\nhush\r\n--b\r\n","id":"kept"}"#,
        // Text
        "kept: 1\nAuthorization: Bearer hush", "Authorization: Basic hush\nid: kept", "Cookie: a=1; sid=hush\nid: kept",
        "Set-Cookie: x=1; sid=hush\nid: kept", "Cookie: a=\"b\"; c=hush; d=\"hush\"\nid: kept",
        "id=kept&api_key=hush", "password: hush hush, id: kept", "token=hush; id=kept", "\"token\" => \"hush\", kept",
        "kept user[password]=hush", "kept https://u:hush@h/", "kept ?code=hush", "kept &sig=hush",
        "kept eyJhbGci.hush.c",
        "kept postgres://u:hush@h/d", "id=kept&pass=hush", "otp=hush, kept",
    ])
    func hidesCredentialsInTexts(text: String) {
        let masked = Credentials.masked(text)
        #expect(!masked.contains("hush"), "\(masked)")
        #expect(masked.contains("kept"), "\(masked)")
        #expect(masked.count == text.count)
        #expect(masked.filter { $0 == "\n" }.count == text.filter { $0 == "\n" }.count)
        #expect(Credentials.masked(masked) == masked)
    }

    @Test(arguments: [
        "https://h/?sig=hush&a=kept", "https://h/?auth=hush&a=kept", "https://h/?jwt=hush&a=kept",
        "https://h/?pwd=hush&a=kept", "https://h/?pass=hush&a=kept", "https://h/?session=hush&a=kept",
        "https://h/?sid=hush&a=kept", "https://h/?assertion=hush&a=kept", "https://h/?SAMLResponse=hush&a=kept",
        "https://h/?otp=hush&a=kept", "https://h/?passwd=hush&a=kept", "https://h/?authorization=hush&a=kept",
        "https://h/?cookie=hush&a=kept", "https://h/?credential=hush&a=kept", "https://h/?code=hush&a=kept",
        "https://h/?key=hush&a=kept", "https://h/?a=kept#id_token=hush", "https://h/a;token=hush/kept",
        "https://h/token=hush/kept", "https://h/?%74oken=hush&a=kept", "https://h/?token=a%26hush&a=kept",
        "https://h/?a=kept&next=https%3A%2F%2Fh%2F%3Ftoken%3Dhush",
        "https://h/?a=kept&next=https%253A%252F%252Fh%252F%253Ftoken%253Dhush",
        "https://h/?a=kept&next=https%3A%2F%2Fu%3Ahush%40h%2F", "https://proxy/https://u:hush@h/kept",
        "//u:hush@h/kept", "https:/u:hush@h/kept", "https://u:hush@h/kept", "https://u:hu@hush@h/kept",
        "/kept?token=a,hush", "/kept/eyJhbGci.hush.c", "/kept?subscription-key=hush", "/kept?X-Amz-Signature=hush",
        "/kept?otp=12hush34",
    ])
    func hidesCredentialsInURLs(url: String) {
        let redacted = Credentials.redacted(url: url)
        #expect(!redacted.contains("hush"), "\(redacted)")
        #expect(redacted.contains("kept"), "\(redacted)")
        #expect(Credentials.redacted(url: redacted) == redacted)
        let text = "{\"url\": \"\(url)\"}"
        #expect(!Credentials.masked(text).contains("hush"), "\(Credentials.masked(text))")
    }

    @Test(arguments: [
        #"{"author":"a","design":"b","total_tokens":12,"sessions_count":3,"assertions":4,"sessions":[{"title":"c"}]}"#,
        #"{"token_type":"Bearer","token_endpoint":"https://h/t","expires_in":5,"session":null,"auth":true}"#,
        #"{"tokenizer":"a","secretary":"b","keyboard":"c","code":"d","key":"e","postcode":"f","passed":"g"}"#,
        #"{"token": {"a": 1}, "tokens": [1, null, true]}"#, #"{"sidebar":"a","signal":"b","compass":"c","inside":"d"}"#,
        "total_tokens: 12, tokens: null", "a token > b", "token:", "", "token=\"", "a <b> c", "12:30",
        "mail: a@b.example",
        "https://a.example/b?page=2#top", "<author>a</author><assertions>5</assertions>", "std::vector<int> x = {1};",
        "<key>author</key><string>a</string>", "token://a", "eyJ", "eyJhbGciOi", "a = b;", "<token/>a", "\\", "%", "&#",
    ])
    func keepsOrdinaryText(text: String) {
        #expect(Credentials.masked(text) == text)
    }

    @Test(arguments: [
        "https://a.example/b?page=2", "/author=a/session-list?keyword=c", "mailto:a@b.example", "/a@b",
        "https://h/?q=a@b",
    ])
    func keepsOrdinaryURLs(url: String) {
        #expect(Credentials.redacted(url: url) == url)
    }

    @Test(arguments: [
        (#"{"access_token": "abc", "id": 7}"#, #"{"access_token": "•••", "id": 7}"#),
        (#"{"Secret" : "äö"#, #"{"Secret" : "••"#), (#"{"otp": 123456, "n": 1}"#, #"{"otp": ••••••, "n": 1}"#),
        ("<token>abc</token><a signature='xy'/>", "<token>•••</token><a signature='••'/>"),
        ("a=1&api_key=xyz&b=2", "a=1&api_key=•••&b=2"), ("https://u:p@h/?sig=a", "https://•••@h/?sig=•"),
    ])
    func replacesEachCharacterByADot(row: (text: String, masked: String)) {
        #expect(Credentials.masked(row.text) == row.masked)
    }

    @Test(arguments: [
        ("https://ada:hush@a.example/1?token=hush&page=2", "https://a.example/1?token=redacted&page=2"),
        ("https://a.example/a;token=hush/b?x", "https://a.example/a;token=redacted/b?x"),
        ("https://p/?u=https%3A%2F%2Fa%3Ab%40h", "https://p/?u=https%3A%2F%2Fh"),
    ])
    func redactsURLs(row: (url: String, redacted: String)) {
        #expect(Credentials.redacted(url: row.url) == row.redacted)
    }

    @Test(arguments: [
        ("Set-Cookie", "id=hush", "redacted"), ("X-Api-Key", "hush", "redacted"), ("X-Auth", "hush", "redacted"),
        ("Location", "https://u:hush@h/?code=hush", "https://h/?code=redacted"), ("Server", "nginx", "nginx"),
        ("X-Debug", "token=hush, id=7", "token=redacted, id=7"), ("Content-Type", "text/html", "text/html"),
    ])
    func redactsFields(row: (name: String, value: String, redacted: String)) throws {
        let name = try #require(HTTPField.Name(row.name))
        #expect(Credentials.redacted(row.value, of: name) == row.redacted)
    }

    @Test(
        .serialized,
        arguments: [
            "\"", "'", ":", "=", "<", ">", "token:", "\"token\":", "<token>", "\"<token>", "</token>", "<key>", "{",
            "(",
            "\"token\":[", "token=", "%25", "&amp;", "\\\\", "\\\"", "\\\"token\\\":", "//", "@", "eyJ.", "/:", "a",
            " :",
            "<token><![CDATA[", "\"token\":{\"", "<key>token</key>", "_a", "aB", "Cookie: \"", "token=<", "' :",
            "<token'", "<a name=\"", "<a =\"", "<a ='\"", "Content-Disposition: form-data; name=\"token\"", "name=",
            "Content-Disposition: form-data; name=\"token\"\n\n",
        ]
    )
    func takesTimeInProportionToTheLength(unit: String) {
        let text = String(repeating: unit, count: 40_000 / unit.count)
        let start = ContinuousClock.now
        _ = Credentials.masked(text)
        _ = Credentials.redacted(url: text)
        _ = Credentials.hidesText(after: text)
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func acceptsAnyPartOfAText() {
        let text = #"{"token": ["a\"b", {"c": "\u0064"}], "u": "https://u:p@h/?a=b%3D", "x": "<token a='b'>c</token>"}"#
        let bytes = Array(text.utf8)
        for start in bytes.indices {
            for end in start...bytes.count { _ = Credentials.ranges(in: Array(bytes[start..<end])) }
        }
    }

    @Test(arguments: [
        ("password", true, true), ("accessToken", true, false), ("author", false, false), ("PIN_OTP", true, true),
        ("session-id", true, false), ("", false, false), ("AWSSecretKey", true, false), ("x.sid", true, false),
        ("design", false, false),
    ])
    func findsWhatANameHides(name: String, text: Bool, numbers: Bool) {
        #expect(Credentials.hidesText(after: name) == text)
        #expect(Credentials.hidesNumbers(after: name) == numbers)
    }
}
