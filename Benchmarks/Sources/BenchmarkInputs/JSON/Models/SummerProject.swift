/// One entry of the file `gsoc-2018`, which is an object of them.
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
