import type { Db } from '@hengjuan/db'
import { AppError, RELEASE_BITS } from '@hengjuan/domain'
import {
  type BlockRules,
  findUnit,
  type ReadingRow,
  selectBlockRules,
  type UnitRow,
} from '../../marking-core/index.ts'
import { selectRelativesOf } from './avoided-pair.query.ts'

type Paper = Pick<UnitRow, 'block_id' | 'candidate_id' | 'released'>

/**
 * Who is kept from which of a block's papers as a relative; markers are kept from them by the dispatch,
 * leaders by this.
 *
 * @source domain rules 4.4 (5)
 */
export async function relativesOfPapers(
  db: Db,
  { block }: Pick<BlockRules, 'block'>,
  papers: readonly Paper[],
): Promise<(paper: Paper, userId: number) => boolean> {
  if (block.has_relatives === 0) return () => false
  const held = papers.filter(({ released }) => (released & RELEASE_BITS.relative) === 0)
  const relatives = await selectRelativesOf(db, block.exam_id, [
    ...new Set(held.map(({ candidate_id }) => candidate_id)),
  ])
  return ({ candidate_id, released }, userId) =>
    (released & RELEASE_BITS.relative) === 0 &&
    (relatives.get(candidate_id)?.includes(userId) ?? false)
}

/**
 * Why a score for a paper that left somebody's hands is not taken although nobody else has it yet: they were named as a
 * relative since. Null where they were not.
 *
 * @source domain rules 3.8, 4.4 (5)
 */
export async function whyKept(
  db: Db,
  { unit_id, block_id, marker_id }: Pick<ReadingRow, 'unit_id' | 'block_id' | 'marker_id'>,
): Promise<string | null> {
  const rules = await selectBlockRules(db, block_id)
  const paper = await findUnit(db, unit_id)
  const isKept = await relativesOfPapers(db, rules, [paper])
  return isKept(paper, marker_id) ? '按回避名单改由其他教师评阅' : null
}

/** @throws AppError MARKING_RELATIVE for somebody who must not decide this paper */
export async function assertNoRelative(db: Db, paper: Paper, userId: number): Promise<void> {
  const isKept = await relativesOfPapers(db, await selectBlockRules(db, paper.block_id), [paper])
  if (isKept(paper, userId)) throw new AppError('MARKING_RELATIVE')
}
