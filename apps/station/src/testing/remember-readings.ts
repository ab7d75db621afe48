import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

/** Every page of a test file is read once, whatever number of stations it goes through. */
export function rememberReadings(): { program: URL } {
  const folder = mkdtempSync(path.join(tmpdir(), 'readings-'))
  // Reading processes take it over.
  process.env['STATION_TEST_READINGS'] = folder
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return { program: new URL('./remembering-reader.ts', import.meta.url) }
}
