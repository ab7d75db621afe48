import type { Db } from '@hengjuan/db'
import { ABSENT, type Milli, milli, NOT_SELECTED } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { selectBlockRules } from '../block/block-rules.query.ts'
import { bestOfBlock } from './best-of.ts'
import { bringInLine } from './bring-in-line.ts'
import { type CandidateOfSubject, makeUnit } from './make-unit.ts'
import { type Answers, choiceOnSheet, whyNoChoice } from './optional-choice.ts'
import { selectHandlings } from './sent-back.ts'
import { countBeforeInClass } from './serving-places.query.ts'
import { findCandidate, findUnitForSync, markJoint, selectBlockIds } from './sync-units.query.ts'
import { takeAway } from './take-away.ts'
import type { BlockImages } from './unit-images.ts'

/** The mark that stands on the paper: null while it is in doubt, absent where papers are marked here. */
const offlineMarkOf = (answers: Answers, key: string): Milli | null | undefined => {
  const written = answers[`score:${key}`]
  if (written === undefined) return undefined
  const [points] = written.answer ?? []
  return points === undefined ? null : milli(Number(points))
}

/**
 * Brings the units of a candidate in line with the sheet, its crops and the optional choices. Call it in
 * the transaction that changed one of them; repeating it changes nothing.
 *
 * @param blocks what can be seen of each block, by block key; empty for a candidate without a sheet
 *
 * Images of a new cut of the same sheet replace the old ones and leave marks alone, but not that the old ones were
 * found blank; another sheet or another optional question sets aside what was read, because it was read of something
 * else. Without a sheet,
 * or absent, units without a final mark leave marking; those that were read keep their readings and are
 * flagged. What was sent back to cutting waits until it is sent on; if its images changed meanwhile, what
 * was read of them is void.
 *
 * @returns units that somebody had in hand until then
 * @throws AppError MARKING_UNIT_LOCKED when a published mark would have to be voided
 * @source domain rules 3.7, 3.10, 5.4
 */
export async function syncUnits(
  db: Db,
  services: Services,
  target: CandidateOfSubject,
  blocks: ReadonlyMap<string, BlockImages>,
): Promise<number[]> {
  const { examId, subjectId, candidateId } = target
  const candidate = await findCandidate(db, examId, subjectId, candidateId)
  if (!candidate) return []
  const away = candidate.attendance === ABSENT || candidate.attendance === NOT_SELECTED
  const answers = JSON.parse(candidate.answers ?? '{}') as Answers
  const handlings = await selectHandlings(db, target)
  const { class_id: classId, school_id: schoolId } = candidate
  /** Of new papers only: it asks the roster. */
  let nth: number | null = null
  const anySheet = [...blocks.values()].find(({ sheetId }) => sheetId !== null)?.sheetId ?? null
  const taken: number[] = []

  for (const { id: blockId, block_key: key } of await selectBlockIds(db, examId, subjectId)) {
    let unit = await findUnitForSync(db, blockId, candidateId)
    const block = blocks.get(key)
    const sheetId = away ? null : (block?.sheetId ?? anySheet)
    if (sheetId === null) {
      if (unit && (await takeAway(db, services, unit))) taken.push(unit.id)
      continue
    }
    const rules = await selectBlockRules(db, blockId)
    if (!unit) {
      nth ??= await countBeforeInClass(db, { ...target, classId })
      unit = await makeUnit(db, services, rules, { ...target, classId, schoolId, nth })
    }
    if (schoolId !== candidate.holder_id && rules.block.is_joint === 0)
      await markJoint(db, rules.block)
    const isTaken = await bringInLine(db, services, rules, unit, {
      sheetId,
      images: block?.images ?? [],
      complete: block !== undefined && (block.complete || block.lost),
      lost: block !== undefined && block.lost && !block.complete,
      blank: block?.blank === true,
      handling: handlings.get(unit.id),
      choice: choiceOnSheet(rules, answers),
      whyNoChoice: rules.optional ? whyNoChoice(rules.optional, answers) : '',
      bestOf: bestOfBlock(rules),
      offline: offlineMarkOf(answers, key),
    })
    if (isTaken) taken.push(unit.id)
  }
  return taken
}
