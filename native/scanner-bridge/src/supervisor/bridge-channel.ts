import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'

/** What lines are written to; both ways may still be closed. */
export interface BridgeChannel {
  write: (line: string) => void
  close: () => void
}

/** A stream that is there from the beginning: file descriptor 3. */
export function streamChannel(stream: Duplex, onData: (chunk: Buffer) => void): BridgeChannel {
  stream.on('data', onData)
  // A write to a process that is just dying; its end is told by `exit`.
  stream.on('error', () => undefined)
  return { write: (line) => stream.write(line), close: () => stream.destroy() }
}

/** A stream that comes later: what is written before waits for it. */
export function laterChannel(
  coming: Promise<Socket>,
  onData: (chunk: Buffer) => void,
  onClosed: () => void,
): BridgeChannel {
  let waiting: string[] | null = []
  let channel: BridgeChannel | null = null
  let isClosed = false
  void coming.then((socket) => {
    if (isClosed) return socket.destroy()
    socket.once('close', onClosed)
    channel = streamChannel(socket, onData)
    for (const line of waiting ?? []) channel.write(line)
    waiting = null
    return socket.resume()
  })
  return {
    write: (line) => (channel ? channel.write(line) : waiting?.push(line)),
    close: () => {
      isClosed = true
      channel?.close()
    },
  }
}
