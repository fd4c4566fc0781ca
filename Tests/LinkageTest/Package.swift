// swift-tools-version: 6.2

import PackageDescription

// A separate package, so that its program links the same libraries as a user's program, without test dependencies.
let package = Package(
    name: "LinkageTest",
    platforms: [.macOS(.v15)],
    // No traits, because their libraries may be missing. The traits do not add Foundation.
    dependencies: [.package(name: "Decant", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "LinkageTest",
            // All products without Foundation. Those of the clients and the macro are empty without their traits.
            dependencies: [
                "", "AsyncHTTPClient", "Captures", "Core", "Images", "JSON", "Macros", "NIO", "PropertyList", "Streams",
                "Text", "XML",
            ].map { .product(name: "Decant\($0)", package: "Decant") }
        ),
        .executableTarget(
            name: "OneFormat",
            dependencies: [
                .product(name: "DecantCore", package: "Decant"), .product(name: "DecantJSON", package: "Decant"),
            ]
        ),
        .executableTarget(
            name: "MissingImport",
            dependencies: [
                .product(name: "DecantCore", package: "Decant"), .product(name: "DecantJSON", package: "Decant"),
                .product(name: "DecantXML", package: "Decant"),
            ]
        ),
        .target(name: "CAllocations"),
        .executableTarget(
            name: "UnprintedErrors",
            dependencies: [
                "CAllocations", .product(name: "DecantCore", package: "Decant"),
                .product(name: "DecantJSON", package: "Decant"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
