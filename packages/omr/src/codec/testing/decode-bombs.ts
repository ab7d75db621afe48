// Decodes the files named, and says how much memory that took.
import { readFileSync } from 'node:fs'
import { createPageCodec } from '../page-codec.ts'
import { PageFileError } from '../page-file-error.ts'

const codec = createPageCodec()
const faultOf = (bytes: Uint8Array) =>
  codec.decodeGray(bytes).then(
    () => 'none',
    (error: unknown) => (error instanceof PageFileError ? error.code : String(error)),
  )

const faults: string[] = []
for (const path of process.argv.slice(2)) faults.push(await faultOf(readFileSync(path)))
process.stdout.write(JSON.stringify({ faults, megabytes: mostHeld() }))

/** Megabytes at the height; what the parent held when it started this process is not counted. */
function mostHeld(): number {
  const [, kilobytes] = /VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}
