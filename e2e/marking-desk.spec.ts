import {
  blankBlockList,
  blockSettingsSet,
  messageSend,
  noteSet,
  ownTasks,
} from '@hengjuan/contracts'
import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { codeNow, painted, pressForNext, typeScore } from './mark-by-key.ts'
import { DESK_SIZES, shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
const TASKS = '/MainPage/markPaper/markPage/unfinishList'
const NOTE = '向量法：步骤完整给满分，只写结论给 2 分'
const TABLET = { width: 1024, height: 640 }

test('a note of the leader is announced on the desk, and one key shows it', async () => {
  const { blockId } = block(1)
  const visitor = await stage.enter('marker1', `/marking?block_id=${blockId}`)
  const { page } = visitor
  await painted(page)
  const leader = await stage.world.signIn('leader')
  const on = { block_id: blockId }
  const { message_id } = await leader.call(messageSend, { body: { ...on, text: NOTE } })
  await leader.call(noteSet, { body: { ...on, action: 'save', message_id } })
  // Nobody asks for it: the count comes by itself, with a line under the score.
  await page.getByRole('button', { name: '评分标准，1 条新说明' }).waitFor()
  await page.getByText('题组长新增了评分说明，按 S 查看').waitFor()
  await page.keyboard.press('s')
  await page.getByRole('list', { name: '评分说明' }).getByText(NOTE).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /条新说明/ }).count()).toBe(0)
  // It stays read on the next visit, and new to who has not seen it.
  await page.reload()
  await painted(page)
  const other = await stage.enter('marker2', `/marking?block_id=${blockId}`)
  await other.page.getByRole('button', { name: '评分标准，1 条新说明' }).waitFor()
  expect(await page.getByRole('button', { name: /条新说明/ }).count()).toBe(0)
  expectQuiet(visitor)
  expectQuiet(other)
})

test('keys that were chosen on one computer are there on another', async () => {
  const { blockId } = block(2)
  const visitor = await stage.enter('marker2', `/marking?block_id=${blockId}`)
  const { page } = visitor
  await painted(page)
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '按键设置' }).click()
  // An own key that another profile takes away is said, and comes back by one press.
  const rubric = page.getByRole('button', { name: '更改「评分标准」的按键' })
  await rubric.click()
  await page.keyboard.press('F8')
  await expect.poll(() => rubric.innerText()).toBe('F8')
  await page.getByText('Crowdmark 习惯').click()
  await page.getByText('已换成「Crowdmark 习惯」，自己改过的 1 项按键不再使用').waitFor()
  expect(await rubric.innerText()).toBe('S')
  await page.locator('.bp6-toast').getByRole('button', { name: '撤销' }).click()
  await expect.poll(() => rubric.innerText()).toBe('F8')
  await page.getByRole('button', { name: '恢复本方案' }).click()
  await expect.poll(() => rubric.innerText()).toBe('S')
  const kept = page.waitForResponse(
    (response) =>
      response.url().endsWith('/v1/marker/keys') &&
      (response.request().postData() ?? '').includes('cloud'),
  )
  await page.getByText('云阅卷习惯').click()
  expect((await kept).status()).toBe(200)

  const elsewhere = await stage.enter('marker2', `/marking?block_id=${blockId}`)
  await painted(elsewhere.page)
  await elsewhere.page.getByRole('button', { name: '提交 Enter' }).waitFor()
  await typeScore(elsewhere.page, 4)
  // On the keys of 云阅卷 the closing bracket hands in.
  const before = await codeNow(elsewhere.page)
  await pressForNext(elsewhere.page, ']')
  expect(await codeNow(elsewhere.page)).not.toBe(before)
  await elsewhere.page.getByText('已保存').waitFor()
  expectQuiet(visitor)
  expectQuiet(elsewhere)
})

