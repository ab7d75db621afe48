import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Starts the packed station's inside in a folder of its own and stops it: every file and every native
 * package that it needs at the start is there.
 *
 * @throws Error with what the program said
 */
export function tryApp(app: string): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'station-dist-'))
  const core = pathToFileURL(path.join(app, 'apps/station/src/core/station.js')).href
  const program = `
    const { createStation } = await import(${JSON.stringify(core)})
    const station = await createStation({
      dataDir: ${JSON.stringify(path.join(folder, 'data'))},
      keyFolder: ${JSON.stringify(path.join(folder, 'keys'))},
      serverUrl: 'http://127.0.0.1:9',
    })
    const { data_key } = await station.api.state({})
    const devices = await station.api.listScanners({ driver: 'simulated', address: ${JSON.stringify(folder)} })
    await station.stop()
    if (data_key.place === '' || devices.length === 0) throw new Error('the station does not answer')
    process.exit(0)`
  try {
    execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 120_000,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
