import { markStatus } from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { codeNow, painted, pressForNext, typeScore } from './mark-by-key.ts'
import { expectQuiet, useStage } from './stage.ts'

// One marker with the same block in two windows of one browser: both have the same papers in hand.

const stage = useStage()
const MATHEMATICS = 2

function address(): string {
  return `/marking?block_id=${blockId()}`
}

function blockId(): number {
  const found = stage.world.underWay.blocks.find(
    ({ subjectId, points }) => subjectId === MATHEMATICS && points.length === 1,
  )
  if (!found) throw new Error('a block has one point')
  return found.blockId
}

async function twoWindows(account: string) {
  const visitor = await stage.enter(account, address())
  const { page: first, context } = visitor
  await painted(first)
  const second = await context.newPage()
  await second.goto(address())
  await painted(second)
  const marker = await stage.world.signIn(account)
  const inHand = async () => {
    const { claims } = await marker.call(markStatus, { query: { block_id: blockId() } })
    return claims.map(({ reading_id }) => reading_id)
  }
  return { visitor, first, second, inHand }
}

test('a window that is closed gives nothing back that another one has in hand', async () => {
  const { visitor, first, second, inHand } = await twoWindows('marker1')
  const held = await inHand()
  expect(held.length).toBeGreaterThan(1)
  const returned: string[] = []
  visitor.context.on('request', (request) => {
    if (request.url().endsWith('/v1/marker/reset')) returned.push(request.url())
  })
  await second.goto('/MainPage/homePage')
  await second.getByRole('button', { name: /账号菜单/ }).waitFor()
  expect(returned).toEqual([])
  expect(await inHand()).toEqual(held)

  // Alone again, a window gives back what nobody began.
  await first.goto('/MainPage/homePage')
  await expect.poll(async () => (await inHand()).length).toBe(1)
  expectQuiet(visitor)
})

test('a paper that is handed in in one window leaves the other one, which says so', async () => {
  const { visitor, first, second } = await twoWindows('marker2')
  const code = await codeNow(first)
  expect(await codeNow(second)).toBe(code)
  await typeScore(first, 4)
  await pressForNext(first, 'Enter')
  await second.getByText('刚才的试卷已在另一个窗口提交，请评这一份').waitFor()
  expect(await codeNow(second)).not.toBe(code)

  // What was begun in the other window is told to be of no account.
  await painted(second)
  await typeScore(second, 3)
  const begun = await codeNow(second)
  await reach(first, begun)
  await typeScore(first, 5)
  await pressForNext(first, 'Enter')
  await second.getByText(/已在另一个窗口提交，按那里的给分计入/).waitFor()
  expect(await codeNow(second)).not.toBe(begun)
  await first.getByText('已保存').waitFor()
  expect(await second.getByRole('status', { name: '未采纳的评阅' }).count()).toBe(0)
  expectQuiet(visitor)
})

async function reach(page: Page, code: string | null): Promise<void> {
  await expect
    .poll(async () => {
      if ((await codeNow(page)) === code) return true
      await page.keyboard.press(']')
      return false
    })
    .toBe(true)
  await painted(page)
}