test('what was not sent when somebody left the desk arrives while they do something else', async () => {
  const { blockId } = block(0)
  const visitor = await stage.enter('marker3', TASKS)
  const { page, context } = visitor
  const marker = await stage.world.signIn('marker3')
  const done = async () =>
    (await marker.call(ownTasks, { query: {} })).find(({ block_id }) => block_id === blockId)
      ?.marking_count ?? 0
  const before = await done()
  await page.goto(`/marking?block_id=${blockId}`)
  await painted(page)
  await context.setOffline(true)
  for (const score of [5, 7]) {
    await typeScore(page, score)
    await pressForNext(page, 'Enter')
  }
  await page.getByText(/2 份(上传中|待上传)/).waitFor()
  await page.route(/\/v1\/marker\/set$/, (route) => route.abort())
  await context.setOffline(false)
  await page.getByRole('link', { name: '返回' }).click()
  await page.getByText(/2 份给分(上传中|待上传)/).waitFor()
  expect(await done()).toBe(before)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByText(/份给分/).waitFor({ state: 'detached' })
  await expect.poll(done).toBe(before + 2)
  expectQuiet(visitor, /ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
})

test('on a tablet fingers give scores, sign and zoom, a pen draws, and the hand beside it does nothing', async () => {
  const { blockId } = block(3)
  const admin = await stage.world.signIn('admin')
  await admin.call(blockSettingsSet, {
    body: {
      exam_id: stage.world.underWay.exam.examId,
      subject_id: MATHEMATICS,
      blocks: [{ block_id: blockId, traces: 1 }],
    },
  })
  const visitor = await stage.enter('marker4', `/marking?block_id=${blockId}`)
  const { page } = visitor
  await page.setViewportSize(TABLET)
  await painted(page)
  const touch = await page.context().newCDPSession(page)
  const signs = page.getByTestId('annotations')
  const expectSigns = (count: number) =>
    expect.poll(() => signs.getAttribute('aria-label')).toBe(`批注 ${count} 处`)
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const take = (name: string, tool: string) =>
    tapUntil(touch, button(name), async () => (await signs.getAttribute('data-tool')) === tool)
  const widthNow = async () => (await signs.boundingBox())?.width ?? 0

  // Two fingers zoom the paper.
  const wide = await widthNow()
  await pinch(touch, { x: 350, y: 320 }, 60, 180)
  await expect.poll(widthNow).toBeGreaterThan(wide * 1.5)

  // A tick where a finger taps; a finger that drags moves the paper and leaves none.
  await take('勾', 'tick')
  await tap(touch, { x: 300, y: 200 })
  await expectSigns(1)
  const at = await signs.boundingBox()
  await drag(touch, { x: 300, y: 400 }, { x: 300, y: 300 })
  await expect.poll(async () => (await signs.boundingBox())?.y).not.toBe(at?.y)
  await expectSigns(1)

  // A finger draws until a second one comes: then both zoom and nothing is left on the paper.
  await take('笔', 'pen')
  await drag(touch, { x: 250, y: 250 }, { x: 420, y: 260 })
  await expectSigns(2)
  const near = await widthNow()
  await pinch(touch, { x: 350, y: 320 }, 160, 80)
  await expect.poll(widthNow).toBeLessThan(near)
  await expectSigns(2)

  // Once a pen was used, fingers only move the paper.
  await penLine(touch, { x: 260, y: 300 }, { x: 440, y: 330 })
  await expectSigns(3)
  await drag(touch, { x: 300, y: 350 }, { x: 300, y: 300 })
  await tap(touch, { x: 320, y: 300 })
  await expectSigns(3)

  // The pad gives the score, and the button hands in.
  const code = await codeNow(page)
  const six = page
    .getByRole('group', { name: '可给的分数' })
    .getByRole('button', { name: '6', exact: true })
  await tapUntil(touch, six, async () => (await page.getByTestId('mark-total').innerText()) === '6')
  await tapUntil(touch, button(/^提交/), async () => (await codeNow(page)) !== code)
  await page.getByText('已保存').waitFor()
  await page.keyboard.press('[')
  await page.getByText('回评').waitFor()
  await expectSigns(3)
  expectQuiet(visitor)
})

interface Point {
  x: number
  y: number
}

const send = (touch: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', at: Point[]) =>
  touch.send('Input.dispatchTouchEvent', {
    type,
    touchPoints: at.map((point, id) => ({ ...point, id })),
  })

async function tap(touch: CDPSession, at: Point): Promise<void> {
  await send(touch, 'touchStart', [at])
  await send(touch, 'touchEnd', [])
}

/**
 * Taps the middle of something that is on the screen until it was felt: a browser takes the first tap after
 * a quick drag for the end of a movement.
 */
async function tapUntil(
  touch: CDPSession,
  what: ReturnType<Page['locator']>,
  isFelt: () => Promise<boolean>,
): Promise<void> {
  await what.scrollIntoViewIfNeeded()
  const box = await what.boundingBox()
  if (!box) throw new Error('nothing to tap')
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  expect(at.x < TABLET.width && at.y < TABLET.height).toBe(true)
  await expect
    .poll(
      async () => {
        if (await isFelt()) return true
        await tap(touch, at)
        return isFelt()
      },
      { interval: 1000, timeout: 30_000 },
    )
    .toBe(true)
}

const STEPS = [0.2, 0.4, 0.6, 0.8, 1]
const between = (from: Point, to: Point, share: number): Point => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
})

