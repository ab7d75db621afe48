// What `npm start` runs: the platform on its embedded default (SQLite, images in a folder), with a
// demonstration school loaded at the first start. Data lies in `data/`, or where DATA_DIR says.
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startFailure } from '../apps/server/src/start-failure.ts'
import { DEMO_PASSWORD } from './demo/account.ts'
import { enterEverything } from './demo/demonstration.ts'
import { markExam, publishExam } from './demo/mark-exam.ts'
import { scanExam } from './demo/scan-exam.ts'
import type { Stage } from './demo/demo-stage.ts'
import { chooseCombos } from './demo/combos.ts'
import { enterEarlierExams } from './demo/earlier-exams.ts'
import type { MarkedBlock } from './demo/open-marking.ts'
import { demoStaff, demoStudents, GRADES } from './demo/people.ts'
import type { Program } from './demo/platform.ts'
import { createDemoSchool, freePort, serverProgram, stationProgram } from './demo/programs.ts'
import { terminalProgress } from './demo/terminal.ts'

const { values } = parseArgs({
  options: {
    /** Starts without a demonstration school: for a real installation. */
    'no-demo': { type: 'boolean', default: false },
  },
})
const DATA_DIR = resolve(process.env['DATA_DIR'] ?? 'data')
const PORT = Number(process.env['PORT'] ?? 8080)
const ADDRESS = `http://localhost:${PORT}`
/** Says that the demonstration school is loaded, or was being loaded when somebody pulled the plug. */
const MARKER = join(DATA_DIR, 'demonstration.json')
/** Readings given in the second exam before the teachers went home. */
const LEFT_HALF_DONE = 1600
const [, OLDER] = GRADES

const server = serverProgram(DATA_DIR, PORT, { host: process.env['HOST'] ?? '0.0.0.0' })
const running: Program[] = [server]
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    console.error('\n正在停止…')
    void Promise.all(running.map((program) => program.stop())).then(() => process.exit(0))
  })

const state = await demonstrationState().catch(giveUp)
if (state === 'interrupted') {
  console.error('上次载入演示数据没有完成，重新载入。')
  await rm(DATA_DIR, { recursive: true, force: true })
}
const load = state !== 'loaded' && state !== 'own data' && !values['no-demo']
if (load) {
  await prepareFolder().catch(giveUp)
  await createDemoSchool(DATA_DIR).catch((error: Error & { stderr?: string }) => {
    console.error(error.stderr ?? error)
    process.exit(1)
  })
}
// It says what keeps it from starting, and what it waits for.
server.tell = (words) => process.stderr.write(words)
await server.start().catch(() => process.exit(1))
server.tell = () => undefined
console.error(`\n  衡卷已启动：${ADDRESS}\n`)
if (load) {
  console.error('  首次启动，正在载入演示学校（录入、制卡、扫描、识别、阅卷、发布，约需几分钟）。')
  console.error('  现在就可以登录查看，数据会陆续出现。\n')
  printAccounts()
  await loadDemonstration().catch(async (error: unknown) => {
    // Nobody would stop them any more.
    await Promise.all(running.map((program) => program.stop()))
    throw error
  })
  await writeMarker({ state: 'loaded', at: new Date().toISOString() })
  console.error('\n  演示学校已载入。')
}
if (load || state === 'loaded') printAccounts()
console.error(`  接口文档：${ADDRESS}/docs　　按 Ctrl+C 停止\n`)

async function demonstrationState(): Promise<'fresh' | 'interrupted' | 'loaded' | 'own data'> {
  if (existsSync(MARKER)) {
    const marker = JSON.parse(await readFile(MARKER, 'utf8')) as { state: string }
    return marker.state === 'loaded' ? 'loaded' : 'interrupted'
  }
  const files = existsSync(DATA_DIR) ? await readdir(DATA_DIR) : []
  return files.length === 0 && !process.env['DATABASE_URL'] ? 'fresh' : 'own data'
}

async function prepareFolder(): Promise<void> {
  await mkdir(DATA_DIR, { recursive: true })
  await writeMarker({ state: 'loading' })
}

/** Whole or not at all: half of a marker, as a full disk leaves it, says nothing about the data beside it. */
async function writeMarker(marker: { state: string; at?: string }): Promise<void> {
  await writeFile(`${MARKER}.new`, JSON.stringify(marker))
  await rename(`${MARKER}.new`, MARKER)
}

function giveUp(error: unknown): never {
  const place = { dataDir: DATA_DIR, databaseUrl: '', host: '', port: PORT }
  const said = startFailure(error, place)
  console.error(said === null ? error : `服务没有启动。${said}`)
  process.exit(1)
}

/** Two exams of before, one finished and released, one in the middle: queues to clear and papers to mark. */
async function loadDemonstration(): Promise<void> {
  const stationPort = await freePort()
  const station = stationProgram(join(DATA_DIR, 'station'), stationPort, `http://127.0.0.1:${PORT}`)
  running.push(station)
  await station.start()
  const stage: Stage = {
    server,
    station,
    seed: 'hengjuan',
    progress: terminalProgress({}),
    faults: { afterStep: () => undefined },
    stamped: false,
  }
  const school = await enterEverything(stage)
  await chooseCombos(school.admin, OLDER.grade_id)
  const end = stage.progress.phase('导入此前的考试成绩')
  let earlier = 0
  for (const { grade_id: gradeId } of GRADES)
    earlier += await enterEarlierExams(school.director, {
      gradeId,
      students: school.students.filter((student) => student.grade_id === gradeId),
      classIds: school.classIds,
    })
  end(`${earlier} 场考试`)
  const [finished, underWay] = school.exams
  if (!finished || !underWay) throw new Error('the demonstration has two exams')
  const released = await scanExam(stage, school, finished)
  await markExam(stage, school, released)
  await publishExam(stage, school, released)
  const open = await scanExam(stage, school, underWay, { keepExceptions: true })
  const blocks = takingTurns(open.blocks)
  await markExam(stage, school, { ...open, blocks }, LEFT_HALF_DONE)
  await station.stop()
  running.splice(running.indexOf(station), 1)
}

/** The first block of every subject, then the second: so that every leader finds work. */
function takingTurns(blocks: readonly MarkedBlock[]): MarkedBlock[] {
  const placeOf = (block: MarkedBlock): number =>
    blocks.filter(({ subjectId }) => subjectId === block.subjectId).indexOf(block)
  return blocks.toSorted((a, b) => placeOf(a) - placeOf(b))
}

function printAccounts(): void {
  const student = demoStudents(7)[0]
  const rows = [
    ...demoStaff().flatMap(({ account, name, shown }) => (shown ? [[shown, account, name]] : [])),
    ['学生', student?.student_no ?? '', student?.name ?? ''],
  ]
  console.error(`  账号（密码都是 ${DEMO_PASSWORD}）`)
  for (const [role = '', account = '', name = ''] of rows)
    console.error(`    ${account.padEnd(12)}${name.padEnd(6, '　')}${role}`)
  console.error('')
}
