import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from './open-store.ts'
import { SCHEMA_STEPS } from './schema-steps.ts'
import { putSetting } from './settings.store.ts'

const KEY = Buffer.alloc(32, 5)
const NAME = '陈思远'
let folder: string
let file: string

/** A store as the version before encryption left it, killed with its log not folded in. */
function plainStore(): void {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.exec(SCHEMA_STEPS[0] ?? '')
  db.pragma('user_version = 1')
  for (let at = 0; at < 200; at++) putSetting(db, `person ${at}`, `${NAME}${at}`)
  for (const ending of ['', '-wal']) copyFileSync(file + ending, `${file}.killed${ending}`)
  db.close()
  for (const ending of ['', '-wal']) copyFileSync(`${file}.killed${ending}`, file + ending)
  for (const ending of ['', '-wal']) rmSync(`${file}.killed${ending}`)
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'plain-store-'))
  file = path.join(folder, 'station.db')
  plainStore()
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const bytesOfAll = () =>
  ['', '-wal', '-shm', '.encrypting']
    .map((ending) => file + ending)
    .filter(existsSync)
    .map((each) => readFileSync(each))

const countOf = () => {
  const db = openStore(folder, KEY)
  const count = db.prepare("select count(*) from setting where name like 'person %'").pluck().get()
  db.close()
  return count
}

test('an older, open store is encrypted whole, what was only in its log too', () => {
  expect(bytesOfAll().some((bytes) => bytes.includes(NAME))).toBe(true)
  expect(countOf()).toBe(200)
  expect(bytesOfAll().some((bytes) => bytes.includes(NAME))).toBe(false)
  expect(countOf()).toBe(200)
})

test('a copy that was left half encrypted is made anew', () => {
  writeFileSync(`${file}.encrypting`, Buffer.alloc(5000, 9))
  writeFileSync(`${file}.encrypting-journal`, Buffer.alloc(500, 9))
  expect(countOf()).toBe(200)
  expect(existsSync(`${file}.encrypting`)).toBe(false)
})

test('another key opens nothing and changes nothing', () => {
  expect(countOf()).toBe(200)
  const before = readFileSync(file)
  expect(() => openStore(folder, Buffer.alloc(32, 6))).toThrow('not a database')
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(countOf()).toBe(200)
})
