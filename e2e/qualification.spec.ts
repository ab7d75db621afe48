import {
  benchmarkDefinitive,
  benchmarkMark,
  benchmarkPapers,
  benchmarkScriptSet,
  blockSettingsSet,
  ownTasks,
  qualificationResults,
  rubricGet,
  rubricSet,
} from '@hengjuan/contracts'
import type { BenchmarkKind } from '@hengjuan/domain'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { MarkedBlock } from '../scripts/demo/marking.ts'
import { codeNow, painted, paper, pressForNext, typeScore } from './mark-by-key.ts'
import { shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
const TASKS = '/MainPage/markPaper/markPage/unfinishList'
/** Papers of a qualification set, and what every script is agreed to be worth. */
const SET = 2
const AGREED = 6
/** What the rubric gives as much for; it has the first key of entries. */
const ENTRY = '公式与代入正确'
const REASON = '第二步漏了负号，扣一半'

/** One script to practise on, and three sets of two to qualify with, all worth the same. */
beforeAll(async () => {
  const on = { block_id: block().blockId }
  const leader = await stage.world.signIn('leader')
  const admin = await stage.world.signIn('admin')
  await admin.call(blockSettingsSet, {
    body: {
      exam_id: stage.world.underWay.exam.examId,
      subject_id: MATHEMATICS,
      blocks: [{ ...on, qualify: 1, qualify_count: SET }],
    },
  })
  const { version, points } = await leader.call(rubricGet, { query: on })
  const entry = { point_id: points[0]?.id ?? 0, text: ENTRY, milli: AGREED * 1000 }
  await leader.call(rubricSet, {
    body: { ...on, base_version: version, text: '', entries: [entry] },
  })
  const kinds: BenchmarkKind[] = ['practice', ...Array(3 * SET).fill('calibration')]
  for (const kind of kinds) {
    const { list } = await leader.call(benchmarkPapers, { query: on })
    const unit_id = list[0]?.unit_id ?? 0
    const { script_id } = await leader.call(benchmarkScriptSet, { body: { ...on, unit_id, kind } })
    const script = { ...on, script_id, scores: [AGREED * 1000] }
    await leader.call(benchmarkMark, { body: script })
    await leader.call(benchmarkDefinitive, { body: { ...script, comments: [REASON], alone: 1 } })
  }
})

test('a teacher practises, fails a set, passes the next one on other papers, and only then marks', async () => {
  // Without qualification there is no paper; the page says so and leads to where it is done.
  const visitor = await stage.enter('marker1', `/marking?block_id=${block().blockId}`)
  const { page } = visitor
  await page.getByText('阅卷前请先通过定标').waitFor()
  await page.getByRole('link', { name: '去试评与定标' }).press('Enter')

  await atPlace(page, '试评 第 1 / 1 份')
  // Practice tells at once what is agreed, and why; it goes on by the same key.
  await page.keyboard.press('Enter')
  await page.getByText(/未给分/).waitFor()
  await give(page, AGREED - 3)
  const feedback = page.getByTestId('trial-feedback')
  await feedback.getByText('超出允许范围').waitFor()
  await feedback.getByText('比标准分低 3 分').waitFor()
  await feedback.getByText(REASON).waitFor()
  await page.keyboard.press('Enter')

  // Of a set nothing is told before its end.
  await atPlace(page, `定标 第 1 / ${SET} 份`)
  await give(page, 0)
  await atPlace(page, `定标 第 2 / ${SET} 份`)
  expect(await feedback.count()).toBe(0)
  await give(page, 0)
  await page.getByText('这一套定标没有通过').waitFor()
  await page.getByText(`第 1 次：${SET} 份中 0 份合格，平均低 ${AGREED} 分，✕ 未通过`).waitFor()
  // A reload loses nothing of it.
  await page.reload()
  await atPlace(page, `定标 第 1 / ${SET} 份`)
  await giveSet(page, AGREED)
  await page.getByText('定标已通过').waitFor()

  const result = await resultOf('陈思远')
  expect(result).toMatchObject({ state: 'passed', practice_done: 1 })
  expect(result.events.map(({ kind }) => kind)).toEqual(['fail', 'pass'])
  const codes = result.trials.filter(({ round }) => round > 0).map((one) => one.secret_code)
  expect(new Set(codes).size, 'papers of the second set are others').toBe(2 * SET)

  // What was given in trials is no reading: the first live paper is the first that counts.
  const marker = await stage.world.signIn('marker1')
  const done = async () =>
    (await marker.call(ownTasks, { query: {} })).find((row) => row.block_id === block().blockId)
      ?.marking_count
  expect(await done()).toBe(0)
  await page.getByRole('link', { name: '开始阅卷' }).press('Enter')
  await painted(page)
  expect(codes.map((code) => `密号 ${code}`)).not.toContain(await codeNow(page))
  await typeScore(page, AGREED)
  await pressForNext(page, 'Enter')
  await expect.poll(done).toBe(1)
  expectQuiet(visitor)
})

test('who fails twice waits; the leader sees every score, writes a word, and allows one more set', async () => {
  const visitor = await stage.enter('marker2', TASKS)
  const { page } = visitor
  const row = page
    .getByRole('row')
    .filter({ hasText: block().name })
    .filter({ hasText: '数学' })
    .filter({ hasText: '高二' })
  await row.getByText('未完成定标').waitFor()
  await row.getByRole('button', { name: /定标/ }).click()
  await atPlace(page, '试评 第 1 / 1 份')
  await painted(page)
  await page.keyboard.press('Shift+Digit1')
  await page.keyboard.press('Enter')
  await page.getByText('与标准分一致').waitFor()
  await page.keyboard.press('Enter')
  await giveSet(page, 0)
  await page.getByRole('button', { name: '开始第 2 次定标' }).press('Enter')
  await giveSet(page, 0)
  await page.getByText('定标没有通过，请等待题组长决定').waitFor()

  const leading = await stage.enter(
    'leader',
    `/benchmark?block_id=${block().blockId}&tab=qualification`,
  )
  await leading.page
    .getByRole('row')
    .filter({ hasText: '李慧敏' })
    .getByRole('button', { name: '请决定' })
    .click()
  const scores = leading.page.getByRole('table', { name: '各份给分' }).getByRole('row')
  await expect.poll(() => scores.count()).toBe(1 + 1 + 2 * SET)
  await scores.getByText(`依据：${ENTRY}`).waitFor()
  await shoot(leading.page, '/benchmark', 'trial-entries')
  // To let somebody mark without passing needs a reason.
  expect(
    await leading.page.getByRole('button', { name: '准许阅卷' }).getAttribute('aria-disabled'),
  ).toBe('true')
  await leading.page.getByLabel('说明').fill('请先看评分标准第 2 条')
  await leading.page.getByRole('button', { name: '准许再试一次' }).click()
  await leading.page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: '刷新' }).press('Enter')
  await page.getByText('题组长的话：请先看评分标准第 2 条').waitFor()
  await page.getByRole('button', { name: '开始第 3 次定标' }).press('Enter')
  await giveSet(page, AGREED)
  await page.getByText('定标已通过').waitFor()
  expect((await resultOf('李慧敏')).events.map(({ kind }) => kind)).toEqual([
    'fail',
    'fail',
    'repeat',
    'pass',
  ])
  expectQuiet(visitor)
  expectQuiet(leading)
})

