import { existsSync, readFileSync } from 'node:fs'

/** How many tests ended how. */
export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number }

export const NO_TESTS: Counts = { passed: 0, failed: 0, skipped: 0 }

/** The part of Vitest's JSON report that is read here. */
type Report = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
}

/**
 * Counts of one Vitest run.
 *
 * A run that failed outside a test (a file that does not load, a database that does not start, no
 * test at all) counts as one failure, so that the sum never says 0 failed after a failure.
 */
export function countsOf(reportFile: string, exitCode: number): Counts {
  const counts = existsSync(reportFile) ? readCounts(reportFile) : NO_TESTS
  if (exitCode !== 0 && counts.failed === 0) return { ...counts, failed: 1 }
  return counts
}

function readCounts(reportFile: string): Counts {
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
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
