import {
  blankBlockList,
  blockSettingsSet,
  leaderList,
  listExceptions,
  markNext,
  markSubmit,
  messagesGet,
  spotCheckList,
} from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { clickTwice, secondHalf, textOf } from './impatient.ts'
import { codeNow, looked, painted, pictured } from './mark-by-key.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
const IMPATIENT = { isImpatient: true }
const JUST_CAME = '刚换了一份，看过后再按一次'

test('a key that bounces or rests, and a double click, check one paper and not the next', async () => {
  const { exam } = stage.world.almostDone
  const { blockId } = readOnce(stage.world.almostDone.blocks)
  const visitor = await stage.enter(
    'leader',
    `/spot-check?exam_id=${exam.examId}&block_id=${blockId}&percent=100`,
    IMPATIENT,
  )
  const { page } = visitor
  const shown = '[data-reading] code'
  await painted(page)
  await pressTwice(page, 'Enter', shown)
  await page.getByText(JUST_CAME).waitFor()
  await painted(page)
  // A key that rests, until the next paper is there and beyond.
  const held = await textOf(page, shown)
  await page.keyboard.down('Enter')
  await expect.poll(() => textOf(page, shown)).not.toBe(held)
  await painted(page)
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await clickTwice(page, page.getByRole('button', { name: /^合格/ }), shown)
  await painted(page)
  const before = await textOf(page, shown)
  await page.keyboard.press('Enter')
  await expect.poll(() => textOf(page, shown)).not.toBe(before)
  const leader = await stage.world.signIn('leader')
  const { total } = await leader.call(spotCheckList, { query: { exam_id: exam.examId } })
  expect(total).toBe(4)

  // One button sends a paper to a second reader and takes it back.
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('read_again')) sent.push(request.postDataJSON().action)
  })
  await painted(page)
  const send = page.getByRole('button', { name: '送第二人评阅', exact: true })
  const back = page.getByRole('button', { name: '撤回第二人评阅' })
  await send.click()
  await back.waitFor()
  await secondHalf(page)
  await looked(page)
  await back.click()
  await send.waitFor()
  expect(sent).toEqual(['send', 'withdraw'])
  expectQuiet(visitor)
})

test('a sheet of blank answers that came just now is not confirmed by the press before', async () => {
  const { examId } = stage.world.underWay.exam
  const block_id = stage.world.underWay.blocks.findLast(
    ({ subjectId }) => subjectId === MATHEMATICS,
  )?.blockId
  const admin = await stage.world.signIn('admin')
  const waiting = async () =>
    (await admin.call(blankBlockList, { query: { exam_id: examId } })).list.find(
      (row) => row.block_id === block_id,
    )?.waiting ?? 0
  // However dark: all that nobody has marked yet.
  await admin.call(blockSettingsSet, {
    body: {
      exam_id: examId,
      subject_id: MATHEMATICS,
      blocks: [{ block_id: block_id ?? 0, blank_check: 1, blank_ink_limit: 0.2 }],
    },
  })
  const before = await waiting()
  expect(before).toBeGreaterThanOrEqual(4)
  const visitor = await stage.enter('admin', '/', IMPATIENT)
  const { page } = visitor
  // Sheets of one answer, so that one follows the other.
  await page.route(/blank_block\/get/, async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    await route.fulfill({
      json: { ...body, data: { ...body.data, list: body.data.list.slice(0, 1) } },
    })
  })
  await page.goto(`/empty-check?exam_id=${examId}&block_id=${block_id}`)
  const shown = 'ul[aria-label="疑似空白卷"]'
  await page.locator(shown).waitFor()
  await looked(page)
  await pressTwice(page, 'Enter', shown)
  await looked(page)
  await clickTwice(page, page.getByRole('button', { name: /^确认 1 份空白/ }), shown)
  await looked(page)
  const third = await textOf(page, shown)
  await page.keyboard.press('Enter')
  await expect.poll(() => textOf(page, shown)).not.toBe(third)
  expect(await waiting()).toBe(before - 3)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expectQuiet(visitor)
})

test('a double click sends one problem paper back to cutting, however slow the answer is', async () => {
  const { blockId } = readOnce(stage.world.underWay.blocks)
  const marker = await stage.world.signIn('marker1')
  for (let raised = 0; raised < 3; raised++) {
    const { tasks } = await marker.call(markNext, { query: { block_id: blockId, n: 1 } })
    await marker.call(markSubmit, {
      body: {
        block_id: blockId,
        reading_id: tasks[0]?.reading_id ?? 0,
        idem_key: ulid(),
        problem: { reason: 'unclear_image', note: '右下角被折' },
      },
    })
  }
  const visitor = await stage.enter(
    'leader',
    `/MainPage/markPaper/markPage/arbitration-marking?mode=problem&block_id=${blockId}`,
    IMPATIENT,
  )
  const { page } = visitor
  await painted(page)
  const toImage = page.getByRole('button', { name: '退回切图' })
  await clickTwice(page, toImage, '[data-testid="leader-desk"] header')
  await painted(page)
  const code = await codeNow(page)
  const answer = Promise.withResolvers<void>()
  await page.route(/leader|arb/i, async (route) => {
    if (route.request().method() === 'POST') await answer.promise
    await route.continue()
  })
  await toImage.dblclick()
  answer.resolve()
  await expect.poll(() => codeNow(page)).not.toBe(code)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await painted(page)
  const leader = await stage.world.signIn('leader')
  const { list } = await leader.call(leaderList, { query: { mode: 'problem', block_id: blockId } })
  expect(list).toHaveLength(1)
  expectQuiet(visitor)
})

