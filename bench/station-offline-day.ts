import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'

const PROGRAM = path.resolve(
  import.meta.dirname,
  '../apps/station/src/testing/offline-day-program.ts',
)

interface Sample {
  sheets: number
  stateChangedMs: number
  stateMs: number
  listMs: number
  flaggedMs: number
  rssMb: number
}

interface OfflineDay {
  sheets: number
  batches: number
  fillMsPerSheet: number
  drainMsPerSheet: number
  fillSeconds: number
  drainSeconds: number
  diskBytesPerSheet: number
  diskBytesPerSheetAfter: number
  onServer: number
  closed: number
}

/** Lets the station work for a day without a network, in a process of its own, and prints how it went. */
export async function measureOfflineDay(options: { sheets: number; json: boolean }): Promise<void> {
  const args = [PROGRAM, '--sheets', String(options.sheets), '--per-batch', '1000']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  if (!options.json)
    console.log('sheets  state after a change  state  list  flagged (CPU ms)  memory MB')
  const samples = createInterface({ input: child.stderr })
  samples.on('line', (line) => (options.json ? console.error(line) : printSample(line)))
  let result = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (result += text))
  const code = await new Promise<number | null>((done) => child.once('close', done))
  if (code !== 0) throw new Error(`the day ended early (${code})`)
  if (options.json) return console.log(result)
  const day = JSON.parse(result) as OfflineDay
  console.log(
    `${day.sheets} sheets in ${day.batches} batches; ${day.onServer} on the server, ${day.closed} batches closed\n` +
      `taken in: ${day.fillMsPerSheet.toFixed(1)} CPU ms a sheet, ${day.fillSeconds.toFixed(0)} s in all\n` +
      `sent: ${day.drainMsPerSheet.toFixed(1)} CPU ms a sheet (with the server's double), ${day.drainSeconds.toFixed(0)} s in all\n` +
      `disk: ${kb(day.diskBytesPerSheet)} kB a sheet while it waits, ${kb(day.diskBytesPerSheetAfter)} kB after`,
  )
}

const kb = (bytes: number): string => (bytes / 1000).toFixed(0)

function printSample(line: string): void {
  if (!line.startsWith('{')) return console.error(line)
  const { sheets, stateChangedMs, stateMs, listMs, flaggedMs, rssMb } = JSON.parse(line) as Sample
  const figures = [stateChangedMs, stateMs, listMs, flaggedMs].map((ms) => ms.toFixed(2))
  console.log([sheets, ...figures, rssMb.toFixed(0)].join('  '))
}
