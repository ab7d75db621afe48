import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileKeyStore } from '../secrets/file-key-store.ts'
import { openData } from './open-data.ts'
import { SCHEMA_STEPS } from './schema-steps.ts'
import { putSetting } from './settings.store.ts'

const PICTURES = 400
const PEOPLE = 2000
const NAME = '陈思远'
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0])

let root: string
let dataDir: string
const contents = new Map<string, Buffer>()

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'kill-while-encrypting-'))
  dataDir = path.join(root, 'data')
  contents.clear()
  oldData()
})

afterEach(() => rm(root, { recursive: true, force: true }))

/** A data folder as the version before encryption left it. */
function oldData(): void {
  mkdirSync(dataDir, { recursive: true })
  const db = new Database(path.join(dataDir, 'station.db'))
  db.pragma('journal_mode = WAL')
  db.exec(SCHEMA_STEPS[0] ?? '')
  db.pragma('user_version = 1')
  db.transaction(() => {
    for (let at = 0; at < PEOPLE; at++) putSetting(db, `person ${at}`, `${NAME}${at}`)
  })()
  db.close()
  for (let at = 0; at < PICTURES; at++) {
    const content = Buffer.concat([JPEG, Buffer.from(`${NAME}${at}`), randomBytes(3000)])
    const sha256 = createHash('sha256').update(content).digest('hex')
    contents.set(sha256, content)
    const folder = path.join(dataDir, 'spool/pictures', sha256.slice(0, 2))
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, sha256), content)
  }
}

/** Opens the data in a process of its own, which then only waits to be killed. */
function openElsewhere(): ChildProcess {
  const here = path.resolve(import.meta.dirname)
  const program = `
    const { openData } = await import(${JSON.stringify(path.join(here, 'open-data.ts'))})
    const { fileKeyStore } = await import(${JSON.stringify(path.join(here, '../secrets/file-key-store.ts'))})
    process.send('begun')
    await openData(${JSON.stringify(dataDir)}, [fileKeyStore(${JSON.stringify(path.join(root, 'keys'))})], () => {})
    process.send('done')
    setInterval(() => {}, 1000)`
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/** @returns whether everything was encrypted before the kill */
async function killAfter(ms: number): Promise<boolean> {
  const child = openElsewhere()
  let isDone = false
  child.on('message', (message) => (isDone ||= message === 'done'))
  await new Promise((begun) => child.once('message', begun))
  await new Promise((next) => setTimeout(next, ms))
  child.kill('SIGKILL')
  await new Promise((gone) => child.once('exit', gone))
  return isDone
}

test(
  'older data is encrypted whole, however often the station is killed meanwhile',
  { timeout: 120_000 },
  async () => {
    let kills = 0
    // Later and later, so that every stage of it is cut somewhere.
    for (let ms = 0; ms < 400 && !(await killAfter(ms)); ms += 20) kills++
    expect(kills).toBeGreaterThan(1)
    const keys = [fileKeyStore(path.join(root, 'keys'))]
    const { db, spool } = await openData(dataDir, keys, () => undefined)
    const people = db.prepare("select count(*) from setting where name like 'person %'").pluck()
    expect(people.get()).toBe(PEOPLE)
    for (const [sha256, content] of contents)
      expect(content.equals(await spool.readPicture(sha256))).toBe(true)
    db.close()
    const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((each) => each.isFile())) {
      const bytes = await readFile(path.join(entry.parentPath, entry.name))
      expect(bytes.includes(NAME), entry.name).toBe(false)
      expect(bytes.includes(JPEG), entry.name).toBe(false)
    }
  },
)
