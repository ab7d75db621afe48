import {
  allocationMastersSet,
  blockMasterDetail,
  leaderList,
  markNext,
  markSubmit,
} from '@hengjuan/contracts'
import { ulid } from 'ulid'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { painted } from './mark-by-key.ts'
import { settle, shoot, tooWide } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
const LIST = '/MainPage/markPaper/markPage/arbitration-home/arbitration'
/** 冯雅琴, who leads another subject. */
const COLLEAGUE = 'leader-zh'

/** A block of mathematics that is read twice and arbitrated; its papers are read by nobody yet. */
function blockOf() {
  const block = stage.world.underWay.blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 1,
  )
  if (!block) throw new Error('a block of mathematics is read twice and arbitrated')
  return { ...block, examId: stage.world.underWay.exam.examId }
}

/** One marker gives full marks first; two others give none, until that many papers wait for arbitration. */
async function disagree(count: number): Promise<void> {
  const { blockId } = blockOf()
  const readOne = async (account: string, isFull: boolean): Promise<boolean> => {
    const marker = await stage.world.signIn(account)
    const { tasks } = await marker.call(markNext, { query: { block_id: blockId, n: 1 } })
    for (const task of tasks)
      await marker.call(markSubmit, {
        body: {
          block_id: blockId,
          reading_id: task.reading_id,
          idem_key: ulid(),
          scores: task.points.map(({ full_milli }) => (isFull ? full_milli : 0)),
          active_ms: 4000,
        },
      })
    return tasks.length > 0
  }
  let goesOn = true
  while (goesOn) goesOn = await readOne('marker1', true)
  while ((await waitingCodes('leader')).length < count) {
    const read = [await readOne('marker2', false), await readOne('marker4', false)]
    if (!read.includes(true)) throw new Error('the block has papers enough')
  }
}

async function waiting(account: string) {
  const leader = await stage.world.signIn(account)
  const { list } = await leader.call(leaderList, { query: { mode: 'arbitration' } })
  return list.filter(({ block_id }) => block_id === blockOf().blockId)
}

const waitingCodes = async (account: string): Promise<string[]> =>
  (await waiting(account)).map(({ secret_code }) => secret_code)

const codeOn = async (page: Page): Promise<string> =>
  (await page.getByText(/^密号/).first().innerText()).replace(/^密号\s*/, '')