async function drag(touch: CDPSession, from: Point, to: Point): Promise<void> {
  await send(touch, 'touchStart', [from])
  for (const share of STEPS) await send(touch, 'touchMove', [between(from, to, share)])
  await send(touch, 'touchEnd', [])
}

/** Two fingers around a place, one after the other, their distance from it changing in window pixels. */
async function pinch(touch: CDPSession, { x, y }: Point, from: number, to: number): Promise<void> {
  const left = (away: number) => ({ x: x - away, y })
  const right = (away: number) => ({ x: x + away, y })
  await send(touch, 'touchStart', [left(from)])
  await send(touch, 'touchStart', [left(from), right(from)])
  for (const share of STEPS) {
    const away = from + (to - from) * share
    await send(touch, 'touchMove', [left(away), right(away)])
  }
  await send(touch, 'touchEnd', [])
}

async function penLine(touch: CDPSession, from: Point, to: Point): Promise<void> {
  const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', at: Point) =>
    touch.send('Input.dispatchMouseEvent', {
      type,
      ...at,
      button: 'left',
      buttons: 1,
      clickCount: 1,
      pointerType: 'pen',
      force: 0.6,
    })
  await pen('mousePressed', from)
  for (const share of STEPS) await pen('mouseMoved', between(from, to, share))
  await pen('mouseReleased', to)
}

function block(mode: number) {
  const found = stage.world.underWay.blocks.find(
    ({ subjectId, markMode, points }) =>
      subjectId === MATHEMATICS && markMode === mode && points.length === 1,
  )
  if (!found) throw new Error(`no block in mode ${mode}`)
  return found
}

test('a paper on which nothing is written is reported with two presses and gets no score of the marker', async () => {
  const { blockId } = block(0)
  const { examId } = stage.world.underWay.exam
  const visitor = await stage.enter('marker3', `/marking?block_id=${blockId}`)
  const { page } = visitor
  await painted(page)
  const admin = await stage.world.signIn('admin')
  const waiting = async () =>
    (await admin.call(blankBlockList, { query: { exam_id: examId } })).list.find(
      ({ block_id }) => block_id === blockId,
    )?.waiting ?? 0
  const before = await waiting()
  const code = await codeNow(page)
  const question = page.getByText(/再按一次交空白卷核查/)

  // One press asks; a score takes the question away, and undoing leaves the paper as it was.
  await page.keyboard.press('b')
  await question.waitFor()
  await shoot(page, '/marking', 'blank-asked', DESK_SIZES)
  await page.keyboard.press('5')
  await question.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  expect(await page.getByTestId('mark-total').innerText()).toContain('–')
  expect(await codeNow(page)).toBe(code)

  await page.keyboard.press('b')
  await question.waitFor()
  await page.keyboard.press('b')
  await expect.poll(() => codeNow(page)).not.toBe(code)
  await expect.poll(waiting).toBe(before + 1)

  // The same by mouse, among the reasons to pass a paper on.
  await painted(page)
  const next = await codeNow(page)
  await page.keyboard.press('q')
  await shoot(page, '/marking', 'blank-menu')
  await page.getByRole('menuitem', { name: '看似空白，交空白卷核查' }).click()
  await expect.poll(() => codeNow(page)).not.toBe(next)
  await expect.poll(waiting).toBe(before + 2)
  expectQuiet(visitor)
})
