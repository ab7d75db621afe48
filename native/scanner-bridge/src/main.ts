/**
 * The bridge process: one per open device. It speaks the protocol of `protocol/messages.ts` over file
 * descriptor 3; drivers may print on standard output and error as they like. When the channel closes it
 * kills itself: `process.exit` would wait for a native call that never returns.
 */
import { Socket } from 'node:net'
import { driverOf } from './drivers/driver-of.ts'
import { BridgeHost } from './host/bridge-host.ts'
import { LineReader, lineOf } from './protocol/line-channel.ts'

const BEAT_MS = 500

const die = (): void => {
  process.kill(process.pid, 'SIGKILL')
}

const channel = new Socket({ fd: 3 })
const send = (message: unknown): void => {
  channel.write(lineOf(message))
}
const host = new BridgeHost({
  send,
  exit: () => channel.end(die),
  driverOf,
})
const reader = new LineReader(
  (message) => void host.handle(message),
  (reason) => send({ event: 'log', level: 'warn', text: `garbage on the channel: ${reason}` }),
)

channel.on('data', (chunk) => reader.push(chunk))
channel.on('error', die)
channel.on('close', die)
setInterval(() => send({ event: 'beat' }), BEAT_MS)
