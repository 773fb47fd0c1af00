// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "notify",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "taskd", path: "../.."),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        .executableTarget(
            name: "notify-bench",
            dependencies: [
                .product(name: "Recurrence", package: "taskd"),
                .product(name: "Storage", package: "taskd"),
                .product(name: "Notify", package: "taskd"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
