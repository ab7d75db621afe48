import { flushCompileCache } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { ScanDriver } from '../drivers/driver.ts'
import { driverOf } from '../drivers/driver-of.ts'
import { LineReader, lineOf } from '../protocol/line-channel.ts'
import { TOKEN_VARIABLE } from '../protocol/loopback.ts'
import type { DriverName } from '../protocol/settings.ts'
import type { NumberedLine } from './channel-thread.ts'
import { BridgeHost } from './bridge-host.ts'

const BEAT_MS = 500

/**
 * Answers the station on the main thread of the bridge.
 *
 * @param program the program itself: run as a thread it keeps the channel
 */
export function runDrivers(program: URL): void {
  const channel = new Worker(program)
  // Not for the eyes of drivers.
  delete process.env[TOKEN_VARIABLE]
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no window
  const post = (line: string | NumberedLine | null): void => channel.postMessage(line)
  const send = (message: unknown): void => post(lineOf(message))
  let lines = 0
  const warn = (text: string): void => send({ event: 'log', level: 'warn', text })
  const waiting = new Map<number, () => void>()
  const sendSurely = (message: unknown): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const number = ++lines
    waiting.set(number, resolve)
    post({ text: lineOf(message), number })
    return promise
  }
  const load = async (name: DriverName): Promise<ScanDriver> => {
    const driver = await driverOf(name)
    // The station kills this process when it needs it no longer: later would be too late.
    flushCompileCache()
    return driver
  }
  const host = new BridgeHost({ send, sendSurely, exit: () => post(null), driverOf: load })
  const reader = new LineReader(
    (message) => void host.handle(message),
    (reason) => warn(`garbage on the channel: ${reason}`),
  )
  const die = () => process.kill(process.pid, 'SIGKILL')
  channel.on('message', (news: Uint8Array | number) => {
    if (typeof news !== 'number') return reader.push(news)
    waiting.get(news)?.()
    waiting.delete(news)
  })
  channel.on('error', die)
  channel.on('exit', die)
  setInterval(() => send({ event: 'beat' }), BEAT_MS)
  if (process.platform === 'win32') void tie(warn)
}

/** On Windows, what a driver starts ends with this process. */
async function tie(warn: (text: string) => void): Promise<void> {
  try {
    const { tieChildren } = await import('./job-object.ts')
    if (!tieChildren()) warn('programs that drivers start are not tied to the bridge')
  } catch (error) {
    warn(String(error))
  }
}
