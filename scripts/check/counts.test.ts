import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { countsOf, filesOf, sumCounts, summaryLine } from './counts.ts'

let report = ''

beforeEach(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hengjuan-counts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  report = path.join(folder, 'vitest.json')
})

/** Counts of a run with one file whose tests ended like this. */
async function countsAfter(exitCode: number, ...statuses: string[]) {
  const status = statuses.includes('failed') ? 'failed' : 'passed'
  const assertionResults = statuses.map((each) => ({ status: each }))
  await writeFile(
    report,
    JSON.stringify({ testResults: [{ name: '/a.test.ts', status, assertionResults }] }),
  )
  return countsOf(filesOf(report), exitCode)
}

test('tests that wait for something and tests to be written are skipped ones', async () => {
  expect(await countsAfter(0, 'passed', 'pending', 'skipped', 'todo')).toEqual({
    passed: 1,
    failed: 0,
    skipped: 3,
  })
})

test('failed tests are counted as they are', async () => {
  expect(await countsAfter(1, 'passed', 'failed', 'failed')).toEqual({
    passed: 1,
    failed: 2,
    skipped: 0,
  })
})

test('a run that fails outside a test counts as one failure', async () => {
  expect((await countsAfter(1, 'passed')).failed).toBe(1)
})

test('what failed is named with what was said of it, a file that does not load as well', async () => {
  const failed = {
    status: 'failed',
    fullName: 'sums add up',
    failureMessages: ['expected 3', 'at'],
  }
  await writeFile(
    report,
    JSON.stringify({
      testResults: [
        { name: '/a.test.ts', status: 'failed', assertionResults: [{ status: 'passed' }, failed] },
        { name: '/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
        { name: '/c.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
      ],
    }),
  )
  expect(filesOf(report).flatMap(({ failures }) => failures)).toEqual([
    { file: '/a.test.ts', test: 'sums add up', message: 'expected 3\nat' },
    { file: '/b.test.ts', test: '', message: 'no such module' },
  ])
})

test('a run that dies before its report counts as one failure', () => {
  expect(countsOf(filesOf(report), 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test.for([
  [{ passed: 1234, failed: 0, skipped: 3 }, '1234 passed, 0 failed, 3 skipped'],
  [{ passed: 12, failed: 1, skipped: 0 }, '12 passed, 1 failed'],
] as const)('%o reads "%s"', ([counts, line]) => {
  expect(summaryLine(counts)).toBe(line)
})

test('counts of several stages add up', () => {
  const one = { passed: 1, failed: 2, skipped: 3 }
  expect(sumCounts([one, one, one])).toEqual({ passed: 3, failed: 6, skipped: 9 })
  expect(sumCounts([])).toEqual({ passed: 0, failed: 0, skipped: 0 })
})
