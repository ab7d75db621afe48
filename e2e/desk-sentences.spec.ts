import { blockSettingsSet, type InputOf, markNext, spotCheckReject } from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { codeNow, painted, paper, pressForNext } from './mark-by-key.ts'
import { DESK_SIZES, shoot, tooWide } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const [MATHEMATICS, ENGLISH] = [2, 3]
const LARGEST = { width: 1920, height: 1080 }
const TASKS = '/MainPage/markPaper/markPage/unfinishList'
/** Every point of the block of fill-blanks is worth this many points, in whole ones. */
const [FULL, ALL_FULL] = ['5', '20']

test('the paper has most of the window wherever the scores stand, and the pad is near to it', async () => {
  const visitor = await stage.enter('marker1', addressOf(blockOf(1)))
  const { page } = visitor
  await painted(page)
  for (const [side, shot] of [
    ['在左侧', 'left'],
    ['浮在试卷上', 'float'],
    ['在右侧', 'right'],
  ] as const) {
    await page.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: side }).click()
    await page.getByRole('menuitem', { name: side }).waitFor({ state: 'hidden' })
    const image = await page.locator('main').boundingBox()
    expect((image?.width ?? 0) / 1440, side).toBeGreaterThanOrEqual(0.7)
    await shoot(page, '/marking', `dock-${shot}`)
    const pad = await page.getByRole('group', { name: '可给的分数' }).boundingBox()
    if (!image || !pad) throw new Error('the pad is on the page')
    const away = shot === 'left' ? image.x - pad.x : pad.x + pad.width - (image.x + image.width)
    expect(away, side).toBeLessThanOrEqual(300)
    if (shot === 'float') await expectInWindow(page)
  }

  // As wide as it may be in a large window, the panel leaves the paper its share of a small one.
  await page.setViewportSize(LARGEST)
  const edge = page.getByRole('separator', { name: '给分面板宽度' })
  await edge.focus()
  for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowLeft')
  const panelWidth = async (width: number) =>
    width - ((await page.locator('main').boundingBox())?.width ?? 0)
  expect(await panelWidth(LARGEST.width)).toBeGreaterThan(500)
  for (const size of DESK_SIZES) {
    await page.setViewportSize(size)
    await expect
      .poll(async () => (await panelWidth(size.width)) / size.width, { message: `${size.width}` })
      .toBeLessThanOrEqual(0.3)
    await shoot(page, '/marking', 'dock-wide', [size])
  }
  await edge.dblclick()
  expectQuiet(visitor)
})

test('keys that mean no score are refused with a shake, and others walk, fill and clear the points', async () => {
  const visitor = await stage.enter('marker2', addressOf(fillBlanks()))
  const { page } = visitor
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await painted(page)
  const shown = page.locator('[aria-label="给分点"] [data-current] [data-refused]')
  await page.keyboard.press('9')
  await shown.waitFor()
  const shake = await shown.evaluate((field) => getComputedStyle(field).animationDuration)
  expect([shake, await shown.innerText()]).toEqual(['0.12s', '未给'])
  // Whole points only: there is no half to add.
  await page.keyboard.press(';')
  await expectTotal(page, '–')

  await expectPoint(page, 0)
  // The next point was refused nothing.
  await page.keyboard.press('ArrowDown')
  await expectPoint(page, 1)
  expect(await shown.count()).toBe(0)
  await page.keyboard.press('ArrowUp')
  for (const [key, at] of [
    ['ArrowDown', 1],
    ['Tab', 2],
    ['Shift+Tab', 1],
    ['ArrowUp', 0],
    ['f', 1],
    ['x', 2],
  ] as const) {
    await page.keyboard.press(key)
    await expectPoint(page, at)
  }
  await expectTotal(page, FULL)
  await page.keyboard.press('Enter')
  await page.getByText('「第15题」未给分，零分也需要输入').waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Backspace')
  await expectTotal(page, '0')
  await page.keyboard.press('Shift+F')
  await expectTotal(page, ALL_FULL)
  await page.keyboard.press('Shift+X')
  await expectTotal(page, '0')
  await page.keyboard.press('Control+z')
  await expectTotal(page, ALL_FULL)
  await page.keyboard.press('Control+y')
  await expectTotal(page, '0')
  await page.keyboard.press('Escape')
  await expectTotal(page, '–')
  expectQuiet(visitor)
})

