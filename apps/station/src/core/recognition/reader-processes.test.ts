import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stackTemplate } from '../../testing/paper-stack.ts'
import { ReaderLost, ReaderProcesses } from './reader-processes.ts'

/** Long enough for a process to start on a busy machine. */
const TIMEOUT_MS = 8000

let root: string
let readers: ReaderProcesses
const template = stackTemplate()

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'readers-'))
  readers = new ReaderProcesses({
    size: 1,
    timeoutMs: TIMEOUT_MS,
    program: new URL('../../testing/odd-reader.ts', import.meta.url),
  })
})
afterEach(async () => {
  await readers.close()
  rmSync(root, { recursive: true })
})

const read = (what: string) =>
  readers.read({
    bytes: async () => Buffer.from(`${what} ${path.join(root, what)}`),
    templates: [template],
  })

const lossOf = (what: string) =>
  read(what).then(
    () => 'read',
    (error: unknown) => (error instanceof ReaderLost ? error.reason : String(error)),
  )

test.for([
  ['crash', 'crash'],
  ['hang', 'hang'],
])(
  'a page that lets the process %s costs that page alone',
  { timeout: 120_000 },
  async ([what]) => {
    const [lost, next] = await Promise.all([lossOf(what ?? ''), lossOf('ordinary')])
    expect(lost).toBe(what)
    // The next page was read by a new process, to which the template was sent again.
    expect(next).toBe('Error: ordinary sent')
  },
)

test('a process ended from outside is told from one that a page ended', async () => {
  const first = await lossOf('ordinary')
  const [pid] = readers.pids
  const waiting = lossOf('hang')
  process.kill(pid ?? 0, 'SIGKILL')
  expect([first, await waiting]).toEqual(['Error: ordinary sent', 'killed'])
})

test('a template is sent to a process once', async () => {
  expect([await lossOf('one'), await lossOf('two')]).toEqual([
    'Error: one sent',
    'Error: two known',
  ])
})

test('closing refuses what waits and leaves no process behind', async () => {
  const all = [lossOf('hang'), lossOf('ordinary')]
  await new Promise((next) => setTimeout(next, 300))
  const [pid = 0] = readers.pids
  await readers.close()
  expect((await Promise.all(all))[1]).toContain('reading has ended')
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
