import { blockSettingsSet, messageSend } from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { MarkedBlock } from '../scripts/demo/open-marking.ts'
import { codeNow, painted, paper, pressForNext, typeScore } from './mark-by-key.ts'
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
  await page.keyboard.down('?')
  const map = page.getByRole('dialog', { name: '快捷键' })
  await map.waitFor()
  // Held down while one reads, the key that opened it does not close it.
  await page.keyboard.down('?')
  await page.keyboard.up('?')
  // As long as it takes a window to fade.
  await page.waitForTimeout(400)
  expect(await map.count()).toBe(1)
  await expect
    .poll(() =>
      map
        .getByRole('document')
        .locator('xpath=..')
        .evaluate((body) => body.scrollHeight - body.clientHeight),
    )
    .toBe(0)
  await shoot(page, '/marking', 'keys', DESK_SIZES)
  // The key that opened it closes it.
  await page.keyboard.press('?')
  await map.waitFor({ state: 'detached' })
  expectQuiet(visitor)
})

test('fingers alone mark a paper: what they hit is as large as they are, and two of them zoom the paper only', async () => {
  const block = blockOf(2)
  const visitor = await stage.enter('marker4', addressOf(2), { ...DESK_SIZES[2], hasTouch: true })
  const { page } = visitor
  await painted(page)
  const pad = page.getByRole('group', { name: '可给的分数' })
  for (const size of [...DESK_SIZES].toReversed()) {
    await page.setViewportSize(size)
    // The page lays its parts out anew after it has heard of the size.
    await expect.poll(() => tooSmall(page), { message: `${size.width}` }).toEqual([])
  }
  const [, , small] = DESK_SIZES
  await page.setViewportSize(small)
  const rows = page.getByRole('list', { name: '给分点' })
  await expect.poll(() => rows.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0)

  for (const name of ['更多', '消息', '问题卷', '快捷键']) {
    await page.getByRole('button', { name, exact: true }).tap()
    const opened = page.locator('[role="menu"]:visible, [role="dialog"]:visible, textarea').first()
    await opened.waitFor()
    await expect.poll(() => tooSmall(page), { message: name }).toEqual([])
    await shoot(page, '/marking', `touch-${name}`, [small])
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'detached' })
  }

  const before = await widthOf(page)
  await pinch(page, { x: 380, y: 320 }, { from: 60, to: 180 })
  await expect.poll(async () => (await widthOf(page)) / before).toBeGreaterThan(2)
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)
  await page.getByRole('button', { name: '适合宽度' }).tap()
  await expect.poll(async () => Math.abs((await widthOf(page)) - before)).toBeLessThan(2)

  const code = await codeNow(page)
  for (const _ of block.points) await pad.getByRole('button', { name: '4', exact: true }).tap()
  await expect
    .poll(() => page.getByTestId('mark-total').innerText())
    .toBe(String(4 * block.points.length))
  await shoot(page, '/marking', 'touch-given', [small])
  await page.getByRole('button', { name: /^提交/ }).tap()
  await expect.poll(() => codeNow(page)).not.toBe(code)
  await page.getByText('已保存').waitFor()
  await page.getByRole('button', { name: /^上一份/ }).tap()
  await page.getByText('回评').waitFor()
  expect(await codeNow(page)).toBe(code)
  expectQuiet(visitor)
})

test('a pen draws, and the hand beside it moves the paper and draws nothing', async () => {
  const block = blockOf(4)
  const admin = await stage.world.signIn('admin')
  await admin.call(blockSettingsSet, {
    body: {
      exam_id: stage.world.underWay.exam.examId,
      subject_id: MATHEMATICS,
      blocks: [{ block_id: block.blockId, traces: 1 }],
    },
  })
  const visitor = await stage.enter('marker4', addressOf(4), { ...DESK_SIZES[2], hasTouch: true })
  const { page } = visitor
  await painted(page)
  const signs = page.getByTestId('annotations')
  const expectSigns = (count: number) =>
    expect.poll(() => signs.getAttribute('aria-label')).toBe(`批注 ${count} 处`)
  await page.getByRole('button', { name: '笔', exact: true }).tap()

  const devtools = await page.context().newCDPSession(page)
  const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number) =>
    devtools.send('Input.dispatchMouseEvent', {
      type,
      x,
      y: 200 + (x % 40),
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      pointerType: 'pen',
      force: 0.5,
    })
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x, y: 300 }],
    })
  const place = async () => (await paper(page).boundingBox())?.x ?? 0

  await pen('mousePressed', 200)
  for (let x = 210; x < 400; x += 10) await pen('mouseMoved', x)
  expect(await signs.locator('[data-drawing]').count()).toBe(1)
  await pen('mouseReleased', 400)
  await expectSigns(1)

  // Wider than the window, the paper can be moved; it stands still after the last of the three steps.
  const wide = 1.9 * (await widthOf(page))
  for (let step = 0; step < 3; step++) await page.getByRole('button', { name: '放大' }).tap()
  await expect.poll(() => widthOf(page)).toBeGreaterThan(wide)
  const before = await place()
  await finger('touchStart', 300)
  for (let x = 310; x <= 380; x += 10) await finger('touchMove', x)
  expect(await signs.locator('[data-drawing]').count()).toBe(0)
  // Lifted at rest: after a flick the browser takes the next tap as one that ends the flick.
  await page.waitForTimeout(300)
  await finger('touchEnd')
  await expect.poll(place).toBeGreaterThan(before + 40)
  await expectSigns(1)
  await shoot(page, '/marking', 'pen-drawn', DESK_SIZES)
  await page.getByRole('button', { name: /^撤销/ }).tap()
  await expectSigns(0)
  // What was taken back too quickly comes again, without a keyboard as well.
  await page.getByRole('button', { name: /^重做/ }).tap()
  await expectSigns(1)
  await shoot(page, '/marking', 'redone', [DESK_SIZES[2]])
  await page.getByRole('button', { name: /^撤销/ }).tap()
  await expectSigns(0)
  await devtools.detach()
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

/** The least side of what a finger has to hit, in pixels of the window. */
const FINGER = 40

/** What can be pressed, is in sight and is smaller than a finger; of a switch its label counts. */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const all = document.querySelectorAll<HTMLElement>(
      'button, a[href], select, textarea, input, [role="menuitem"]',
    )
    return [...all]
      .map((element) =>
        element.matches('input') ? (element.closest('label') ?? element) : element,
      )
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < least)
      .map(({ element, box }) => `${element.innerText} ${box.width} × ${box.height}`)
  }, FINGER)

/** Two fingers go apart, around `middle`; the distances are those of a finger from it. */
async function pinch(
  page: Page,
  middle: { x: number; y: number },
  { from, to }: { from: number; to: number },
): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', reach?: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        reach === undefined
          ? []
          : [-reach, reach].map((x, id) => ({ x: middle.x + x, y: middle.y, id })),
    })
  await touch('touchStart', from)
  for (let reach = from; reach <= to; reach += 20) await touch('touchMove', reach)
  await touch('touchEnd')
  await devtools.detach()
}

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