test('exceptions are settled one by one: not by a key that rests, nor by a double click', async () => {
  const at = { exam_id: stage.world.underWay.exam.examId, subject_id: MATHEMATICS }
  const admin = await stage.world.signIn('admin')
  const open = async (category: 'to_verify' | 'choice') =>
    (
      await admin.call(listExceptions, {
        query: { ...at, category: category as 'all', limit: 200 },
      })
    ).list.length
  const addressOf = (category: string) =>
    `/MainPage/exam-manage/scan-error-handle/${MATHEMATICS}/${category}/all/0/0?exam_id=${at.exam_id}`
  const [sheets, choices] = [await open('to_verify'), await open('choice')]
  expect(sheets).toBeGreaterThanOrEqual(4)
  const visitor = await stage.enter('admin', addressOf('to_verify'), IMPATIENT)
  const { page } = visitor
  const verify = page.getByRole('button', { name: /^核实无误/ })
  await verify.waitFor()
  await looked(page)
  // While the panel with the buttons is there.
  const shown = 'body:has(aside h2) ul[aria-label="异常列表"] [aria-current]'
  await paintLate(page)
  await pressTwice(page, 'Enter', shown)
  await looked(page)
  await clickTwice(page, verify, shown)
  await looked(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => open('to_verify')).toBeLessThan(sheets - 2)
  expect(await open('to_verify')).toBe(sheets - 3)

  await page.goto(addressOf('choice'))
  const card = page.locator('main article').first()
  await card.waitFor()
  await pictured(page.locator('main article'))
  for (const key of ['0', 'j', '0']) await page.keyboard.press(key)
  await clickTwice(page, card.getByRole('button', { name: /^确认/ }), 'main article')
  await looked(page)
  expect(await open('choice')).toBe(choices - 1)
  expectQuiet(visitor)
})

test('what is pressed twice before the answer is there is sent once', async () => {
  const { blockId } = readOnce(stage.world.underWay.blocks)
  const visitor = await stage.enter('marker2', `/marking?block_id=${blockId}`, IMPATIENT)
  const { page } = visitor
  await page.getByTestId('mark-total').waitFor()
  await page.keyboard.press('m')
  const field = page.getByLabel('消息内容')
  await field.fill('第二问跳步要扣分吗')
  // Two presses that waited while the page was busy.
  await field.evaluate((element) => {
    for (let press = 0; press < 2; press++)
      element.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
      )
  })
  await page.getByText('未读', { exact: true }).first().waitFor()
  await field.fill('谢谢')
  await page.keyboard.press('Enter')
  await page.getByText('谢谢').waitFor()
  const marker = await stage.world.signIn('marker2')
  const { list } = await marker.call(messagesGet, { query: { block_id: blockId } })
  expect(list.map(({ text }) => text)).toEqual(['第二问跳步要扣分吗', '谢谢'])
  expectQuiet(visitor)
})

/** A screen that paints late, with a page that is free meanwhile: so it is where a computer has other work to do. */
async function paintLate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const frame = window.requestAnimationFrame.bind(window)
    const ended = new Set<number>()
    // Numbers of frames that were asked for before are lower.
    let last = 1_000_000
    window.requestAnimationFrame = (work) => {
      const id = ++last
      setTimeout(() => frame((at) => ended.has(id) || work(at)), 400)
      return id
    }
    window.cancelAnimationFrame = (id) => void ended.add(id)
  })
}

/** Presses a key, and once more in the frame in which the next item is there with its picture. */
async function pressTwice(page: Page, key: string, shown: string): Promise<void> {
  await page.evaluate(
    ([name, selector]) => {
      const item = () => document.querySelector<HTMLElement>(selector)?.innerText
      const before = item()
      const pressed = new Promise<void>((done) => {
        const look = () => {
          const now = item()
          const isWaiting = document.querySelector('[aria-busy="true"]') !== null
          if (now === undefined || now === before || isWaiting) return requestAnimationFrame(look)
          const options = { key: name, bubbles: true, cancelable: true }
          document.body.dispatchEvent(new KeyboardEvent('keydown', options))
          return done()
        }
        look()
      })
      Object.assign(window, { pressedAgain: pressed })
    },
    [key, shown] as const,
  )
  await page.keyboard.press(key)
  await page.evaluate(() => (window as unknown as { pressedAgain: Promise<void> }).pressedAgain)
}

function readOnce<Block extends { subjectId: number; markMode: number }>(
  blocks: readonly Block[],
): Block {
  const found = blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 0,
  )
  if (!found) throw new Error('a block of mathematics is read once')
  return found
}
