import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import Type, { type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { LineReader, lineOf } from '../../protocol/line-channel.ts'
import { Reply } from '../../protocol/messages.ts'
import { SCAN_FAULTS, ScanError } from '../../protocol/scan-error.ts'

/**
 * Where the helper lies: beside a bridge that was made into plain JavaScript, or among the sources.
 *
 * @param folder of the running program
 */
export function wiaScript(folder = import.meta.dirname): string {
  const beside = path.join(folder, 'wia-helper.ps1')
  return existsSync(beside) ? beside : path.resolve(folder, '../../../../wia-helper/wia-helper.ps1')
}

/** Said before anything else by a helper that cannot work. */
const Fatal = Type.Object({
  event: Type.Literal('fatal'),
  code: Type.Enum([...SCAN_FAULTS]),
  message: Type.String(),
})

interface Waiting {
  schema: TSchema
  resolve: (value: never) => void
  reject: (error: ScanError) => void
}

/** The helper process that talks to WIA; one request at a time. */
export class WiaHelper {
  private readonly child: ChildProcess
  private readonly waiting = new Map<number, Waiting>()
  private nextId = 1
  /** Why nothing more can be asked. */
  private over: ScanError | null = null

  /** @throws ScanError UNSUPPORTED where there is no WIA */
  constructor() {
    const [command, ...args] = helperCommand()
    this.child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], windowsHide: true })
    const reader = new LineReader(
      (value) => this.take(value),
      (why) => this.end(new ScanError('PROTOCOL', `the WIA helper: ${why}`)),
    )
    this.child.stdout?.on('data', (chunk: Buffer) => reader.push(chunk))
    // Its end is told by `close`.
    this.child.stdin?.on('error', () => undefined)
    this.child.once('error', (error) => this.end(startError(error)))
    this.child.once('close', (code) =>
      this.end(new ScanError('DRIVER_CRASH', `the WIA helper ended (${code})`)),
    )
  }

  /** @throws ScanError as the helper answers, or when it ended */
  request<S extends TSchema>(cmd: string, schema: S, input: object = {}): Promise<Static<S>> {
    const id = this.nextId++
    return new Promise((resolve, reject) => {
      if (this.over) return reject(this.over)
      this.waiting.set(id, { schema, resolve, reject })
      this.child.stdin?.write(lineOf({ id, cmd, ...input }))
    })
  }

  /** Its input ends, and so does it, after what it is doing. */
  close(): void {
    this.over ??= new ScanError('OFFLINE', 'the WIA helper was closed')
    this.child.stdin?.end()
  }

  private take(value: unknown): void {
    if (Value.Check(Fatal, value)) return this.end(new ScanError(value.code, value.message))
    if (!Value.Check(Reply, value))
      return this.end(new ScanError('PROTOCOL', `the WIA helper: ${JSON.stringify(value)}`))
    const asked = this.waiting.get(value.id)
    this.waiting.delete(value.id)
    if (!value.ok) asked?.reject(new ScanError(value.code, value.message))
    else if (asked && Value.Check(asked.schema, value.res)) asked.resolve(value.res as never)
    else asked?.reject(new ScanError('PROTOCOL', 'odd answer of the WIA helper'))
  }

  private end(why: ScanError): void {
    this.over ??= why
    for (const { reject } of this.waiting.values()) reject(this.over)
    this.waiting.clear()
    this.child.kill()
  }
}

/** `SCANNER_WIA_HELPER`, a JSON array, names another program that speaks the same lines. */
function helperCommand(): [string, ...string[]] {
  const given = process.env['SCANNER_WIA_HELPER']
  if (given !== undefined) return JSON.parse(given) as [string, ...string[]]
  if (process.platform !== 'win32')
    throw new ScanError('UNSUPPORTED', 'WIA exists on Windows alone')
  const how = ['-STA', '-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass']
  return ['powershell.exe', ...how, '-File', wiaScript()]
}

const startError = (error: NodeJS.ErrnoException): ScanError =>
  new ScanError(
    error.code === 'EACCES' || error.code === 'EPERM' ? 'ACCESS_DENIED' : 'DRIVER_CRASH',
    `the WIA helper does not start: ${error.message}`,
    { cause: error },
  )