test('half points have a key, and of many points the one in hand is in sight', async () => {
  const block = stage.world.almostDone.blocks.find(({ points }) => points[0]?.stepMilli === 500)
  if (!block) throw new Error('the blanks of English have half points')
  const visitor = await stage.enter('marker1', addressOf(block))
  const { page } = visitor
  const [, , small] = DESK_SIZES
  await page.setViewportSize(small)
  await painted(page)
  await page.keyboard.press('1')
  await expectTotal(page, '–')
  await page.keyboard.press(';')
  await expectTotal(page, '1.5')
  // Nothing but the half begins like this: nothing is waited for.
  await page.keyboard.press(';')
  await expectTotal(page, '2')
  const list = page.getByRole('list', { name: '给分点' })
  for (let at = 2; at < block.points.length; at++) {
    await expectPoint(page, at)
    const [inHand, seen] = [
      await list.locator('[data-current]').boundingBox(),
      await list.boundingBox(),
    ]
    if (!inHand || !seen) throw new Error('the points are on the page')
    expect(inHand.y + inHand.height).toBeLessThanOrEqual(seen.y + seen.height + 1)
    await page.keyboard.press('x')
  }
  await shoot(page, '/marking', 'many-points', [small])
  await page.keyboard.press('Escape')
  await expectTotal(page, '–')
  expectQuiet(visitor)
})

test('one key hands in and flags, a zoom stays from paper to paper, and single letters can be turned off', async () => {
  const visitor = await stage.enter('marker3', addressOf(blockOf(1)))
  const { page } = visitor
  await painted(page)
  const code = await codeNow(page)
  await page.keyboard.press('f')
  await pressForNext(page, 'Control+Enter')
  await page.getByText('已保存').waitFor()
  await page.keyboard.press('[')
  await page.getByText('回评').waitFor()
  expect(await codeNow(page)).toBe(code)
  await page.locator('footer').getByRole('button', { name: /优秀/, pressed: true }).waitFor()
  await page.keyboard.press(']')
  await page.getByText('回评').waitFor({ state: 'detached' })

  const width = async () => (await paper(page).boundingBox())?.width ?? 0
  const fit = await width()
  await page.keyboard.press('+')
  await expect.poll(width).toBeGreaterThan(fit * 1.1)
  const near = await width()
  await page.keyboard.press('x')
  await pressForNext(page, 'Enter')
  // No two crops are equally wide to the pixel.
  await expect.poll(async () => Math.abs((await width()) / near - 1)).toBeLessThan(0.03)
  // Whoever reads on begins the next paper where this one was begun.
  const begun = (await stillBox(page)).y
  await page.keyboard.press('Space')
  expect((await stillBox(page)).y).toBeLessThan(begun - 10)
  await page.keyboard.press('x')
  await pressForNext(page, 'Enter')
  expect(Math.abs((await stillBox(page)).y - begun)).toBeLessThan(10)
  await page.keyboard.press('Control+0')
  await expect.poll(async () => Math.abs((await width()) / fit - 1)).toBeLessThan(0.03)
  // Turned, zoomed and scrolled, it is there again however quickly the page is loaded anew.
  // What was as wide as the window is so again after a turn, and needs more than one step to be higher than it.
  for (const key of ['r', '+', '+', '+', '+', 'Space']) await page.keyboard.press(key)
  const turned = await stillBox(page)
  expect(turned.width).toBeGreaterThan(turned.height)
  await page.keyboard.press('Shift+Space')
  expect((await stillBox(page)).y).toBeGreaterThan(turned.y)
  await page.keyboard.press('Space')
  await page.reload()
  await painted(page)
  expect(await stillBox(page)).toEqual(turned)
  for (const key of ['r', 'r', 'r', 'Control+0']) await page.keyboard.press(key)

  const rubric = page.locator('footer').getByRole('button', { name: /^评分标准/ })
  expect(await rubric.innerText()).toContain('S')
  await turnLetters(page)
  await page.keyboard.press('f')
  await expectTotal(page, '–')
  // A button does not say a key that does nothing.
  expect(await rubric.innerText()).not.toContain('S')
  await page.keyboard.press('7')
  await expectTotal(page, '7')
  await shoot(page, '/marking', 'letters-off')
  await turnLetters(page)
  await page.keyboard.press('f')
  await expectTotal(page, '12')
  expectQuiet(visitor)
})

