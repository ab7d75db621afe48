// Plays the demonstration up to the points at which the browser tests begin, and leaves the data folders of
// the server and the station behind. A program of its own, so that its threads run as they do in the product.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { enterEverything } from '../scripts/demo/demonstration.ts'
import { markExam } from '../scripts/demo/mark-exam.ts'
import { type ScannedExam, scanExam } from '../scripts/demo/scan-exam.ts'
import type { Stage } from '../scripts/demo/demo-stage.ts'
import {
  createDemoSchool,
  freePort,
  serverProgram,
  stationProgram,
} from '../scripts/demo/programs.ts'
import { terminalProgress } from '../scripts/demo/terminal.ts'

/** What the tests know about the prepared school; written as `world.bin` beside the data. */
export interface PreparedWorld {
  /** Three subjects, scanned and cleared, marked but for the last papers. */
  almostDone: ScannedExam
  /** Mathematics scanned with its exceptions open; marking is open and nothing is marked. */
  underWay: ScannedExam
}

/** The smallest exam that has room for a sheet of every defect. */
const STUDENTS = 20
const MATHEMATICS = 2
/** Readings that are enough for most, not for all papers of the exam that is almost done. */
const READINGS = 450

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('usage: prepare-world.ts FOLDER')
await createDemoSchool(join(folder, 'server'))
const port = await freePort()
const server = serverProgram(join(folder, 'server'), port)
const station = stationProgram(
  join(folder, 'station'),
  await freePort(),
  `http://127.0.0.1:${port}`,
)
const stage: Stage = {
  server,
  station,
  seed: 'browser',
  progress: terminalProgress({}),
  faults: { afterStep: () => undefined },
  stamped: false,
}
try {
  await server.start()
  await station.start()
  const school = await enterEverything(stage, STUDENTS)
  const [first, second] = school.exams
  if (!first || !second) throw new Error('the demonstration has two exams')
  const almostDone = await scanExam(stage, school, first)
  // Marking keeps the server busy, scanning the station.
  const [underWay] = await Promise.all([
    scanExam(stage, school, second, { keepExceptions: true, subjectIds: [MATHEMATICS] }),
    markExam(stage, school, almostDone, READINGS),
  ])
  const world: PreparedWorld = { almostDone, underWay }
  await writeFile(join(folder, 'world.bin'), serialize(world))
} finally {
  await station.stop()
  await server.stop()
}
