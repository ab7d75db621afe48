// The whole exam without a person: prints, scans, reads, clears, marks and releases two exams of three
// subjects, and a small one of mixed ways and electives, on a throw-away data folder, and holds every
// published score against the truth.
// `--headless --json` prints one JSON object; `--faults` kills the server and the station on the way.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { enterEverything } from './demo/demonstration.ts'
import type { Faults, Stage } from './demo/demo-stage.ts'
import { markExam, publishExam } from './demo/mark-exam.ts'
import { scanExam } from './demo/scan-exam.ts'
import { crashesOf } from './demo/crashes.ts'
import { holdMixedExam } from './demo/mixed-exam.ts'
import { createDemoSchool, freePort, serverProgram, stationProgram } from './demo/programs.ts'
import { checkPublished } from './demo/published-check.ts'
import { summaryOf, type ExamSummary, type DemoSummary } from './demo/summary.ts'
import { terminalProgress } from './demo/terminal.ts'

const { values } = parseArgs({
  options: {
    headless: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    faults: { type: 'boolean', default: false },
    seed: { type: 'string', default: 'hengjuan' },
    /** Students of each of the two exams: 80 make the whole demonstration, at least 20. */
    students: { type: 'string', default: '80' },
    /** How many of the two exams. */
    exams: { type: 'string', default: '2' },
  },
})

const folder = await mkdtemp(join(tmpdir(), 'hengjuan-demo-'))
const seconds: Record<string, number> = {}
try {
  const summary = await play()
  process.stdout.write(`${JSON.stringify(summary, null, values.json ? 0 : 2)}\n`)
  process.exitCode = summary.ok ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function play(): Promise<DemoSummary> {
  await createDemoSchool(join(folder, 'server'))
  const port = await freePort()
  const server = serverProgram(join(folder, 'server'), port)
  const station = stationProgram(
    join(folder, 'station'),
    await freePort(),
    `http://127.0.0.1:${port}`,
  )
  await server.start()
  await station.start()
  const faults: Faults = values.faults ? crashesOf(server, station) : { afterStep: () => undefined }
  const stage: Stage = {
    server,
    station,
    seed: values.seed,
    progress: terminalProgress(seconds),
    faults,
    stamped: true,
  }
  try {
    const school = await enterEverything(stage, Number(values.students))
    const exams: ExamSummary[] = []
    for (const exam of school.exams.slice(0, Number(values.exams))) {
      const scanned = await scanExam(stage, school, exam)
      const marked = await markExam(stage, school, scanned)
      const { version } = await publishExam(stage, school, scanned)
      const check = await checkPublished(school.director, exam, scanned.runs, scanned.blocks)
      exams.push({ exam, scanned, marked, version, check })
    }
    const mixed = Number(values.exams) < 2 ? null : await holdMixedExam(stage, school)
    return summaryOf(exams, mixed, seconds, { server: server.restarts, station: station.restarts })
  } finally {
    await station.stop()
    await server.stop()
  }
}
