import { join } from 'node:path'
import { type JobStage, openStage } from './job-run.ts'
import { type FinalSheet, killRun, type KillReport } from './kill-run.ts'
import { makeStack } from './paper-stack.ts'

/** Sheets that are written by hand; the others are these with another number. */
const WRITTEN = 8

/** Prepares server, station and paper in a folder and runs the job under fire. */
export async function killJob(options: {
  folder: string
  sheets: number
  kills: number
  seed: string
  progress?: (text: string) => void
}): Promise<KillReport> {
  const { folder, sheets, seed } = options
  let stage: JobStage | undefined
  try {
    stage = await openStage({ folder, candidates: sheets, sample: 'english', sheetMs: 40 })
    const stack = join(folder, 'paper')
    await makeStack(stage.job, { folder: stack, sheets, written: WRITTEN, seed })
    options.progress?.('prepared')
    return await killRun(stage, { ...options, stack })
  } finally {
    await stage?.station.stop()
    await stage?.server.stop()
  }
}

/** What differs between the two runs, one line a sheet; empty when nothing does. */
export function differencesOf({ expected, found }: KillReport): string[] {
  const lines: string[] = []
  const text = (sheet: FinalSheet | undefined): string => JSON.stringify(sheet ?? null)
  for (let at = 0; at < Math.max(expected.length, found.length); at++)
    if (text(expected[at]) !== text(found[at]))
      lines.push(
        `${at + 1}: ${text(expected[at]).slice(0, 120)} / ${text(found[at]).slice(0, 120)}`,
      )
  return lines
}
