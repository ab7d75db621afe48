import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const NAME = 'station-readings-'

/** Every page is read once in a run of the tests, whatever number of files and stations it goes through. */
export function rememberReadings(): { program: URL } {
  // The files of a run are processes of one parent.
  const folder = path.join(tmpdir(), `${NAME}${process.ppid}`)
  mkdirSync(folder, { recursive: true })
  // Reading processes take it over.
  process.env['STATION_TEST_READINGS'] = folder
  dropOfEarlierRuns()
  return { program: new URL('./remembering-reader.ts', import.meta.url) }
}

function dropOfEarlierRuns(): void {
  for (const name of readdirSync(tmpdir())) {
    const parent = name.startsWith(NAME) ? Number(name.slice(NAME.length)) : null
    if (parent !== null && !isRunning(parent))
      rmSync(path.join(tmpdir(), name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
