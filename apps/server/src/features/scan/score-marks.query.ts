import type { Db } from '@hengjuan/db'
import { legalTotals, WRITTEN_TOTAL } from '@hengjuan/domain'
import type { Scope } from './facts.query.ts'
import type { PagePlan } from './judge/facts.ts'
import { withLegalMarks } from './judge/page-plan.ts'

/** A block whose mark is written on paper. */
export interface MarkedBlock {
  name: string
  fullMilli: number
  /** Marks that it may get, thousandths, ascending. */
  legal: number[]
}

/** The blocks of a subject by key. */
export async function selectMarkedBlocks(db: Db, scope: Scope): Promise<Map<string, MarkedBlock>> {
  const rows = await db
    .selectFrom('block')
    .innerJoin('score_point', 'score_point.block_id', 'block.id')
    .where('block.exam_id', '=', scope.examId)
    .where('block.subject_id', '=', scope.subjectId)
    .select(['block.block_key', 'block.name', 'block.full_milli as block_full'])
    .select(['score_point.name as point', 'score_point.full_milli', 'score_point.step_milli'])
    .orderBy('score_point.sort')
    .execute()
  const blocks = new Map<string, MarkedBlock>(
    [...Map.groupBy(rows, ({ block_key }) => block_key)].map(([key, points]) => {
      const [{ name, block_full: fullMilli } = { name: key, block_full: 0 }] = points
      const grid = points.map(({ point, full_milli, step_milli }) => ({
        name: point,
        fullMilli: full_milli,
        stepMilli: step_milli,
      }))
      return [key, { name, fullMilli, legal: legalTotals(grid, fullMilli) }]
    }),
  )
  return blocks.set(WRITTEN_TOTAL, totalOf([...blocks.values()]))
}

const HALF = 500

/** What may be written as the total: anything up to what the blocks are worth, in halves where one of them is. */
function totalOf(blocks: readonly MarkedBlock[]): MarkedBlock {
  const fullMilli = blocks.reduce((sum, one) => sum + one.fullMilli, 0)
  const step = blocks.every(({ legal }) => legal.every((mark) => mark % 1000 === 0)) ? 1000 : HALF
  const legal = Array.from({ length: Math.floor(fullMilli / step) + 1 }, (_, at) => at * step)
  return { name: '各题总分', fullMilli, legal }
}

/** Are marks written on the paper of this sheet? */
export const hasMarks = (plan: readonly PagePlan[]): boolean =>
  plan.some(({ scores }) => scores.size > 0)

/** The plan with the marks that each block may get. */
export async function planWithMarks(
  db: Db,
  scope: Scope,
  plan: readonly PagePlan[],
): Promise<readonly PagePlan[]> {
  if (!hasMarks(plan)) return plan
  const blocks = await selectMarkedBlocks(db, scope)
  return withLegalMarks(plan, new Map([...blocks].map(([key, { legal }]) => [key, new Set(legal)])))
}