test('points are taken away from full marks, which nobody has given once points are given again', async () => {
  const block = fillBlanks()
  await change(block.blockId, { add_type: 1 })
  const visitor = await stage.enter('marker4', addressOf(block))
  const { page } = visitor
  await painted(page)
  await expectTotal(page, ALL_FULL)
  await page.keyboard.press('2')
  await expectTotal(page, '18')
  await shoot(page, '/marking', 'deductive')
  // The second half of a double click is not about the next paper, which begins full and could be handed in.
  const doubled = await codeNow(page)
  await page.getByRole('button', { name: /^提交/ }).dblclick()
  await expect.poll(() => codeNow(page)).not.toBe(doubled)
  await page.getByText('已保存').waitFor()
  await page.keyboard.press('[')
  await page.getByText('回评').waitFor()
  expect(await codeNow(page)).toBe(doubled)
  await page.keyboard.press(']')
  await page.getByText('回评').waitFor({ state: 'detached' })
  await change(block.blockId, { add_type: 0, submit_type: 1 })
  await page.reload()
  await painted(page)
  await expectTotal(page, '–')
  // The last point hands in by itself.
  const code = await codeNow(page)
  for (const key of ['0', '0', '0', '0']) await page.keyboard.press(key)
  await expect.poll(() => codeNow(page)).not.toBe(code)
  await change(block.blockId, { submit_type: 2, score_type: 2 })
  await page.reload()
  await painted(page)
  expect(await page.getByRole('group', { name: '可给的分数' }).count()).toBe(0)
  await change(block.blockId, { score_type: 1 })
  await page.reload()
  await painted(page)
  await page.keyboard.press('3')
  await page.getByText('本题块设为用鼠标给分，请点分数按钮').waitFor()
  await expectTotal(page, '–')
  expectQuiet(visitor)
})

test('a key that is held down acts once, and what is dropped when one goes on is told', async () => {
  const block = blockOf(2)
  await change(block.blockId, { submit_type: 1 })
  const visitor = await stage.enter('marker3', addressOf(block))
  const { page } = visitor
  await painted(page)
  const first = await codeNow(page)
  // Every score that is full would hand in the paper after it.
  await holdDown(page, '5')
  await expect.poll(() => codeNow(page)).not.toBe(first)
  await painted(page)
  const second = await codeNow(page)
  await holdDown(page, '5')
  await expect.poll(() => codeNow(page)).not.toBe(second)
  const third = await codeNow(page)
  await page.keyboard.press('[')
  await expect.poll(() => codeNow(page)).toBe(second)

  // Left without 保存修改, a paper is as it was, and the line under the score says so.
  await page.keyboard.press('7')
  await expectTotal(page, '7')
  await page.keyboard.press('[')
  await page.getByText('回评的修改没有保存，仍按原来的给分计').waitFor()
  await expect.poll(() => codeNow(page)).toBe(first)
  await page.keyboard.press(']')
  await expectTotal(page, '5')
  await page.keyboard.press(']')
  await expect.poll(() => codeNow(page)).toBe(third)
  await painted(page)

  // A hand that rests on the key asks, and does not answer as well.
  await holdDown(page, 'b')
  await page.getByText(/再按一次交空白卷核查/).waitFor()
  expect(await codeNow(page)).toBe(third)
  await page.keyboard.press('1')
  await page.getByText('按 Enter 或 ↓ 确认这个分数').waitFor()
  await page.keyboard.press('Control+z')
  expect(await codeNow(page)).toBe(third)
  await change(block.blockId, { submit_type: 2 })
  expectQuiet(visitor)
})

test('where the browser has no room left the desk works all the same', async () => {
  const visitor = await stage.enter('marker1', addressOf(blockOf(2)))
  const { page } = visitor
  await page.context().addInitScript(() => {
    const keep = localStorage.setItem.bind(localStorage)
    Storage.prototype.setItem = (key, value) => {
      if (key.startsWith('hengjuan-')) throw new DOMException('', 'QuotaExceededError')
      keep(key, value)
    }
  })
  await page.reload()
  await painted(page)
  await page.keyboard.press('Shift+C')
  await page.getByText('图像加深：').waitFor()
  await page.keyboard.press('+')
  await page.keyboard.press('v')
  await page.getByTestId('strip').waitFor()
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '在左侧' }).click()
  await page.locator('[data-testid="mark-desk"][data-side="left"]').waitFor()
  expectQuiet(visitor)
})

