import { expect, test, vi } from 'vitest'

import type { FileResult } from './counts.ts'
import { type RunProject, runTests } from './run-tests.ts'

vi.spyOn(console, 'log').mockImplementation(() => {})

const failureOf = (file: string) => ({ file, test: 'adds up', message: 'expected 3' })

const good = (file: string): FileResult => ({
  file,
  ok: true,
  counts: { passed: 2, failed: 0, skipped: 1 },
  failures: [],
})
const bad = (file: string): FileResult => ({
  file,
  ok: false,
  counts: { passed: 1, failed: 1, skipped: 1 },
  failures: [failureOf(file)],
})

/** Answers one run after the other with these files, and keeps what was asked for. */
function playing(...runs: FileResult[][]) {
  const asked: (readonly string[])[] = []
  const run: RunProject = async (_, only) => {
    asked.push(only)
    const files = runs.shift() ?? []
    return { exitCode: files.length > 0 && files.every(({ ok }) => ok) ? 0 : 1, files }
  }
  return { run, asked }
}

test('a run in which everything passes is the only one', async () => {
  const { run, asked } = playing([good('a'), good('b')])
  expect(await runTests('unit', run)).toMatchObject({
    exitCode: 0,
    counts: { passed: 4, failed: 0, skipped: 2 },
    unsteady: [],
  })
  expect(asked).toEqual([[]])
})

test('a file that passes by itself counts as passed, and is named', async () => {
  const { run, asked } = playing([good('a'), bad('b')], [good('b')])
  expect(await runTests('unit', run)).toEqual({
    exitCode: 0,
    counts: { passed: 4, failed: 0, skipped: 2 },
    unsteady: ['b'],
    failures: [],
  })
  expect(asked).toEqual([[], ['b']])
})

test('a file that fails twice has failed', async () => {
  const { run } = playing([good('a'), bad('b'), bad('c')], [bad('b'), good('c')])
  expect(await runTests('unit', run)).toEqual({
    exitCode: 1,
    counts: { passed: 5, failed: 1, skipped: 3 },
    unsteady: ['c'],
    failures: [failureOf('b')],
  })
})

test('many files that fail are not run again', async () => {
  const { run, asked } = playing(['a', 'b', 'c', 'd'].map(bad))
  expect((await runTests('unit', run)).counts.failed).toBe(4)
  expect(asked).toHaveLength(1)
})

test('a run that fails outside of its files is not run again', async () => {
  const { run, asked } = playing([])
  expect(await runTests('unit', run)).toMatchObject({ exitCode: 1, counts: { failed: 1 } })
  expect(asked).toHaveLength(1)
})
