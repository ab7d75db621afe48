import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { type Counts, countsOf, type Failure, type FileResult, filesOf } from './counts.ts'

export type TestsResult = {
  readonly exitCode: number
  readonly counts: Counts
  /** Files that failed, and passed when they were run by themselves. */
  readonly unsteady: readonly string[]
  /** What failed, the second time for files that were run again. */
  readonly failures: readonly Failure[]
}

/** Runs one project of Vitest, or some files of it, and says what became of each file. */
export type RunProject = (
  project: string,
  files: readonly string[],
) => Promise<{ exitCode: number; files: FileResult[] }>

/** More files than this fail for a cause that a second run would not take away. */
const MOST_REPEATED = 3

/**
 * Runs the tests of one project; a few files that failed are run once more by themselves.
 *
 * What passes only then counts as passed and is named at the end of the check
 * (docs/decisions/0028-second-try.md).
 */
export async function runTests(
  project: string,
  run: RunProject,
  say: (line: string) => void = console.log,
): Promise<TestsResult> {
  const first = await run(project, [])
  const failed = first.files.filter(({ ok }) => !ok).map(({ file }) => file)
  if (first.exitCode === 0 || failed.length === 0 || failed.length > MOST_REPEATED)
    return {
      exitCode: first.exitCode,
      counts: countsOf(first.files, first.exitCode),
      unsteady: [],
      failures: first.files.flatMap(({ failures }) => failures),
    }

  say(`\n${failed.length} 个测试文件没有通过，单独再运行一次：\n${failed.join('\n')}`)
  const second = await run(project, failed)
  const files = [...first.files.filter(({ ok }) => ok), ...second.files]
  return {
    exitCode: second.exitCode,
    counts: countsOf(files, second.exitCode),
    unsteady: second.files.filter(({ ok }) => ok).map(({ file }) => file),
    failures: files.flatMap(({ failures }) => failures),
  }
}

/** Runs Vitest and reads its report. */
export function vitest(start: (args: readonly string[]) => Promise<number>): RunProject {
  return async (project, only) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'hengjuan-report-'))
    const report = path.join(folder, 'vitest.json')
    try {
      const exitCode = await start([
        path.join('node_modules', 'vitest', 'vitest.mjs'),
        'run',
        ...only,
        `--project=${project}`,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ])
      return { exitCode, files: filesOf(report) }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}
