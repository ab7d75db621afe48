import {
  blockSettingsGet,
  candidateList,
  markNext,
  markSubmit,
  scoreInspectDetail,
} from '@hengjuan/contracts'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { openMarking } from '../scripts/demo/open-marking.ts'
import { painted } from './mark-by-key.ts'
import { scanSheets } from './sheet-pile.ts'
import { settle, shoot, tooWide } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage('shared')
const PHYSICS = 4
/** What is given to questions 2 and 3, of two points each; the better one counts. */
const GIVEN = [3000, 1000, 2000, 1000]

/** One paper with two optional questions, both of them marked. */
async function markOne() {
  const { world } = stage
  const { examId } = await scanSheets(world, {
    name: '选做取最高',
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
          title: '二、选做题',
          questions: [2, 3].map((no) => ({
            no: String(no),
            type: 10 as const,
            fullMilli: 8000,
            blockKey: '2-3',
            optionalGroup: { id: 'A', choose: 1, policy: 'mark_all_take_best' as const },
            scorePoints: [1, 2].map((part) => ({
              name: `第${no}题（${part}）`,
              fullMilli: 4000,
              stepMilli: 1000,
            })),
          })),
        },
      ],
    },
    keys: { 1: ['B'] },
    filled: [{ choices: { 1: ['B'] }, optional: { A: ['2'] }, writing: { '2-3': 0.6 } }],
  })
  const director = await world.signIn('director')
  const on = { exam_id: examId, subject_id: PHYSICS }
  await openMarking(director, { examId, subjectId: PHYSICS, candidates: 1, leader: 'leader' })
  const { blocks } = await director.call(blockSettingsGet, { query: on })
  const block_id = blocks[0]?.block_id ?? 0
  for (const account of ['marker1', 'marker2']) {
    const marker = await world.signIn(account)
    const { tasks } = await marker.call(markNext, { query: { block_id, n: 1 } })
    for (const { reading_id } of tasks)
      await marker.call(markSubmit, {
        body: { block_id, reading_id, idem_key: ulid(), scores: GIVEN },
      })
  }
  const { list } = await director.call(candidateList, { query: { exam_id: examId } })
  const candidate = { ...on, candidate_id: list[0]?.candidate_id ?? 0 }
  const marked = async () => {
    const { blocks: all } = await director.call(scoreInspectDetail, { query: candidate })
    return [all[0]?.final_milli, all[0]?.final_points]
  }
  return { block_id, candidate, marked }
}

test('of optional questions that are all marked a checker sees which count, and corrects by keys', async () => {
  const { block_id, candidate, marked } = await markOne()
  const { exam_id, candidate_id } = candidate
  expect(await marked()).toEqual([4000, GIVEN])

  const spot = await stage.enter('admin', `/spot-check?exam_id=${exam_id}&block_id=${block_id}`)
  const { page } = spot
  await painted(page)
  await page.getByText('全部评阅，计得分最高的 1 题').waitFor()
  const points = page.getByRole('list', { name: '各给分点' }).getByRole('listitem')
  const aside = points.filter({ hasText: '不计入' })
  expect(await aside.count()).toBe(2)
  await aside.filter({ hasText: '第3题（1）' }).waitFor()
  // A total alone moves what counts, and leaves the other question as it was given.
  await page.keyboard.press('5')
  await points.filter({ hasText: '第2题（2）' }).getByText('1 →').waitFor()
  expect(await points.filter({ hasText: '→' }).count()).toBe(1)
  await settle(page)
  await shoot(page, '/spot-check', 'best-of')
  expect(await tooWide(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(marked).toEqual([5000, [3000, 2000, 2000, 1000]])
  await page.getByText('记录', { exact: true }).click()
  await page.getByRole('grid').getByRole('row').nth(1).click()
  await page.getByText('计得分最高的 1 题：第2题（1） 3、第2题（2） 2').waitFor()
  expectQuiet(spot)

  // The question that counted loses its points: the other one steps in.
  const check = await stage.enter(
    'admin',
    `/score-check?exam_id=${exam_id}&subject_id=${PHYSICS}&candidate_id=${candidate_id}`,
  )
  await check.page.getByRole('button', { name: '复核这一题' }).click()
  const editor = check.page.getByRole('form', { name: /^复核/ })
  for (const part of [1, 2])
    await editor.getByLabel(new RegExp(`第2题（${part}）$`)).selectOption('0')
  await editor.getByText('5 → 3').waitFor()
  await editor.getByLabel('复核理由').fill('第2题抄错题')
  await settle(check.page)
  await shoot(check.page, '/score-check', 'best-of')
  await editor.getByLabel('复核理由').press('Enter')
  await check.page.getByText('降分待确认').waitFor()
  expectQuiet(check)
})
