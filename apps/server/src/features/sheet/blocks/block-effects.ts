import type { Db } from '@hengjuan/db'
import { type PlannedBlock, sameRegions } from './block-plan.ts'

/** What a new division does to one block. */
export interface BlockEffect {
  block_key: string
  name: string
  kind: 'same' | 'added' | 'removed' | 'renamed' | 'recut' | 'rebound'
  papers: number
  marked: number
  message: string
  refusal: string | null
}

/** Papers of a block, how many of them carry a mark that counts, and how many are in somebody's hands just now. */
interface BlockWork {
  papers: number
  marked: number
  held: number
}

const NO_WORK: BlockWork = { papers: 0, marked: 0, held: 0 }

/**
 * Compares two divisions. Marks are given for a picture and for questions: where both stay, they stay; where
 * one changes, the papers of the block are marked again.
 *
 * @param work by block key
 * @source domain rules 5.4
 */
export function effectsOf(
  before: readonly PlannedBlock[],
  after: readonly PlannedBlock[],
  work: ReadonlyMap<string, BlockWork>,
): BlockEffect[] {
  const gone = before.filter(
    ({ block_key }) => !after.some((block) => block.block_key === block_key),
  )
  return [
    ...after.map((block): BlockEffect => {
      const old = before.find(({ block_key }) => block_key === block.block_key)
      const now = work.get(block.block_key) ?? NO_WORK
      const { papers, marked } = now
      const common = { block_key: block.block_key, name: block.name, papers, marked, refusal: null }
      if (!old) return { ...common, kind: 'added', message: '新的题块，需要安排阅卷教师' }
      if (!sameList(old.question_nos, block.question_nos))
        return { ...common, kind: 'rebound', message: lossOf('题目改变', now) }
      if (!sameRegions(old, block))
        return { ...common, kind: 'recut', message: lossOf('框改变', now) }
      return old.name === block.name
        ? { ...common, kind: 'same', message: '不变' }
        : { ...common, kind: 'renamed', message: `原名「${old.name}」，评分保留` }
    }),
    ...gone.map((block): BlockEffect => {
      const { papers, marked, held } = work.get(block.block_key) ?? NO_WORK
      return {
        block_key: block.block_key,
        name: block.name,
        kind: 'removed',
        papers,
        marked,
        message:
          papers > 0
            ? `题块及其阅卷安排一并删除；${papers} 份试卷移出阅卷，其中 ${marked} 份的评分作废，撤销后恢复${takenFrom(held)}`
            : '题块及其阅卷安排一并删除',
        refusal: null,
      }
    }),
  ]
}

const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

function lossOf(what: string, { papers, marked, held }: BlockWork): string {
  if (papers === 0) return `${what}，还没有试卷`
  const loss = marked === 0 ? '还没有评分' : `其中 ${marked} 份的评分作废，需要重新评阅`
  return `${what}，${papers} 份试卷重新裁切，${loss}${takenFrom(held)}`
}

/** What somebody is at just now goes as well. */
const takenFrom = (held: number): string =>
  held === 0 ? '' : `；${held} 份正在教师手中，从手中收回，没有提交的给分不计入`

/** Does a block go with papers? */
export const isTakenOut = ({ kind, papers }: BlockEffect): boolean =>
  kind === 'removed' && papers > 0

/** Does a block change what a marker sees or scores? */
export const isRemade = ({ kind }: BlockEffect): boolean => kind === 'recut' || kind === 'rebound'

/** Papers of every block of an exam subject, with those that a reading or decision settles, and those in hands. */
export async function selectBlockWork(
  db: Db,
  target: { examId: number; subjectId: number },
): Promise<Map<string, BlockWork>> {
  const rows = await db
    .selectFrom('unit')
    .innerJoin('block', 'block.id', 'unit.block_id')
    .where('unit.exam_id', '=', target.examId)
    .where('unit.subject_id', '=', target.subjectId)
    .select(['block.block_key', 'unit.id'])
    .select((eb) =>
      eb
        .or([
          eb('unit.final_milli', 'is not', null),
          eb.exists(
            eb
              .selectFrom('reading')
              .whereRef('reading.unit_id', '=', 'unit.id')
              .where('reading.state', 'in', ['submitted', 'rejected'])
              .select('reading.id'),
          ),
        ])
        .as('is_marked'),
    )
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('reading')
            .whereRef('reading.unit_id', '=', 'unit.id')
            .where('reading.state', '=', 'claimed')
            .select('reading.id'),
        )
        .as('is_held'),
    )
    .execute()
  const work = new Map<string, BlockWork>()
  for (const { block_key, is_marked, is_held } of rows) {
    const known = work.get(block_key) ?? NO_WORK
    work.set(block_key, {
      papers: known.papers + 1,
      // SQLite answers 1, PostgreSQL true.
      marked: known.marked + (is_marked ? 1 : 0),
      held: known.held + (is_held ? 1 : 0),
    })
  }
  return work
}
