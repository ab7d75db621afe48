import { Agent, request } from 'node:http'

/** Sends JSON and gives the `data` of the answer. @throws Error for any other answer than 200 */
export type Post = (
  path: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
) => Promise<unknown>

/**
 * A client that costs as little as it can: it runs on the processors of the server that is measured.
 * Connections stay open, as a browser's do.
 */
export function lightPost(address: string): { post: Post; close: () => void } {
  const agent = new Agent({ keepAlive: true })
  const { hostname, port } = new URL(address)
  const post: Post = (path, headers, body) =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(body)
      const sent = request(
        {
          agent,
          hostname,
          port,
          path,
          method: 'POST',
          headers: {
            ...headers,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          },
        },
        (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('error', reject)
          answer.on('end', () => {
            const answered = Buffer.concat(parts).toString()
            if (answer.statusCode !== 200)
              reject(new Error(`${path}: ${answer.statusCode} ${answered}`))
            else resolve((JSON.parse(answered) as { data: unknown }).data)
          })
        },
      )
      sent.on('error', reject)
      sent.end(text)
    })
  return { post, close: () => agent.destroy() }
}
