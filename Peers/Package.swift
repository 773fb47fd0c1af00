// swift-tools-version: 6.2
import PackageDescription

// Sources/Recurrence is a link to the module itself, so that nothing else of taskd is fetched or built.
let package = Package(
    name: "peers",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "Recurrence"),
        .executableTarget(name: "Expander", dependencies: ["Recurrence"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
}
