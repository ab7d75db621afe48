import { leaderList } from '@hengjuan/contracts'
import type { Locator, Page } from 'playwright-core'
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
  expect((await problemsOf(blockId)).map((one) => `密号 ${one.code}`)).toEqual([code])
  expectQuiet(visitor)
})

test('another reason is typed letter by letter, digits among them, and goes to the leader as it was typed', async () => {
  const { blockId } = block()
  const visitor = await stage.enter('marker4', `/marking?block_id=${blockId}`)
  const { page } = visitor
  await painted(page)
  const code = await codeNow(page)
  await openMenu(page)
  const words = page.getByRole('textbox', { name: '其他原因' })
  await words.click()
  await page.keyboard.type('A4 page 2 is torn')
  expect(await words.inputValue()).toBe('A4 page 2 is torn')
  await page.keyboard.press('Enter')
  await expect.poll(() => codeNow(page)).not.toBe(code)
  await page.getByText('已保存').waitFor()
  const told = (await problemsOf(blockId)).find(({ code: one }) => code === `密号 ${one}`)
  expect(told?.note).toBe('A4 page 2 is torn')
  expectQuiet(visitor)
})

test('a dialog is dragged off the paper by its title, made smaller by its corner, and opens again where it was', async () => {
  const { blockId } = block()
  const visitor = await stage.enter('marker3', `/marking?block_id=${blockId}`)
  const { page } = visitor
  await painted(page)
  const dialog = page.locator('.bp6-dialog')
  const open = async () => {
    await page.keyboard.press('/')
    // Open and still.
    await page.locator('.bp6-dialog-container.bp6-overlay-enter-done').waitFor()
  }
  await open()
  const first = await boxOf(dialog)
  await drag(page, { x: first.x + 60, y: first.y + 16 }, { x: -200, y: -10 })
  const moved = await boxOf(dialog)
  expect(moved).toEqual({ ...first, x: first.x - 200, y: first.y - 10 })
  const corner = { x: moved.x + moved.width - 4, y: moved.y + moved.height - 4 }
  await drag(page, corner, { x: -2000, y: -2000 })
  const small = await boxOf(dialog)
  expect(small).toEqual({ ...moved, width: 400, height: 300 })
  // What does not fit is scrolled to, and nothing of the dialog lies outside of it.
  const body = await boxOf(dialog.locator('.bp6-dialog-body'))
  expect(body.y + body.height).toBeLessThanOrEqual(small.y + small.height)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await open()
  expect(await boxOf(dialog)).toEqual(small)
  await page.mouse.dblclick(small.x + 60, small.y + 16)
  expect(await boxOf(dialog)).toEqual(first)
  expectQuiet(visitor)
})

async function drag(
  page: Page,
  from: { x: number; y: number },
  by: { x: number; y: number },
): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 4 })
  await page.mouse.up()
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('it is on the screen')
  const { x, y, width, height } = box
  return {
    x: Math.round(x),
    y: Math.round(y),
    width: Math.round(width),
    height: Math.round(height),
  }
}

const menuOf = (page: Page) => page.getByRole('menu', { name: '问题原因' })

async function openMenu(page: Page): Promise<void> {
  await page.keyboard.press('q')
  await menuOf(page).waitFor()
  // Open and still: nothing of it moves any more.
  await page.locator('.bp6-popover-enter-done').first().waitFor({ state: 'attached' })
}

const expectMenuGone = (page: Page) => expect.poll(() => menuOf(page).count()).toBe(0)

/** The problem papers of a block, by their secret codes, with what was written about them. */
async function problemsOf(blockId: number): Promise<{ code: string; note: string }[]> {
  const leader = await stage.world.signIn('leader')
  const { list } = await leader.call(leaderList, { query: { mode: 'problem', block_id: blockId } })
  return list.map(({ secret_code, note }) => ({ code: secret_code, note }))
}

function block() {
  const found = stage.world.underWay.blocks.find(
    ({ subjectId, points }) => subjectId === MATHEMATICS && points.length === 1,
  )
  if (!found) throw new Error('mathematics has a block of one point')
  return found
}
