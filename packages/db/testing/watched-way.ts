import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * A way to a PostgreSQL server that counts how often it was spoken to after it had answered; closed after the test.
 *
 * @returns the address under which the database is reached on it
 */
export async function watchedWay(address: string): Promise<{ url: string; ways(): number }> {
  const url = new URL(address)
  const to = Number(url.port)
  let ways = 0
  const proxy = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    let isAsked = false
    near.on('data', (data) => {
      if (!isAsked) ways++
      isAsked = true
      far.write(data)
    })
    far.on('data', (data) => {
      isAsked = false
      near.write(data)
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('close', () => other.destroy())
      one.on('error', () => other.destroy())
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  url.port = String((proxy.address() as AddressInfo).port)
  return { url: url.href, ways: () => ways }
}
