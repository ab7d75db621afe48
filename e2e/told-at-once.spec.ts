import {
  balanceSet,
  blockSettingsSet,
  blockStatusSet,
  markerDelete,
  ownTasks,
} from '@hengjuan/contracts'
import type { Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { codeNow, painted, pressForNext, typeScore } from './mark-by-key.ts'
import { DESK_SIZES, shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

// What leaders do to a block while somebody marks in it: the page hears of it within a second or two, not with the
// next heartbeat, a minute later.

const stage = useStage()
const MATHEMATICS = 2
const SOON_MS = 15_000
/** The browser writes a line for each call that is refused. */
const REFUSED = /status of 40[0-9]/

function blockNow() {
  const found = stage.world.underWay.blocks.find(
    ({ subjectId, markMode, points }) =>
      subjectId === MATHEMATICS && markMode === 2 && points.length === 1,
  )
  if (!found) throw new Error('a block is read twice without arbitration')
  return found
}

async function desk(account: string) {
  const visitor = await stage.enter(account, `/marking?block_id=${blockNow().blockId}`)
  await painted(visitor.page)
  await visitor.page.getByText('已保存').waitFor()
  return visitor
}

test('a block that is paused, opened, set otherwise, recalled and closed says so at once, and keeps what is typed', async () => {
  const { blockId } = blockNow()
  const admin = await stage.world.signIn('admin')
  const set = (action: 'open' | 'pause' | 'close' | 'recall') =>
    admin.call(blockStatusSet, { body: { block_id: blockId, action } })
  const visitor = await desk('marker1')
  const { page } = visitor
  page.setDefaultTimeout(SOON_MS)
  await page.keyboard.press('3')
  const given = page.getByTestId('mark-total')

  await set('pause')
  const paused = page.getByText('题组长已暂停阅卷：手中的试卷仍可提交，不再领取新卷')
  await paused.waitFor()
  expect(await given.innerText()).toBe('3')
  await set('open')
  await paused.waitFor({ state: 'detached' })

  await admin.call(blockSettingsSet, {
    body: {
      exam_id: stage.world.underWay.exam.examId,
      subject_id: MATHEMATICS,
      blocks: [{ block_id: blockId, add_type: 1 }],
    },
  })
  await page.getByText('本题块的阅卷设置已修改：给分方式改为扣减给分').waitFor()
  expect(await given.innerText()).toBe('3')
  await shoot(page, '/marking', 'settings-changed', DESK_SIZES)

  const code = (await codeNow(page)) ?? ''
  await set('recall')
  const tray = page.getByRole('status', { name: '未采纳的评阅' })
  await tray.getByText(new RegExp(`${code}（您给了 3 分）：不在您手中了`)).waitFor()
  await tray.getByRole('button', { name: '知道了' }).click()
  // The next one begins by the new settings: with full marks.
  await painted(page)
  await expect.poll(() => given.innerText()).toBe('12')

  await set('close')
  await page.getByText('本题块已结束阅卷', { exact: true }).waitFor()
  await set('open')
  await painted(page)
  expectQuiet(visitor)
})

test('a deadline is told when it is moved, warned of, and stops nobody once it is past', async () => {
  const on = { block_id: blockNow().blockId }
  const admin = await stage.world.signIn('admin')
  const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()
  const move = (deadline: string | null) =>
    admin.call(balanceSet, { body: { ...on, action: 'deadline', deadline } })
  const visitor = await desk('marker1')
  const { page } = visitor
  page.setDefaultTimeout(SOON_MS)
  await move(minutes(120))
  await page.getByText(/^本题块的阅卷期限定为/).waitFor()
  const warning = page.getByText(/^! (离|已过)阅卷期限/)
  expect(await warning.count(), 'two hours are far off').toBe(0)
  await page.getByRole('button', { name: '我的进度' }).click()
  await page.getByRole('dialog', { name: '我的进度' }).getByText('阅卷期限').waitFor()
  await page.keyboard.press('Escape')

  // The clock of this computer is not asked.
  await move(minutes(20))
  await page.getByText(/^! 离阅卷期限（.*）不到 30 分钟/).waitFor()
  await typeScore(page, 1)
  await move(minutes(-1))
  await page.getByText(/^! 已过阅卷期限（.*）：给分照常接收和计入/).waitFor()
  await shoot(page, '/marking', 'past-deadline', DESK_SIZES)
  const marker = await stage.world.signIn('marker1')
  const task = async () =>
    (await marker.call(ownTasks, { query: {} })).find(({ block_id }) => block_id === on.block_id)
  const before = (await task())?.marking_count ?? 0
  await pressForNext(page, 'Enter')
  await expect.poll(async () => (await task())?.marking_count).toBe(before + 1)
  await page.goto('/MainPage/markPaper/markPage/unfinishList')
  await page.getByText(/^! 已过期限/).waitFor()
  await shoot(page, '/MainPage/markPaper/markPage/unfinishList', 'past-deadline')
  await move(null)
  expectQuiet(visitor)
})

test('a paper that was begun is finished in its way of scoring, stamps too, and the next one says that it is another', async () => {
  const { blockId } = blockNow()
  const admin = await stage.world.signIn('admin')
  const set = (change: { add_type: 0 | 1; traces?: 1 }) =>
    admin.call(blockSettingsSet, {
      body: {
        exam_id: stage.world.underWay.exam.examId,
        subject_id: MATHEMATICS,
        blocks: [{ block_id: blockId, ...change }],
      },
    })
  await set({ add_type: 0, traces: 1 })
  const visitor = await desk('marker4')
  const { page } = visitor
  page.setDefaultTimeout(SOON_MS)
  await page.keyboard.press('3')
  await page.getByRole('button', { name: '带分印章' }).click()
  const stamps = page.getByRole('group', { name: '印章分值' }).getByRole('button')
  expect(await stamps.first().innerText()).toMatch(/^\+/)
  await set({ add_type: 1 })
  await page.getByText('本题块的阅卷设置已修改：给分方式改为扣减给分').waitFor()
  expect(await stamps.first().innerText()).toMatch(/^\+/)

  const code = await codeNow(page)
  await page.keyboard.press('Enter')
  await page.getByText('从这份起改为扣减给分：输入的是扣去的分数').waitFor()
  expect(await codeNow(page)).not.toBe(code)
  expect(await page.getByTestId('mark-total').innerText()).toBe('12')
  expect(await stamps.first().innerText()).toMatch(/^−/)
  await shoot(page, '/marking', 'other-way', DESK_SIZES)
  expectQuiet(visitor)
})

test('a change of an earlier score that is begun when the block is closed is told, and what counts stands there', async () => {
  const { blockId } = blockNow()
  const admin = await stage.world.signIn('admin')
  const visitor = await desk('marker4')
  const { page } = visitor
  page.setDefaultTimeout(SOON_MS)
  await page.getByRole('button', { name: '零分' }).click()
  await page.keyboard.press('Enter')
  await painted(page)
  await page.getByText('已保存').waitFor()
  await page.keyboard.press('[')
  await painted(page)
  await page.getByRole('button', { name: '满分' }).click()
  const given = page.getByTestId('mark-total')
  expect(await given.innerText()).toBe('12')
  await admin.call(blockStatusSet, { body: { block_id: blockId, action: 'close' } })
  await page.getByText('题块已结束阅卷，您改的 12 分没有保存').waitFor()
  expect(await given.innerText()).toBe('0')
  await page.getByText('– 不能修改：题块已结束阅卷').waitFor()
  await admin.call(blockStatusSet, { body: { block_id: blockId, action: 'open' } })
  expectQuiet(visitor)
})

test('a window behind others leaves its connection to them, and hears what it missed when it is seen again', async () => {
  const { blockId } = blockNow()
  const admin = await stage.world.signIn('admin')
  const visitor = await desk('marker3')
  const { page } = visitor
  page.setDefaultTimeout(SOON_MS)
  const isStream = (request: Request) => request.url().includes('only=messages')
  const inSight = (state: 'visible' | 'hidden') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  const left = page.waitForEvent('requestfailed', isStream)
  await inSight('hidden')
  await left
  await admin.call(blockStatusSet, { body: { block_id: blockId, action: 'pause' } })
  const paused = page.getByText('题组长已暂停阅卷：手中的试卷仍可提交，不再领取新卷')
  expect(await paused.count()).toBe(0)
  await inSight('visible')
  await paused.waitFor()
  await admin.call(blockStatusSet, { body: { block_id: blockId, action: 'open' } })
  await paused.waitFor({ state: 'detached' })
  expectQuiet(visitor)
})

test('whoever is taken off a block hears it at once, and what they gave is named', async () => {
  const { blockId } = blockNow()
  const admin = await stage.world.signIn('admin')
  const visitor = await desk('marker2')
  const { page } = visitor
  page.setDefaultTimeout(SOON_MS)
  await page.keyboard.press('4')
  const given = await page.getByTestId('mark-total').innerText()
  const { user } = await stage.world.signIn('marker2')
  await admin.call(markerDelete, { body: { block_id: blockId, marker_id: user.user_id } })
  await page.getByText(/^您没有题块 第21题 的阅卷任务/).waitFor()
  await page.getByText(new RegExp(`您给了 ${given} 分）：不在您手中了`)).waitFor()
  await page.getByRole('link', { name: '返回我的任务' }).waitFor()
  await shoot(page, '/marking', 'taken-off', DESK_SIZES)
  expectQuiet(visitor, REFUSED)
})