test('held, Alt shows the key of every button of a small window, and the long key moves the paper', async () => {
  const block = blockOf(2)
  await change(block.blockId, { traces: 1 })
  const visitor = await stage.enter('marker2', addressOf(block))
  const { page } = visitor
  await painted(page)
  for (const size of DESK_SIZES) {
    await page.setViewportSize(size)
    await page.keyboard.down('Alt')
    const keys = page.locator('footer kbd')
    await keys.first().waitFor()
    await shoot(page, '/marking', 'alt', [size])
    const shown = page.locator('header kbd, footer kbd, [title^="旋转"] kbd, [title^="图像"] kbd')
    expect(await shown.allInnerTexts()).toEqual(expect.arrayContaining(['V', 'M', 'R', 'C']))
    for (const box of await shown.evaluateAll((all) =>
      all.map((key) => {
        const { left, right, top, bottom } = key.getBoundingClientRect()
        const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        return { right, isSeen: seen === key }
      }),
    )) {
      expect(box.right, String(size.width)).toBeLessThanOrEqual(size.width)
      expect(box.isSeen, String(size.width)).toBe(true)
    }
    await page.keyboard.up('Alt')
  }

  // The long key moves the paper under the tool as long as it is held, and not after another window had the keys.
  const signs = page.getByTestId('annotations')
  await page.keyboard.press('h')
  await page.keyboard.down('Space')
  await page.mouse.click(300, 300)
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  expect(await signs.getAttribute('aria-label')).toBe('批注 0 处')
  await page.mouse.click(300, 300)
  await expect.poll(() => signs.getAttribute('aria-label')).toBe('批注 1 处')
  await page.keyboard.up('Space')
  await change(block.blockId, { traces: 0 })
  expectQuiet(visitor)
})

test('the figures of the own work open their papers, on the desk and in the list of tasks', async () => {
  const block = blockOf(0)
  const marker = await stage.world.signIn('marker2')
  const visitor = await stage.enter('marker2', addressOf(block))
  const { page } = visitor
  await painted(page)
  for (const key of ['3', '4']) {
    await page.keyboard.press(key)
    await pressForNext(page, 'Enter')
  }
  await page.getByText('已保存').waitFor()
  const on = { block_id: block.blockId }
  const marked = (await marker.call(markNext, { query: { ...on, marked: 1 } })).tasks
  const [sent] = marked
  if (!sent) throw new Error('two papers were marked')
  await (
    await stage.world.signIn('leader')
  ).call(spotCheckReject, {
    body: {
      ...on,
      exam_id: stage.world.underWay.exam.examId,
      subject_id: MATHEMATICS,
      marker_id: marker.user.user_id,
      task_detail_id: sent.reading_id,
      is_rejected: 1,
      is_marked: 0,
      comment: '第二问漏看',
    },
  })
  await page.goto(TASKS)
  const row = page
    .getByRole('grid', { name: '我的阅卷任务' })
    .getByRole('row')
    .filter({ has: page.locator(`a[href*="block_id=${block.blockId}&papers=own"]`) })
  await row.waitFor()
  await shoot(page, '/tasks', 'figures')
  expect(await tooWide(page)).toEqual([])
  await row.getByTitle('查看被打回过的试卷').click()
  const dialog = page.getByRole('dialog', { name: '本人评过的试卷' })
  await dialog.getByText(sent.secret_code).waitFor()
  expect(await dialog.locator('tbody tr').count()).toBe(1)
  await shoot(page, '/marking', 'sent-back-papers', DESK_SIZES)
  await dialog.getByText('被打回过').click()
  await expect.poll(() => dialog.locator('tbody tr').count()).toBe(marked.length)
  // Back is where one came from.
  await page.goBack()
  await row.getByTitle('查看本人评过的试卷').click()
  await expect.poll(() => dialog.locator('tbody tr').count()).toBe(marked.length)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  const progress = page.getByRole('dialog', { name: '我的进度' })
  const open = async () => {
    await page.getByRole('button', { name: '我的进度' }).click()
    await progress.waitFor()
  }
  await open()
  await shoot(page, '/marking', 'progress', DESK_SIZES)
  await progress.getByRole('button', { name: '打回 1 份待重评' }).click()
  await dialog.getByText(sent.secret_code).waitFor()
  expect(await dialog.locator('tbody tr').count()).toBe(1)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await open()
  await progress.getByTitle('在网格中查看手中的试卷').click()
  await page.getByTestId('grid').waitFor()

  // Whoever follows the exam as a marker sees the own row, and opens the same papers from it.
  await page.goto(
    `/MarkingSupervision?exam_id=${stage.world.underWay.exam.examId}&block_id=${block.blockId}`,
  )
  await page
    .getByRole('grid', { name: '阅卷教师' })
    .getByTitle('查看本人评过的试卷')
    .first()
    .click()
  await dialog.getByText(sent.secret_code).waitFor()
  expectQuiet(visitor)
})