test('an arbitration is handed over, sent back to its reader, decided, and a decision is withdrawn', async () => {
  const { blockId, examId } = blockOf()
  const director = await stage.world.signIn('director')
  const colleague = await stage.world.signIn(COLLEAGUE)
  const leader = await stage.world.signIn('leader')
  await director.call(allocationMastersSet, {
    body: { block_id: blockId, leader_ids: [leader.user.user_id, colleague.user.user_id] },
  })
  await disagree(4)
  const [handed] = await waitingCodes('leader')
  if (!handed) throw new Error('papers wait')

  // Handed over from the list.
  const mine = await stage.enter('leader', `${LIST}?block_id=${blockId}`)
  const list = mine.page.getByRole('grid', { name: '待仲裁试卷' })
  const row = list.getByRole('row').filter({ hasText: handed })
  await row.getByRole('button', { name: '转交' }).click()
  const dialog = mine.page.getByRole('dialog')
  expect(await dialog.getByRole('radio', { name: /转交 冯雅琴/ }).isChecked()).toBe(true)
  await settle(mine.page)
  await shoot(mine.page, LIST, 'hand-over')
  await dialog.getByRole('button', { name: '转交 1 份' }).click()
  await mine.page.getByText('已转交，对方会优先看到这份试卷').waitFor()
  await row.getByText('已转交 冯雅琴').waitFor()

  // It is the first of who got it, who sends it back to reader A with a word.
  const theirs = await stage.enter(COLLEAGUE, `${LIST}?block_id=${blockId}`)
  const got = theirs.page
    .getByRole('grid', { name: '待仲裁试卷' })
    .getByRole('row')
    .filter({ hasText: handed })
  await got.getByText('转交给您').waitFor()
  expect((await waitingCodes(COLLEAGUE))[0]).toBe(handed)
  await got.getByRole('button', { name: '仲裁' }).click()
  await painted(theirs.page)
  await theirs.page.keyboard.press('j')
  const back = theirs.page.getByRole('dialog')
  const send = back.getByRole('button', { name: '打回 1 份' })
  expect(await send.getAttribute('aria-disabled')).toBe('true')
  await back.getByLabel('原因').fill('第二问只写了结论，请按评分标准重看')
  // Loaded anew, the page has lost the dialog, but not the words.
  await theirs.page.reload()
  await painted(theirs.page)
  await theirs.page.keyboard.press('j')
  expect(await back.getByLabel('原因').inputValue()).toBe('第二问只写了结论，请按评分标准重看')
  await settle(theirs.page)
  await shoot(theirs.page, '/arbitration-marking', 'send-back')
  await send.click()
  await theirs.page.getByText('已打回评阅教师重评').waitFor()
  const reader = await stage.enter('marker1', `/marking?block_id=${blockId}`)
  await reader.page.getByText(/请重新评阅.*第二问只写了结论/).waitFor()

  // The colleague went on with the next paper: who opens it from an older list is told, and goes on as well.
  await painted(theirs.page)
  const held = await codeOn(theirs.page)
  const unit = (await waiting('leader')).find(({ secret_code }) => secret_code === held)
  await mine.page.goto(
    `/MainPage/markPaper/markPage/arbitration-marking?mode=arbitration&unit_id=${unit?.unit_id}&block_id=${blockId}`,
  )
  await mine.page.getByText('这份试卷正由 冯雅琴 仲裁，请处理其他试卷').waitFor()
  await settle(mine.page)
  await shoot(mine.page, '/arbitration-marking', 'held')
  await mine.page.getByRole('button', { name: '处理下一份' }).click()
  await painted(mine.page)
  const kept = await codeOn(mine.page)
  expect([handed, held]).not.toContain(kept)

  // It is decided. The page says so; undo takes it back at once, and what was given stands on the pad again.
  const desk = mine.page.getByTestId('leader-desk')
  const total = () => desk.getByTestId('mark-total').innerText()
  await mine.page.keyboard.press('Alt+1')
  const given = await total()
  // Left undecided it stays in hand with what is on its pad; behind the last paper the first comes again.
  const walked = [kept]
  do {
    await mine.page.keyboard.press(']')
    await desk.getByText(`密号 ${walked.at(-1)}`).waitFor({ state: 'detached' })
    await painted(mine.page)
    walked.push(await codeOn(mine.page))
    if (walked.length === 2) await shoot(mine.page, '/arbitration-marking', 'left-undecided')
  } while (walked.at(-1) !== kept && walked.length < 9)
  expect(walked.at(-1)).toBe(kept)
  expect(walked).not.toContain(held)
  expect(await total()).toBe(given)
  const left = (await waiting('leader')).filter(({ secret_code }) => walked.includes(secret_code))
  expect(left.map(({ held_by }) => held_by)).not.toContain(null)
  await mine.page.keyboard.press('Enter')
  const before = desk.getByRole('status', { name: '上一份的处理' })
  await before.getByText(`上一份 ${kept} 仲裁为`).waitFor()
  await expect.poll(() => waitingCodes('leader')).not.toContain(kept)
  await painted(mine.page)
  await settle(mine.page)
  await shoot(mine.page, '/arbitration-marking', 'decided')
  // What is begun on the next paper waits there as well.
  const next = await codeOn(mine.page)
  await mine.page.keyboard.press('Alt+2')
  const begun = await total()
  await before.getByRole('button', { name: '撤销' }).click()
  await desk.getByText(`密号 ${kept}`).waitFor()
  await expect.poll(total).toBe(given)
  await before.waitFor({ state: 'hidden' })
  expect(await waitingCodes('leader')).toContain(kept)
  await settle(mine.page)
  await shoot(mine.page, '/arbitration-marking', 'taken-back')
  await painted(mine.page)
  await mine.page.keyboard.press('Enter')
  await desk.getByText(`密号 ${next}`).waitFor()
  await expect.poll(total).toBe(begun)
  await before.getByText(`上一份 ${kept} 仲裁为`).waitFor()
  // With its key as well, where nothing was done on the paper yet; where something was, that goes first.
  await mine.page.keyboard.press('Control+z')
  await desk.getByText(`密号 ${kept}`).waitFor()
  await painted(mine.page)
  await mine.page.keyboard.press('Enter')
  await before.getByText(`上一份 ${kept} 仲裁为`).waitFor()
  await expect.poll(() => waitingCodes('leader')).not.toContain(kept)
  // Loaded anew, the page has the same paper, and what was begun on it.
  await desk.getByText(`密号 ${next}`).waitFor()
  await desk.getByRole('button', { name: '典型卷' }).click()
  await mine.page.reload()
  await desk.getByText(`密号 ${next}`).waitFor()
  await expect.poll(total).toBe(begun)
  const flag = desk.getByRole('button', { name: '典型卷' })
  await expect.poll(() => flag.getAttribute('aria-pressed')).toBe('true')

  // The decision is withdrawn with a reason from its record: the paper waits again.
  const supervising = await stage.enter(
    'leader',
    `/MarkingSupervision?exam_id=${examId}&block_id=${blockId}`,
  )
  const { page } = supervising
  await page.locator('label').filter({ hasText: '裁定记录' }).click()
  const record = page.getByRole('grid', { name: '裁定记录' }).getByRole('row')
  const decision = record.filter({ hasText: kept }).filter({ hasText: '仲裁' }).first()
  await decision.getByRole('button', { name: '撤销裁定' }).click()
  const asking = page.getByRole('dialog').filter({ hasText: '撤销 1 份裁定' })
  const confirm = asking.getByRole('button', { name: '撤销 1 份裁定' })
  expect(await confirm.getAttribute('aria-disabled')).toBe('true')
  await asking.getByLabel('撤销原因').fill('选错了一评的分')
  await page.reload()
  await page.locator('label').filter({ hasText: '裁定记录' }).click()
  await decision.getByRole('button', { name: '撤销裁定' }).click()
  expect(await asking.getByLabel('撤销原因').inputValue()).toBe('选错了一评的分')
  await shoot(page, '/MarkingSupervision', 'withdraw')
  await confirm.click()
  await page.getByText(/已撤销裁定，试卷现为「待仲裁」/).waitFor()
  await expect.poll(() => waitingCodes('leader')).toContain(kept)
  // Why stands beside what was done.
  await record.filter({ hasText: kept }).getByText('选错了一评的分').waitFor()
  await record.filter({ hasText: handed }).getByText('第二问只写了结论').waitFor()
  await shoot(page, '/MarkingSupervision', 'reasons')
  expect(await tooWide(page)).toEqual([])
  const { list: acts } = await leader.call(blockMasterDetail, {
    query: { exam_id: examId, block_id: blockId, limit: 50 },
  })
  expect(acts.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['arbitrate', 'reject', 'reopen']),
  )

  // A leader who read the paper goes on with another: asking for it again helps nobody.
  const [own] = await waiting('leader')
  const arbitrators = [leader, await stage.world.signIn('marker1')]
  await director.call(allocationMastersSet, {
    body: { block_id: blockId, leader_ids: arbitrators.map(({ user }) => user.user_id) },
  })
  const barred = await stage.enter(
    'marker1',
    `/MainPage/markPaper/markPage/arbitration-marking?mode=arbitration&unit_id=${own?.unit_id}&block_id=${blockId}`,
  )
  await barred.page.getByText('您评阅过这份试卷，不能担任它的仲裁人').waitFor()
  expect(await barred.page.getByRole('button', { name: '重试' }).count()).toBe(0)
  await shoot(barred.page, '/arbitration-marking', 'barred')
  await barred.page.getByRole('button', { name: '处理下一份' }).click()
  await barred.page.getByText('没有您可以仲裁的试卷了').waitFor()

  expectQuiet(mine, /status of 409/)
  expectQuiet(barred, /status of 403/)
  // Who leads no more is told so when the open page renews its hold, each minute.
  expectQuiet(theirs, /status of 403.*arbitration\/hold/)
  for (const visitor of [reader, supervising]) expectQuiet(visitor)
})
