import Storage
import Testing

@Suite struct RetentionLimitTests {
    @Test(arguments: [
        ("P90D,100000", 90 * 86_400, 100_000, "P90D,100000"), ("100,P1D", 86_400, 100, "P1D,100"),
        ("P30D, 1000", 30 * 86_400, 1_000, "P30D,1000"),
        ("PT36H", 129_600, nil, "PT129600S"), ("5", nil, 5, "5"), ("forever", nil, nil, "forever"),
        ("0", nil, nil, "forever"), ("P36525D", 36_525 * 86_400, nil, "P36525D"),
    ])
    func `a limit is an age, a count, or both`(text: String, seconds: Int?, count: Int?, written: String) throws {
        let limit = try #require(RetentionLimit(text))
        #expect(limit == RetentionLimit(age: seconds.map { .seconds($0) }, count: count))
        #expect(limit.description == written)
        #expect(RetentionLimit(written) == limit)
    }

    @Test(arguments: [
        "", ",", "P1D,", "never", "-5", "P1D,P2D", "1,2", "PT1M", "P36526D", "-P1D", "1000000000001", "P1D,5,6",
        "P9223372036854775807D",
    ])
    func `anything else is none`(text: String) {
        #expect(RetentionLimit(text) == nil)
    }
}
