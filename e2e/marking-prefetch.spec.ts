import { markNext, markSubmit, ownTasks } from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { painted, pressForNext, typeScore } from './mark-by-key.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
/** What a quick marker needs for a paper, in milliseconds. */
const QUICK_MS = 1200
/** A slow line: bytes a second, and milliseconds until something moves. */
const SLOW = { bytes: 12 * 1024, latencyMs: 400 }
/** The server's own limit of papers in one hand. */
const MOST = 10

test('a slow network makes the desk ask for more papers ahead, and a quick one for fewer again', async () => {
  const marker = await stage.world.signIn('marker1')
  const tasks = await marker.call(ownTasks, { query: {} })
  const [block] = tasks.toSorted((a, b) => b.pool_count - a.pool_count)
  if (!block) throw new Error('there is something to mark')
  const on = { block_id: block.block_id }
  await markQuickly(2)
  const { page, visitor, asked } = await desk()
  const network = await page.context().newCDPSession(page)
  const throttle = (on: boolean) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: on ? SLOW.latencyMs : 0,
      downloadThroughput: on ? SLOW.bytes : -1,
      uploadThroughput: on ? SLOW.bytes : -1,
    })
  await network.send('Network.enable')

  await mark(page, 1)
  await page.getByText('已保存').waitFor()
  // Three; the way is measured, and on a busy machine it is longer.
  const quick = Math.max(...asked)
  expect(quick).toBeLessThanOrEqual(MOST / 2)
  expect(await claimed()).toBeLessThanOrEqual(quick)

  await throttle(true)
  await mark(page, 4)
  await expect.poll(() => asked.at(-1) ?? 0).toBeGreaterThan(quick + 1)
  // They are in hand, and no more than the server gives to anybody.
  await expect.poll(claimed).toBeGreaterThan(quick + 1)
  expect(Math.max(...asked)).toBeLessThanOrEqual(MOST)

  await throttle(false)
  await page.getByText('已保存').waitFor()
  await mark(page, 4)
  expect(asked.at(-1)).toBeLessThan(Math.max(...asked))
  expectQuiet(visitor)

  /** So that the server knows this marker for a quick one. */
  async function markQuickly(count: number): Promise<void> {
    for (let no = 0; no < count; no++) {
      const { tasks: given } = await marker.call(markNext, { query: { ...on, n: 1 } })
      const [task] = given
      if (!task) throw new Error('the block has papers')
      await marker.call(markSubmit, {
        body: {
          ...on,
          reading_id: task.reading_id,
          idem_key: `quick-paper-${no}`,
          scores: task.points.map(() => 0),
          active_ms: QUICK_MS,
        },
      })
    }
  }

  async function claimed(): Promise<number> {
    const rows = await marker.call(ownTasks, { query: {} })
    return rows.find(({ block_id }) => block_id === on.block_id)?.claimed_count ?? 0
  }

  /** A desk on which the papers of earlier pages are handed back, and how many papers it asks for each time. */
  async function desk() {
    const entered = await stage.enter('marker1', '/MainPage/markPaper/markPage/unfinishList')
    const wanted: number[] = []
    entered.page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === markSubmit.path && request.method() === 'POST')
        wanted.push((request.postDataJSON() as { refill: number }).refill)
      if (url.pathname === markNext.path && url.searchParams.has('n'))
        wanted.push(Number(url.searchParams.get('n')))
    })
    await entered.page.goto(`/marking?block_id=${on.block_id}`)
    await painted(entered.page)
    return { page: entered.page, visitor: entered, asked: wanted }
  }
})

async function mark(page: Page, count: number): Promise<void> {
  for (let no = 0; no < count; no++) {
    await painted(page)
    await page.waitForTimeout(QUICK_MS / 2)
    await typeScore(page, 0)
    await page.keyboard.press('Shift+X')
    await pressForNext(page, 'Enter')
  }
}