test('an own mark is taken back: asked first, not without the network, in hand at once, and marked again as it was', async () => {
  // Read once: a second reader's mark may send a paper to arbitration, where nothing is taken back.
  const block = stage.world.almostDone.blocks.find(
    ({ subjectId, markMode }) => subjectId === ENGLISH && markMode === 0,
  )
  if (!block) throw new Error('the composition of English is read once')
  const visitor = await stage.enter('marker1', addressOf(block))
  const { page } = visitor
  const context = page.context()
  await painted(page)
  await page.keyboard.press('z')
  await page.getByText('先用「上一份」或查找打开评过的试卷，再收回重评').waitFor()
  const code = await codeNow(page)
  await page.keyboard.press('3')
  await pressForNext(page, 'Enter')
  await page.getByText('已保存').waitFor()
  await page.keyboard.press('[')
  await page.getByText('回评').waitFor()
  await shoot(page, '/marking', 'take-back-button', DESK_SIZES)
  expect(await tooWide(page)).toEqual([])

  await page.keyboard.press('z')
  const dialog = page.getByRole('dialog', { name: /^收回密号/ })
  await dialog.getByText('成绩暂不计入，试卷回到手中，重新评阅后生效').waitFor()
  await shoot(page, '/marking', 'take-back-asked', DESK_SIZES)
  await context.setOffline(true)
  await dialog.getByRole('button', { name: '收回重评' }).click()
  await dialog.getByRole('alert').getByText('网络不通，没有收回').waitFor()
  await shoot(page, '/marking', 'take-back-offline', DESK_SIZES)
  await context.setOffline(false)
  await dialog.getByRole('button', { name: '收回重评' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('这份试卷是您收回的，成绩暂不计入（您原来给了 3 分）').waitFor()
  expect(await codeNow(page)).toBe(code)
  await expectTotal(page, '–')
  await shoot(page, '/marking', 'taken-back', DESK_SIZES)
  const progress = page.getByRole('dialog', { name: '我的进度' })
  await page.getByRole('button', { name: '我的进度' }).click()
  await progress.getByRole('button', { name: '收回 1 份待重评' }).waitFor()
  await shoot(page, '/marking', 'taken-back-progress', DESK_SIZES)
  expect(await progress.getByText('打回').count()).toBe(0)
  // Whoever leaves finds it again, first of all.
  await page.goto(TASKS)
  const list = page.getByRole('grid', { name: '我的阅卷任务' })
  await list.getByText('收回 1').waitFor()
  await shoot(page, '/tasks', 'taken-back')
  await page.goto(addressOf(block))
  await painted(page)
  expect(await codeNow(page)).toBe(code)
  await page.locator('header').getByText('收回重评').waitFor()

  // The same score is as good as another, and what was marked again may be taken back again.
  await page.keyboard.press('3')
  await pressForNext(page, 'Enter')
  await page.getByText('已保存').waitFor()
  await page.keyboard.press('[')
  await page.getByText('回评').waitFor()
  expect(await codeNow(page)).toBe(code)
  await page.keyboard.press('z')
  await dialog.getByRole('button', { name: '收回重评' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('这份试卷是您收回的').waitFor()
  await painted(page)
  await page.keyboard.press('5')
  await pressForNext(page, 'Enter')
  await page.getByText('已保存').waitFor()
  const marker = await stage.world.signIn('marker1')
  const { tasks, mine } = await marker.call(markNext, {
    query: { block_id: block.blockId, marked: 1 },
  })
  expect(tasks[0]).toMatchObject({ kind: 'backmark', scores: [5000], locked_reason: null })
  expect(mine).toMatchObject({ taken_back: 0, rejected: 0 })
  expectQuiet(visitor, /ERR_INTERNET_DISCONNECTED/)
})

/** The floating panel, put low at the left of a large window, is in a small one as well, with its button. */
async function expectInWindow(page: Page): Promise<void> {
  const grip = await page.getByRole('button', { name: '移动给分面板' }).boundingBox()
  if (!grip) throw new Error('a floating panel has a grip')
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
  await page.mouse.down()
  await page.mouse.move(10, 890, { steps: 4 })
  await page.mouse.up()
  for (const size of DESK_SIZES) {
    await page.setViewportSize(size)
    await shoot(page, '/marking', 'dock-float-low', [size])
    for (const part of [
      page.getByTestId('mark-total'),
      page.getByRole('button', { name: /^提交/ }),
    ]) {
      const box = await part.boundingBox()
      if (!box) throw new Error('the scores are on the page')
      expect(box.x, `${size.width}`).toBeGreaterThanOrEqual(0)
      expect(box.y + box.height, `${size.width}`).toBeLessThanOrEqual(size.height)
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** A key under a hand that rests on it: the first press and what the keyboard makes of it. */
async function holdDown(page: Page, key: string): Promise<void> {
  for (let times = 0; times < 8; times++) {
    await page.keyboard.down(key)
    await painted(page)
  }
  await page.keyboard.up(key)
}

/** Where the paper lies, once every key that was pressed is painted; whole pixels of the window. */
async function stillBox(page: Page) {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  const box = await paper(page).boundingBox()
  if (!box) throw new Error('a paper is on the desk')
  const { x, y, width, height } = box
  return {
    x: Math.round(x),
    y: Math.round(y),
    width: Math.round(width),
    height: Math.round(height),
  }
}

const ofMathematics = () =>
  stage.world.underWay.blocks.filter(({ subjectId }) => subjectId === MATHEMATICS)

/** The block of one point of mathematics with this mode. */
function blockOf(mode: number) {
  const found = ofMathematics().find(
    ({ markMode, points }) => markMode === mode && points.length === 1,
  )
  if (!found) throw new Error(`no block in mode ${mode}`)
  return found
}

function fillBlanks() {
  const found = ofMathematics().find(({ points }) => points.length >= 4)
  if (!found) throw new Error('the fill-blanks are one block of four points')
  return found
}

const addressOf = ({ blockId }: { blockId: number }): string => `/marking?block_id=${blockId}`

type Change = Omit<InputOf<typeof blockSettingsSet>['body']['blocks'][number], 'block_id'>

async function change(blockId: number, settings: Change): Promise<void> {
  const admin = await stage.world.signIn('admin')
  await admin.call(blockSettingsSet, {
    body: {
      exam_id: stage.world.underWay.exam.examId,
      subject_id: MATHEMATICS,
      blocks: [{ block_id: blockId, ...settings }],
    },
  })
}

const expectTotal = (page: Page, text: string) =>
  expect.poll(() => page.getByTestId('mark-total').innerText()).toBe(text)

const expectPoint = (page: Page, at: number) =>
  expect
    .poll(() =>
      page
        .getByRole('list', { name: '给分点' })
        .getByRole('button')
        .evaluateAll((points) => points.findIndex((point) => 'current' in point.dataset)),
    )
    .toBe(at)

/** Turns the switch of single letters in the key settings. */
async function turnLetters(page: Page): Promise<void> {
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '按键设置' }).click()
  const dialog = page.getByRole('dialog', { name: '按键设置' })
  const kept = page.waitForResponse(
    (response) =>
      response.url().endsWith('/v1/marker/keys') && response.request().method() === 'POST',
  )
  await dialog.getByText('单个字母可作快捷键').click()
  await kept
  await dialog.getByRole('button', { name: '完成' }).click()
  await dialog.waitFor({ state: 'detached' })
}
