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
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/** What became of one test file. */
export type FileResult = { readonly file: string; readonly ok: boolean; readonly counts: Counts }

/** Every file of a Vitest run; none when the run died before its report. */
export function filesOf(reportFile: string): FileResult[] {
  if (!existsSync(reportFile)) return []
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report
  return report.testResults.map(({ name, status, assertionResults }) => ({
    file: name,
    ok: status === 'passed',
    counts: sumCounts(assertionResults.map(({ status: each }) => ONE[each] ?? SKIPPED)),
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
