import { leaderList } from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { codeNow, painted } from './mark-by-key.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2

test('a score that is typed right after Escape is a score, not a reason of the menu that fades away', async () => {
  const { blockId } = block()
  const visitor = await stage.enter('marker1', `/marking?block_id=${blockId}`)
  const { page } = visitor
  await painted(page)
  const code = await codeNow(page)
  await openMenu(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('5')
  await expect.poll(() => page.getByTestId('mark-total').innerText()).toBe('5')
  await expectMenuGone(page)
  expect(await codeNow(page)).toBe(code)
  expect(await problemsOf(blockId)).toEqual([])
  expectQuiet(visitor)
})

test('the second half of a double click on a reason does not send the next paper after the first', async () => {
  const { blockId } = block()
  const visitor = await stage.enter('marker2', `/marking?block_id=${blockId}`)
  const { page } = visitor
  await painted(page)
  const code = await codeNow(page)
  await openMenu(page)
  await page.getByRole('menuitem', { name: '图像不清' }).dblclick()
  await expect.poll(() => codeNow(page)).not.toBe(code)
  await expectMenuGone(page)
  await page.getByText('已保存').waitFor()
  expect(await problemsOf(blockId)).toEqual([code?.replace('密号 ', '')])
  expectQuiet(visitor)
})

const menuOf = (page: Page) => page.getByRole('menu', { name: '问题原因' })

async function openMenu(page: Page): Promise<void> {
  await page.keyboard.press('q')
  await menuOf(page).waitFor()
  // Open and still: nothing of it moves any more.
  await page.locator('.bp6-popover-enter-done').first().waitFor({ state: 'attached' })
}

const expectMenuGone = (page: Page) => expect.poll(() => menuOf(page).count()).toBe(0)

/** Secret codes of the problem papers of a block. */
async function problemsOf(blockId: number): Promise<string[]> {
  const leader = await stage.world.signIn('leader')
  const { list } = await leader.call(leaderList, { query: { mode: 'problem', block_id: blockId } })
  return list.map(({ secret_code }) => secret_code)
}

function block() {
  const found = stage.world.underWay.blocks.find(
    ({ subjectId, points }) => subjectId === MATHEMATICS && points.length === 1,
  )
  if (!found) throw new Error('mathematics has a block of one point')
  return found
}
