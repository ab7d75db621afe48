import { connect, Socket } from 'node:net'
import type { MessagePort } from 'node:worker_threads'
import { greetingOf, LOOPBACK, PORT_VARIABLE, TOKEN_VARIABLE } from '../protocol/loopback.ts'

/** A line that somebody waits for. */
export interface NumberedLine {
  text: string
  number: number
}

/** Ends the process at once: `process.exit` would wait for a native call that never returns. */
const die = (): void => {
  process.kill(process.pid, 'SIGKILL')
}

/**
 * Keeps the channel to the station on a thread of its own, so that the process ends with the station
 * also while a driver hangs on the main thread. It starts with every bridge, so it loads next to nothing.
 *
 * @param main gets the bytes of the station as they come, and the number of a line once it is on its way to
 *   the station; lines to write come from it, with a number where it waits for that, and null for the end
 */
export function keepChannel(main: MessagePort): void {
  const channel = openChannel()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no window
  channel.on('data', (chunk) => main.postMessage(chunk))
  channel.on('error', die)
  channel.on('close', die)
  main.on('message', (line: string | NumberedLine | null) => {
    if (line === null) channel.end(die)
    else if (typeof line === 'string') channel.write(line)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no window
    else channel.write(line.text, () => main.postMessage(line.number))
  })
}

function openChannel(): Socket {
  const { [PORT_VARIABLE]: port, [TOKEN_VARIABLE]: token } = process.env
  if (port === undefined || token === undefined) return new Socket({ fd: 3 })
  const channel = connect(Number(port), LOOPBACK)
  channel.setNoDelay(true)
  channel.write(`${greetingOf(token)}\n`)
  return channel
}