/** Whole points only, so that one key is one score. */
function block(): MarkedBlock {
  const found = stage.world.underWay.blocks.find(
    ({ subjectId, markMode, points }) =>
      subjectId === MATHEMATICS && markMode === 0 && points.length === 1,
  )
  if (!found) throw new Error('a block of mathematics is read once')
  return found
}

/** The paper with this number is on the desk, and nothing is typed yet. */
async function atPlace(page: Page, place: string): Promise<void> {
  await page.getByTestId('trial-place').getByText(place, { exact: true }).waitFor()
  await page.getByTestId('mark-total').getByText('–', { exact: true }).waitFor()
  await paper(page).waitFor()
}

async function give(page: Page, score: number): Promise<void> {
  await typeScore(page, score)
  await page.getByTestId('mark-total').getByText(String(score), { exact: true }).waitFor()
  await page.keyboard.press('Enter')
}

async function giveSet(page: Page, score: number): Promise<void> {
  for (let at = 1; at <= SET; at += 1) {
    await atPlace(page, `定标 第 ${at} / ${SET} 份`)
    await give(page, score)
  }
}

async function resultOf(name: string) {
  const leader = await stage.world.signIn('leader')
  const { list } = await leader.call(qualificationResults, {
    query: { block_id: block().blockId },
  })
  const result = list.find((row) => row.name === name)
  if (!result) throw new Error(`${name} marks this block`)
  return result
}
