/// A file that a page of the command is made of; the build embeds it in the program.
package enum PageFile {
    /// The template of the page, in Mustache.
    case template

    /// The only style sheet.
    case style

    /// The only script.
    case script

    /// The contents of the file.
    package var text: String {
        switch self {
        case .template: String(decoding: PackageResources.report_mustache, as: UTF8.self)
        case .style: String(decoding: PackageResources.report_css, as: UTF8.self)
        case .script: String(decoding: PackageResources.report_js, as: UTF8.self)
        }
    }

    /// The hash of the contents for a content security policy (CSP 3 §2.3.1); nil for the template.
    ///
    /// A test compares the hashes with the files.
    package var hash: String? {
        switch self {
        case .template: nil
        case .style: "sha256-UueuJTl2NPyb6hek2TQb1mypaV4LTtDeYsGvXiWkF2I="
        case .script: "sha256-E5vrzlR5LwId5bBv67ZB4wlWQQHL9xXE0POKUMXDYMM="
        }
    }
}
