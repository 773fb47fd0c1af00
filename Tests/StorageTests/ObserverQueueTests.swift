import Basics
import TestSupport
import Testing

@testable import Storage

@Suite struct ObserverQueueTests {
    @Test func `a commit wakes no more observers than may read, and each of them once`() {
        var queue = ObserverQueue()
        let observers = (0..<100).map { _ in WakeSignal() }
        for observer in observers { queue.join(observer, interest: .tasks) }
        #expect(Self.turns(of: observers, in: &queue) == 100)
        for observer in observers { queue.ask(observer) }
        #expect(queue.takeTurns().isEmpty)
        for _ in 0..<50 { queue.note([.tasks, .anything]) }
        let first = queue.takeTurns()
        #expect(first.count == ObserverQueue.turns)
        queue.note(.tasks)
        #expect(queue.takeTurns().isEmpty)
        for observer in first { queue.endTurn(observer) }
        let others = Self.all(queue: &queue)
        #expect(others.count == 98 && Set(others).isDisjoint(with: first.map(ObjectIdentifier.init)))
        for observer in first { queue.ask(observer) }
        #expect(queue.takeTurns().count == 2, "something was committed while they read")
    }

    @Test func `a commit of something else wakes nobody`() {
        var queue = ObserverQueue()
        let observer = WakeSignal()
        queue.join(observer, interest: [.tasks, .events])
        #expect(Self.turns(of: [observer], in: &queue) == 1)
        queue.ask(observer)
        queue.note([.deliveries, .anything])
        #expect(queue.takeTurns().isEmpty)
        queue.note([.events, .anything])
        #expect(queue.takeTurns().count == 1)
    }

    private struct Model {
        /// Whether an observer has something to read that it has not seen.
        var unseen = true
        var isAsking = false
        var isReading = false
    }

    @Test(arguments: 1...20) func `whoever asks has its turn if something was committed since the last`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var (queue, models) = (ObserverQueue(), [ObjectIdentifier: (signal: WakeSignal, model: Model)]())
        for _ in 0..<2_000 {
            let chosen = models.randomElement(using: &generator)
            switch Int.random(in: 0..<8, using: &generator) {
            case 0:
                let signal = WakeSignal()
                queue.join(signal, interest: .tasks)
                models[ObjectIdentifier(signal)] = (signal, Model())
            case 1:
                queue.note(.tasks)
                for id in models.keys { models[id]?.model.unseen = true }
            case 2:
                guard let (id, (signal, _)) = chosen else { continue }
                queue.leave(signal)
                models[id] = nil
            default:
                guard let (id, (signal, model)) = chosen else { continue }
                if model.isReading {
                    queue.endTurn(signal)
                    models[id]?.model.isReading = false
                    models[id]?.model.isAsking = false
                } else if !model.isAsking {
                    queue.ask(signal)
                    models[id]?.model.isAsking = true
                }
            }
            for signal in queue.takeTurns() {
                let id = ObjectIdentifier(signal)
                #expect(models[id]?.model.isAsking == true && models[id]?.model.unseen == true)
                models[id]?.model.isReading = true
                models[id]?.model.unseen = false
            }
            let reading = models.values.count { $0.model.isReading }
            let waiting = models.values.count { $0.model.isAsking && !$0.model.isReading && $0.model.unseen }
            #expect(reading <= ObserverQueue.turns && (waiting == 0 || reading == ObserverQueue.turns))
        }
        for (signal, _) in models.values { queue.leave(signal) }
        #expect(queue.isEmpty)
    }

    /// Lets observers ask, and ends the turns that they are given.
    private static func turns(of observers: [WakeSignal], in queue: inout ObserverQueue) -> Int {
        for observer in observers { queue.ask(observer) }
        return all(queue: &queue).count
    }

    private static func all(queue: inout ObserverQueue) -> [ObjectIdentifier] {
        var had: [ObjectIdentifier] = []
        while case let signals = queue.takeTurns(), !signals.isEmpty {
            for signal in signals { queue.endTurn(signal) }
            had += signals.map(ObjectIdentifier.init)
        }
        return had
    }
}
