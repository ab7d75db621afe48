import { messageSend } from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { MarkedBlock } from '../scripts/demo/marking.ts'
import { painted, paper, pressForNext, typeScore } from './mark-by-key.ts'
import { DESK_SIZES, shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
const LOW = { width: 1280, height: 720 }

test('the head of the marking page keeps everything in the window, also when one goes back', async () => {
  const block = blockOf(1)
  const leader = await stage.world.signIn('leader')
  await leader.call(messageSend, { body: { block_id: block.blockId, text: '请看评分标准' } })
  const visitor = await stage.enter('marker1', addressOf(1))
  const { page } = visitor
  await painted(page)
  await page.getByRole('button', { name: '消息，1 条未读' }).waitFor()
  await typeScore(page, 4)
  await pressForNext(page, 'Enter')
  await page.getByText('已保存').waitFor()
  await page.keyboard.press('PageUp')
  await page.getByText('回评').waitFor()
  const head = page.locator('header').first()
  for (const size of DESK_SIZES) {
    await page.setViewportSize(size)
    const help = await page.getByRole('button', { name: '快捷键' }).boundingBox()
    expect((help?.x ?? 0) + (help?.width ?? Infinity), `${size.width}`).toBeLessThanOrEqual(
      size.width,
    )
    expect(await head.evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0)
  }
  expectQuiet(visitor)
})

test('all keys of the marking page are in sight at once in a low window', async () => {
  const visitor = await stage.enter('marker2', addressOf(1))
  const { page } = visitor
  await page.setViewportSize(LOW)
  await painted(page)
  await page.keyboard.press('?')
  const map = page.getByRole('dialog', { name: '快捷键' })
  await map.waitFor()
  await expect
    .poll(() =>
      map
        .getByRole('document')
        .locator('xpath=..')
        .evaluate((body) => body.scrollHeight - body.clientHeight),
    )
    .toBe(0)
  await shoot(page, '/marking', 'keys', DESK_SIZES)
  expectQuiet(visitor)
})

test('an answer that goes on elsewhere is seen whole when its images are put side by side', async () => {
  const visitor = await stage.enter('marker3', addressOf(3))
  const { page } = visitor
  await painted(page)
  const stacked = await widthOf(page)
  const frame = await page.locator('main').boundingBox()
  await page.keyboard.press('y')
  // Twice as wide and half as large: neither image leaves the window.
  await expect.poll(() => ratioOf(page)).toBeGreaterThan(1)
  await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(frame?.width ?? 0)
  await shoot(page, '/marking', 'side-by-side', DESK_SIZES)
  await page.keyboard.press('y')
  await expect.poll(async () => Math.abs((await widthOf(page)) - stacked)).toBeLessThan(2)
  expectQuiet(visitor)
})

test('where everybody has marked, nobody can be taken off a block, and the window says so', async () => {
  const block = stage.world.almostDone.blocks.find(({ subjectId }) => subjectId === MATHEMATICS)
  const visitor = await stage.enter('director', `/changeMarker?block_id=${block?.blockId}`)
  const { page } = visitor
  await page.getByRole('button', { name: '移除全部教师…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/没有可以移除的教师：\d+ 名都已有评阅/).waitFor()
  const confirm = dialog.getByRole('button', { name: '移除 0 名教师' })
  expect(await confirm.getAttribute('aria-disabled')).toBe('true')
  await dialog.getByRole('button', { name: '取消' }).click()
  await dialog.waitFor({ state: 'detached' })
  expectQuiet(visitor)
})

test('the tabs of the spot check stay where they were pressed', async () => {
  const visitor = await stage.enter(
    'leader',
    `/spot-check?exam_id=${stage.world.almostDone.exam.examId}`,
  )
  const { page } = visitor
  await page.getByTestId('spot-desk').waitFor()
  const tabs = page.getByLabel('抽查与记录')
  const before = await tabs.boundingBox()
  await tabs.getByText('记录').click()
  await page.getByRole('button', { name: '导出抽查列表' }).waitFor()
  expect(await tabs.boundingBox()).toEqual(before)
  expectQuiet(visitor)
})

const addressOf = (mode: number): string => `/marking?block_id=${blockOf(mode).blockId}`

/** The block of mathematics with this mode. */
function blockOf(mode: number): MarkedBlock {
  const block = stage.world.underWay.blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === mode,
  )
  if (!block) throw new Error(`no block of mathematics is in mode ${mode}`)
  return block
}

/** Of the answer as it is seen now, pixels of the window. */
const widthOf = async (page: Page): Promise<number> =>
  (await paper(page).boundingBox())?.width ?? Infinity

const ratioOf = async (page: Page): Promise<number> => {
  const box = await paper(page).boundingBox()
  return box === null ? 0 : box.width / box.height
}
