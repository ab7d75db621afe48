import {
  benchmarkDefinitive,
  benchmarkMark,
  benchmarkPapers,
  benchmarkScriptSet,
  blockSettingsSet,
  qualificationResults,
  rubricGet,
  rubricSet,
} from '@hengjuan/contracts'
import type { BenchmarkKind } from '@hengjuan/domain'
import type { Page } from 'playwright-core'
import type { MarkedBlock } from '../scripts/demo/open-marking.ts'
import { painted, typeScore } from './mark-by-key.ts'
import type { TestStage } from './stage.ts'

const MATHEMATICS = 2
/** Papers of a qualification set, and what every script is agreed to be worth. */
export const SET = 2
export const AGREED = 6
/** What the rubric gives as much for; it has the first key of entries. */
export const ENTRY = '公式与代入正确'
export const REASON = '第二步漏了负号，扣一半'

/** One script to practise on, and three sets of two to qualify with, all worth the same. */
export async function prepareSets(stage: TestStage): Promise<void> {
  const on = { block_id: trialBlock(stage).blockId }
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
}

/** Whole points only, so that one key is one score. */
export function trialBlock({ world }: TestStage): MarkedBlock {
  const found = world.underWay.blocks.find(
    ({ subjectId, markMode, points }) =>
      subjectId === MATHEMATICS && markMode === 0 && points.length === 1,
  )
  if (!found) throw new Error('a block of mathematics is read once')
  return found
}

/** The paper with this number is on the desk, and nothing is typed yet. */
export async function atPlace(page: Page, place: string): Promise<void> {
  await page.getByTestId('trial-place').getByText(place, { exact: true }).waitFor()
  await page.getByTestId('mark-total').getByText('–', { exact: true }).waitFor()
  await painted(page)
}

export async function give(page: Page, score: number): Promise<void> {
  await typeScore(page, score)
  await page.getByTestId('mark-total').getByText(String(score), { exact: true }).waitFor()
  await page.keyboard.press('Enter')
}

export async function giveSet(page: Page, score: number): Promise<void> {
  for (let at = 1; at <= SET; at += 1) {
    await atPlace(page, `定标 第 ${at} / ${SET} 份`)
    await give(page, score)
  }
}

export async function resultOf(stage: TestStage, name: string) {
  const leader = await stage.world.signIn('leader')
  const { list } = await leader.call(qualificationResults, {
    query: { block_id: trialBlock(stage).blockId },
  })
  const result = list.find((row) => row.name === name)
  if (!result) throw new Error(`${name} marks this block`)
  return result
}
