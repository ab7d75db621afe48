import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * A way to a PostgreSQL server that counts how often it was spoken to after it had answered; closed after the test.
 *
 * @returns the address under which the database is reached on it; `vanish` leaves who is on the way without a word, as
 *   a computer does that is switched off, and `appear` lets others through again
 */
export async function watchedWay(
  address: string,
): Promise<{ url: string; ways(): number; vanish(): void; appear(): void }> {
  const url = new URL(address)
  const to = Number(url.port)
  let ways = 0
  let isGone = false
  const proxy = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    let isAsked = false
    let isLost = false
    near.on('data', (data) => {
      isLost ||= isGone
      if (isLost) return
      if (!isAsked) ways++
      isAsked = true
      far.write(data)
    })
    far.on('data', (data) => {
      isAsked = false
      if (!isLost) near.write(data)
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
  return {
    url: url.href,
    ways: () => ways,
    vanish: () => void (isGone = true),
    appear: () => void (isGone = false),
  }
}
