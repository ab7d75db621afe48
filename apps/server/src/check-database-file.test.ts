import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertLogKept, forgetOpen, noteClosing, noteOpen } from './check-database-file.ts'

let folder: string
let file: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hengjuan-mark-'))
  file = path.join(folder, 'hengjuan.db')
  await writeFile(file, '')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a log that is missing after a server was cut off is told', async () => {
  await noteOpen(file)
  await expect(assertLogKept(file)).rejects.toThrow(/hengjuan.db-wal 不见了/)
})

test('a log that went while the server closed the database is not missed', async () => {
  await noteOpen(file)
  await noteClosing(file)
  // Another connection closes later, and takes the log with it.
  await writeFile(`${file}-wal`, '')
  await forgetOpen(file)
  await rm(`${file}-wal`)
  await expect(assertLogKept(file)).resolves.toBeUndefined()
})

test('a server that starts again after it was ended in order misses its log again', async () => {
  await noteClosing(file)
  await noteOpen(file)
  await expect(assertLogKept(file)).rejects.toThrow(/不见了/)
})
