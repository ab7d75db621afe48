import type { Db } from '@hengjuan/db'
import { selectRiskIds } from '../../marking-core/index.ts'

/** Examples of blocks that stand, with their papers as these are now, by flag and time. */
const standing = (db: Db) =>
  db
    .selectFrom('report_example as example')
    .innerJoin('unit', 'unit.id', 'example.unit_id')
    .innerJoin('block', 'block.id', 'example.block_id')
    .where('example.removed_at', 'is', null)
    .select(['example.id', 'example.block_id', 'example.unit_id', 'example.flag'])
    .select(['example.comment', 'example.published_at', 'example.images as seen_images'])
    .select(['unit.images', 'unit.final_milli', 'unit.final_reason', 'unit.school_id'])
    .select(['block.name as block_name', 'block.full_milli'])
    .orderBy('block.sort')
    .orderBy('example.id')

type ExampleRow = Awaited<ReturnType<typeof selectExamplesOfSubject>>[number]

/** What of a paper decides whether it may be an example. */
export type ExamplePaper = Pick<ExampleRow, 'unit_id' | 'images' | 'final_milli' | 'final_reason'>

export const selectExamplesOfBlock = (db: Db, blockId: number) =>
  standing(db)
    .innerJoin('user', 'user.id', 'example.published_by')
    .where('example.block_id', '=', blockId)
    .select('user.name as published_by')
    .execute()

export const selectExamplesOfSubject = (db: Db, examId: number, subjectId: number) =>
  standing(db)
    .where('block.exam_id', '=', examId)
    .where('block.subject_id', '=', subjectId)
    .execute()

/** Block id -> numbers of the questions that it answers, in order. */
export async function selectQuestionNos(
  db: Db,
  blockIds: readonly number[],
): Promise<Map<number, string[]>> {
  if (blockIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('score_point')
    .innerJoin('question', 'question.id', 'score_point.question_id')
    .where('score_point.block_id', 'in', [...new Set(blockIds)])
    .select(['score_point.block_id', 'question.no'])
    .orderBy('score_point.sort')
    .execute()
  const nos = new Map<number, string[]>()
  for (const { block_id, no } of rows) {
    const known = nos.get(block_id) ?? []
    if (!known.includes(no)) nos.set(block_id, [...known, no])
  }
  return nos
}

/**
 * Why papers can not be shown to others than those who mark, in Chinese, by unit; those that can are absent.
 *
 * @source domain rules 6.2, 6.3
 */
export async function selectUnfit(
  db: Db,
  papers: readonly ExamplePaper[],
): Promise<Map<number, string>> {
  const risks = await selectRiskIds(
    db,
    papers.map(({ unit_id }) => unit_id),
  )
  const reasonOf = (paper: ExamplePaper): string | null => {
    if (risks.has(paper.unit_id)) return '作答涉及情绪或安全风险'
    if (paper.final_milli === null) return '还没有终评分'
    if (paper.final_reason === 'MISCONDUCT' || paper.final_reason === 'VOID')
      return '已按违纪或作废处理'
    return paper.images === '[]' ? '没有图像' : null
  }
  return new Map(
    papers.flatMap((paper) => {
      const reason = reasonOf(paper)
      return reason === null ? [] : [[paper.unit_id, reason] as const]
    }),
  )
}
