import { blockSettingsGet, candidateList, markNext, markSubmit } from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { openMarking } from '../scripts/demo/open-marking.ts'
import { painted, typeScore } from './mark-by-key.ts'
import { scanSheets } from './sheet-pile.ts'
import { settle, shoot, tooWide } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage('shared')
const PHYSICS = 4
const LEADER_DESK = '/MainPage/markPaper/markPage/arbitration-marking?mode=problem'

/** Questions 2 to 4, of which two are answered; what three candidates fill in of that. */
async function openBlock() {
  const points = (no: number) =>
    [1, 2].map((part) => ({ name: `第${no}题（${part}）`, fullMilli: 4000, stepMilli: 1000 }))
  const { examId } = await scanSheets(stage.world, {
    name: '选做两题',
    subjectId: PHYSICS,
    mode: 1,
    design: {
      title: '高二物理随堂测试',
      subjectName: '物理',
      paper: 'A4',
      examNoDigits: 8,
      numberStyle: 'bubble',
      notices: [],
      sections: [
        { title: '一、选择题', questions: [{ no: '1', type: 1, fullMilli: 4000, optionCount: 4 }] },
        {
          title: '二、选做题（从第2—4题中任选两题）',
          questions: [2, 3, 4].map((no) => ({
            no: String(no),
            type: 10 as const,
            fullMilli: 8000,
            blockKey: '2-4',
            optionalGroup: { id: 'A', choose: 2 },
            scorePoints: points(no),
          })),
        },
      ],
    },
    keys: { 1: ['B'] },
    filled: [['2'], ['2', '3'], ['2', '3']].map((chosen) => ({
      choices: { 1: ['B'] },
      optional: { A: chosen },
      writing: { '2-4': 0.6 },
    })),
  })
  const director = await stage.world.signIn('director')
  const target = { examId, subjectId: PHYSICS }
  await openMarking(director, { ...target, candidates: 3, leader: 'leader' })
  const { blocks } = await director.call(blockSettingsGet, {
    query: { exam_id: examId, subject_id: PHYSICS },
  })
  const [block] = blocks
  if (!block) throw new Error('the sheet has one block')
  return { blockId: block.block_id, examId }
}

const choice = (page: Page, no: number) =>
  page.getByRole('group', { name: '选做题号' }).getByRole('checkbox', { name: `第${no}题` })

test('markers see which optional questions a paper is marked for, and its leader says which two it are', async () => {
  const { blockId, examId } = await openBlock()
  const desk = await stage.enter('marker1', `/marking?block_id=${blockId}`)
  await painted(desk.page)
  await desk.page.getByText('选做题，按 第2、3题 评阅。作答的是其他题，请提交问题卷。').waitFor()
  await settle(desk.page)
  await shoot(desk.page, '/marking', 'optional')
  await desk.page.getByText('网格').click()
  await desk.page
    .getByTestId('grid')
    .getByText(/^第2、3题 /)
    .first()
    .waitFor()
  expectQuiet(desk)

  // One candidate filled in one number only.
  const led = await stage.enter('leader', `${LEADER_DESK}&block_id=${blockId}`)
  const { page } = led
  await painted(page)
  await page.getByText('选做题号只填涂了第2题，应选做 2 题').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('请先选择考生作答的选做题（2 道）').waitFor()
  await choice(page, 4).check()
  await choice(page, 2).check()
  // A third one is not taken.
  await choice(page, 3).click({ force: true })
  expect(await choice(page, 3).isChecked()).toBe(false)
  await page.getByText('要改选请先取消一题').waitFor()
  await settle(page)
  await shoot(page, '/arbitration-marking', 'optional')
  expect(await tooWide(page)).toEqual([])
  for (const score of [3, 2]) await typeScore(page, score)
  // What was given to a question that stays chosen stays, also over a reload.
  await choice(page, 4).uncheck()
  await choice(page, 3).check()
  await page.reload()
  await painted(page)
  await expect.poll(() => page.getByTestId('mark-total').innerText()).toBe('5')
  expect(await choice(page, 3).isChecked()).toBe(true)
  for (const score of [4, 1]) await typeScore(page, score)
  await page.keyboard.press('Enter')
  await page.getByText('给 10 分').waitFor()

  // Another answered 2 and 4, though 2 and 3 are filled in.
  const marker = await stage.world.signIn('marker2')
  const { tasks } = await marker.call(markNext, { query: { block_id: blockId, n: 1 } })
  await marker.call(markSubmit, {
    body: {
      block_id: blockId,
      reading_id: tasks[0]?.reading_id ?? 0,
      idem_key: ulid(),
      problem: { reason: 'other', note: '填涂第3题，作答第4题' },
    },
  })
  await page.goto(`${LEADER_DESK}&block_id=${blockId}`)
  await painted(page)
  await page.getByText('填涂第3题，作答第4题').waitFor()
  expect(await choice(page, 3).isChecked()).toBe(true)
  await choice(page, 3).uncheck()
  await choice(page, 4).check()
  for (const score of [1, 2, 3, 4]) await typeScore(page, score)
  await page.keyboard.press('Enter')
  const before = page
    .getByRole('status', { name: '上一份的处理' })
    .or(page.getByText('已全部处理完'))
  await before.first().waitFor()
  await page.getByText('给 10 分').waitFor()
  expectQuiet(led)

  // Where a sheet was read wrongly, its numbers can be set right like any other answer.
  const director = await stage.world.signIn('director')
  const { list } = await director.call(candidateList, { query: { exam_id: examId } })
  const [first] = list.toSorted((a, b) => a.exam_no.localeCompare(b.exam_no))
  const result = await stage.enter(
    'director',
    `/MainPage/error-home/candidate-result?exam_id=${examId}&subject_id=${PHYSICS}&candidate_id=${first?.candidate_id}`,
  )
  const numbers = result.page.getByRole('group', { name: '选做题号的选项' })
  await numbers.getByRole('button', { name: /^3/ }).click()
  await result.page.getByText('2、3', { exact: true }).waitFor()
  await result.page.getByText('这个题块已有的评阅作废，重新评阅').waitFor()
  await settle(result.page)
  await shoot(result.page, '/candidate-result', 'optional')
  await result.page.getByPlaceholder(/修改原因/).fill('机器读错')
  await result.page.keyboard.press('Control+Enter')
  await expect
    .poll(() => numbers.getByRole('button', { name: /^3/ }).getAttribute('aria-pressed'))
    .toBe('true')
  await result.page.getByText('选做题号：确认 2、3（机器读错）').first().waitFor()
  expectQuiet(result)
})
