import DecantReport
import Testing

struct CredentialMaskTests {
    @Test(arguments: [
        (#"{"access_token": "abc", "id": 7}"#, #"{"access_token": "•••", "id": 7}"#),
        (#"{"password":"a\"b","x":1}"#, #"{"password":"••••","x":1}"#),
        (#"{"Secret" : "äö"#, #"{"Secret" : "••"#),
        ("total_tokens: 12, tokens: null", "total_tokens: 12, tokens: null"),
        (#"{"token": {"a": 1}, "tokens": [1]}"#, #"{"token": {"a": 1}, "tokens": [1]}"#),
        ("a=1&api_key=xyz&b=2", "a=1&api_key=•••&b=2"),
        ("<token>abc</token><a signature='xy'/>", "<token>•••</token><a signature='••'/>"),
        ("a token > b", "a token > b"), ("token:", "token:"), ("", ""), ("token=\"", "token=\""),
        (#"token: "a\"#, #"token: "••"#),
    ])
    func hidesValuesOfCredentials(_ row: (text: String, masked: String)) {
        #expect(CredentialMask(isActive: true)(row.text) == row.masked)
        #expect(CredentialMask(isActive: false)(row.text) == row.text)
    }
}
