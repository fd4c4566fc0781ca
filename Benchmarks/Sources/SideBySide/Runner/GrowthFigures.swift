import DecantCore

/// A check that time grows as the text does: the time for four times as much over the time for once.
enum GrowthFigures {
    static func measured(_ shapes: [GrowthShape], rounds: Int) throws -> [Figure] {
        try shapes.map { shape in
            let works = [1, 4].map { factor in
                let count = shape.count * factor
                let body = ResponseBody(Array(shape.text(count).utf8))
                return (name: factor, work: Work { try shape.use(body, count) })
            }
            let race = try Race(works, rounds: rounds)
            let growth = race.speed(of: 1, over: 4) ?? .nan
            Report.note("growth, \(shape.name): \(race.median(1) ?? .nan) ns for \(shape.count)")
            return Figure("time for 4n / n, \(shape.name)", growth, atMost: 4.5)
        }
    }
}
