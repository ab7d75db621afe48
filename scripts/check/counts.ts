import { existsSync, readFileSync } from 'node:fs'

/** How many tests ended how. */
export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number }

export const NO_TESTS: Counts = { passed: 0, failed: 0, skipped: 0 }

/** The part of Vitest's JSON report that is read here. */
type Report = {
  readonly testResults: readonly {
    /** Absolute path. */
    readonly name: string
    readonly status: 'passed' | 'failed'
    /** Why the file itself failed: it does not load, or a hook of it throws. */
    readonly message?: string
    readonly assertionResults: readonly {
      readonly status: string
      /** Titles of its groups and its own. */
      readonly fullName?: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

/** A test that failed, or a file that failed outside of its tests, and what was said of it. */
export type Failure = { readonly file: string; readonly test: string; readonly message: string }

/** What became of one test file. */
export type FileResult = {
  readonly file: string
  readonly ok: boolean
  readonly counts: Counts
  readonly failures: readonly Failure[]
}

/** Every file of a Vitest run; none when the run died before its report. */
export function filesOf(reportFile: string): FileResult[] {
  if (!existsSync(reportFile)) return []
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report
  return report.testResults.map((result) => ({
    file: result.name,
    ok: result.status === 'passed',
    counts: sumCounts(result.assertionResults.map(({ status }) => ONE[status] ?? SKIPPED)),
    failures: failuresOf(result),
  }))
}

function failuresOf(result: Report['testResults'][number]): Failure[] {
  const { name: file, status, message = '', assertionResults } = result
  const failed = assertionResults.filter((each) => each.status === 'failed')
  if (failed.length === 0) return status === 'failed' ? [{ file, test: '', message }] : []
  return failed.map(({ fullName = '', failureMessages = [] }) => ({
    file,
    test: fullName,
    message: failureMessages.join('\n'),
  }))
}

const SKIPPED: Counts = { ...NO_TESTS, skipped: 1 }
const ONE: Readonly<Record<string, Counts>> = {
  passed: { ...NO_TESTS, passed: 1 },
  failed: { ...NO_TESTS, failed: 1 },
}

/**
 * Counts of one Vitest run.
 *
 * A run that failed outside a test (a file that does not load, a database that does not start, no
 * test at all) counts as one failure, so that the sum never says 0 failed after a failure.
 */
export function countsOf(files: readonly FileResult[], exitCode: number): Counts {
  const counts = sumCounts(files.map((file) => file.counts))
  if (exitCode !== 0 && counts.failed === 0) return { ...counts, failed: 1 }
  return counts
}

export function sumCounts(all: readonly Counts[]): Counts {
  return all.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    NO_TESTS,
  )
}

/** The last line of a run, which `.ci/run` and people look for. */
export function summaryLine({ passed, failed, skipped }: Counts): string {
  const line = `${passed} passed, ${failed} failed`
  return skipped === 0 ? line : `${line}, ${skipped} skipped`
}
