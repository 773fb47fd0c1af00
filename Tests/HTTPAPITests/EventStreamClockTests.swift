import Recurrence
import Storage
import TestSupport
import Testing

/// What a clock that is set does to an event stream that is open.
@Suite(.timeLimit(.minutes(10))) struct EventStreamClockTests {
    @Test(arguments: [[3_600], [-3_600], [3_600, -3_600, -3_600, 3_600], [86_400 * 365, -86_400 * 365]])
    func `a step of the wall clock neither stops nor floods the heartbeats`(steps: [Int]) async throws {
        try await API.run { api async throws in
            let client = try RawClient(port: api.port)
            client.get("/v1/events/stream", token: api.token)
            let begin = try await client.receive(until: "taskd events\n\n", within: .seconds(60)).text
            #expect(begin.hasPrefix("HTTP/1.1 200"))
            for beat in 1...4 {
                await api.clock.waitForSteadySleeper(until: .noon(plus: beat * 15))
                for step in steps { api.clock.step(by: .seconds(step)) }
                #expect(try await !client.receive(within: .milliseconds(100)).text.contains("alive"))
                api.clock.advanceSteady(by: .seconds(15))
                let text = try await client.receive(until: ": alive\n\n", within: .seconds(60)).text
                #expect(text.split(separator: ": alive").count == 2, "\(text)")
            }
        }
    }
}
