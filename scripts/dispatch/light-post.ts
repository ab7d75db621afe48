import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Sends JSON and gives the `data` of the answer. @throws Error for any other answer than 200 */
export type Post = (
  path: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
) => Promise<unknown>

export interface LightClient {
  post: Post
  /** Opens a connection before it is needed: a server takes only some hundreds in one moment. */
  open: () => Promise<void>
  close: () => void
}

/** What an answer says of itself: its status and where it ends, as far as that has arrived. */
export interface AnswerHead {
  status: number
  bodyAt: number
  end: number
}

const HEAD_END = '\r\n\r\n'

/**
 * Reads the head of an answer that says how long its body is, as this server's JSON answers do.
 *
 * @returns null as long as the head is not complete
 * @throws Error when the answer does not name its length
 */
export function answerHead(bytes: Buffer): AnswerHead | null {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0) return null
  const head = bytes.toString('latin1', 0, headEnd)
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(head) ?? []
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? []
  if (status === undefined || length === undefined)
    throw new Error(`an answer without a status or a length:\n${head}`)
  const bodyAt = headEnd + HEAD_END.length
  return { status: Number(status), bodyAt, end: bodyAt + Number(length) }
}

/** One connection, which carries one request at a time. */
class Line {
  readonly #socket: Socket
  #arrived: Buffer = Buffer.alloc(0)
  #waiting: { resolve: (answer: [number, string]) => void; reject: (e: unknown) => void } | null =
    null
  isOpen = true

  constructor(host: string, port: number) {
    this.#socket = connect({ host, port, noDelay: true })
    this.#socket.on('data', (part: Buffer) => this.#read(part))
    this.#socket.on('error', (error) => this.#fail(error))
    this.#socket.on('close', () => this.#fail(new Error('the server closed the connection')))
  }

  send(request: string): Promise<[status: number, body: string]> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(request)
    })
  }

  async opened(): Promise<void> {
    await once(this.#socket, 'connect')
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(part: Buffer): void {
    // Nearly always all of an answer is in one part.
    const bytes = this.#arrived.length === 0 ? part : Buffer.concat([this.#arrived, part])
    try {
      const head = answerHead(bytes)
      if (head === null || bytes.length < head.end) {
        this.#arrived = bytes
        return
      }
      this.#arrived = bytes.subarray(head.end)
      const waiting = this.#waiting
      this.#waiting = null
      waiting?.resolve([head.status, bytes.toString('utf8', head.bodyAt, head.end)])
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    this.isOpen = false
    this.#socket.destroy()
    this.#waiting?.reject(error)
    this.#waiting = null
  }
}

/**
 * A client that costs as little as it can: it runs on the processors of the server that is measured, and
 * Node's own costs more than the call. Connections stay open, as a browser's do; there are as many as
 * requests at the same time.
 */
export function lightPost(address: string): LightClient {
  const { hostname, port, host } = new URL(address)
  const lines = new Set<Line>()
  const idle: Line[] = []
  const newLine = (): Line => {
    const line = new Line(hostname, Number(port))
    lines.add(line)
    return line
  }
  const freeLine = (): Line => {
    for (let line = idle.pop(); line !== undefined; line = idle.pop())
      if (line.isOpen) return line
      else lines.delete(line)
    return newLine()
  }
  const open = async () => {
    const line = newLine()
    await line.opened()
    idle.push(line)
  }
  const post: Post = async (path, headers, body) => {
    const text = JSON.stringify(body)
    let head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\ncontent-type: application/json\r\n`
    for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`
    const line = freeLine()
    const [status, answered] = await line.send(
      `${head}content-length: ${Buffer.byteLength(text)}${HEAD_END}${text}`,
    )
    idle.push(line)
    if (status !== 200) throw new Error(`${path}: ${status} ${answered}`)
    return (JSON.parse(answered) as { data: unknown }).data
  }
  const close = () => {
    for (const line of lines) line.close()
  }
  return { post, open, close }
}
