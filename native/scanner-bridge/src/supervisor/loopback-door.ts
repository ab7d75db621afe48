import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { greetingOf, LOOPBACK, PORT_VARIABLE, TOKEN_VARIABLE } from '../protocol/loopback.ts'

/** A stranger that says nothing is not waited for. */
const GREETING_MS = 5000

/** A port that lets one bridge in, once, and nobody else. */
export class LoopbackDoor {
  /** What the bridge needs in its environment. */
  readonly environment: Readonly<Record<string, string>>
  /** The bridge, when it has shown its token. */
  readonly entered: Promise<Socket>
  private readonly server: Server
  private readonly greeting: Buffer
  private let: (bridge: Socket) => void = () => undefined
  private readonly strangers = new Set<Socket>()

  private constructor(server: Server, token: string, port: number) {
    this.server = server
    this.greeting = Buffer.from(`${greetingOf(token)}\n`)
    this.environment = { [PORT_VARIABLE]: String(port), [TOKEN_VARIABLE]: token }
    this.entered = new Promise((resolve) => (this.let = resolve))
    server.on('connection', (socket) => this.ask(socket))
  }

  static open(): Promise<LoopbackDoor> {
    const server = createServer()
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, LOOPBACK, () => {
        const address = server.address()
        const port = typeof address === 'object' && address ? address.port : 0
        resolve(new LoopbackDoor(server, randomBytes(32).toString('hex'), port))
      })
    })
  }

  close(): void {
    this.server.close()
    for (const stranger of this.strangers) stranger.destroy()
  }

  private ask(socket: Socket): void {
    this.strangers.add(socket)
    const timer = setTimeout(() => socket.destroy(), GREETING_MS)
    let heard = Buffer.alloc(0)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(timer)
      this.strangers.delete(socket)
    })
    const listen = (chunk: Buffer): void => {
      heard = Buffer.concat([heard, chunk])
      if (heard.length < this.greeting.length) return
      const rest = heard.subarray(this.greeting.length)
      if (!timingSafeEqual(heard.subarray(0, this.greeting.length), this.greeting)) {
        socket.destroy()
        return
      }
      clearTimeout(timer)
      socket.off('data', listen)
      socket.pause()
      if (rest.length > 0) socket.unshift(rest)
      this.strangers.delete(socket)
      socket.setNoDelay(true)
      // The token is used up; whoever else has come is sent away.
      this.close()
      this.let(socket)
    }
    socket.on('data', listen)
  }
}
