import { randomBytes } from 'node:crypto'
import type { Db } from '@hengjuan/db'
import { DEFAULT_MARKING_PAGE, isObjectiveType, type SheetDesign } from '@hengjuan/domain'
import { fullMarkOf, type MarkingBlock } from '@hengjuan/sheet'

interface ExamSubject {
  examId: number
  subjectId: number
}

/**
 * Makes questions, blocks and score points of an exam subject follow a sheet's design and binds the
 * sheet to the subject. Blocks keep their marking settings and markers, questions their keys, as long as
 * key and number stay.
 *
 * Questions, and blocks with papers, may only go while nothing is scanned: units and answers refer to
 * these rows. The caller checks.
 */
export async function syncStructure(
  db: Db,
  target: ExamSubject & {
    sheet: { id: number; design: SheetDesign; blocks: readonly MarkingBlock[] }
  },
): Promise<void> {
  const { sheet } = target
  const blockIds = await syncBlocks(db, target, sheet.blocks)
  const questionIds = await syncQuestions(db, target, sheet, blockIds)
  await syncScorePoints(db, sheet.blocks, blockIds, questionIds)
  await removeGoneBlocks(db, target, blockIds)
  await db
    .updateTable('exam_subject')
    .set({ sheet_id: sheet.id, full_milli: fullMarkOf(sheet.design) })
    .where('exam_id', '=', target.examId)
    .where('subject_id', '=', target.subjectId)
    .execute()
}

async function syncBlocks(
  db: Db,
  { examId, subjectId }: ExamSubject,
  blocks: readonly MarkingBlock[],
): Promise<Map<string, number>> {
  const before = await selectBlocks(db, { examId, subjectId })
  const ids = new Map<string, number>()
  const hasRelatives = await db
    .selectFrom('avoided_pair')
    .select('id')
    .where('exam_id', '=', examId)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  for (const [sort, block] of blocks.entries()) {
    const values = {
      name: block.name,
      sort,
      full_milli: block.fullMilli,
      optional_policy: block.optional?.policy ?? 'by_mark',
    }
    const known = before.find(({ block_key }) => block_key === block.key)
    if (known) {
      await db.updateTable('block').set(values).where('id', '=', known.id).execute()
      ids.set(block.key, known.id)
      continue
    }
    const { id } = await db
      .insertInto('block')
      .values({
        ...values,
        exam_id: examId,
        subject_id: subjectId,
        block_key: block.key,
        mark_mode: 0,
        alloc_mode: 1,
        tolerance_milli: 0,
        compare_scope: 'total',
        combine: 'mean',
        round_step_milli: 0,
        round_mode: 'half_up',
        double_ratio: 100,
        salt: randomBytes(8).toString('hex'),
        status: 'setup',
        settings: JSON.stringify(DEFAULT_MARKING_PAGE),
        has_relatives: hasRelatives ? 1 : 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(block.key, id)
  }
  return ids
}

async function syncQuestions(
  db: Db,
  { examId, subjectId }: ExamSubject,
  { design, blocks }: { design: SheetDesign; blocks: readonly MarkingBlock[] },
  blockIds: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const blockOf = new Map(
    blocks.flatMap(({ key, questionNos }) => questionNos.map((no) => [no, blockIds.get(key)])),
  )
  const before = await db
    .selectFrom('question')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .selectAll()
    .execute()
  const ids = new Map<string, number>()
  const questions = design.sections.flatMap((section) => section.questions)
  for (const [sort, question] of questions.entries()) {
    const objective = isObjectiveType(question.type)
    const values = {
      sort,
      type: question.type,
      full_milli: question.fullMilli,
      option_count: objective ? (question.type === 13 ? 2 : (question.optionCount ?? 4)) : null,
      block_id: objective ? null : (blockOf.get(question.no) ?? null),
      optional_group: question.optionalGroup?.id ?? null,
      field_id: objective ? `choice:${question.no}` : null,
    }
    const known = before.find(({ no }) => no === question.no)
    if (known) {
      await db.updateTable('question').set(values).where('id', '=', known.id).execute()
      // A key of another type of question, or with letters that are gone, means nothing any more.
      if (known.type !== values.type || (known.option_count ?? 0) > (values.option_count ?? 0))
        await db.deleteFrom('answer_key').where('question_id', '=', known.id).execute()
      ids.set(question.no, known.id)
      continue
    }
    const { id } = await db
      .insertInto('question')
      .values({ exam_id: examId, subject_id: subjectId, no: question.no, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(question.no, id)
  }
  const gone = before.filter(({ no }) => !ids.has(no)).map(({ id }) => id)
  await deleteQuestions(db, gone)
  return ids
}

async function syncScorePoints(
  db: Db,
  blocks: readonly MarkingBlock[],
  blockIds: ReadonlyMap<string, number>,
  questionIds: ReadonlyMap<string, number>,
): Promise<void> {
  for (const block of blocks) {
    const blockId = blockIds.get(block.key)
    if (blockId === undefined) continue
    await db.deleteFrom('score_point').where('block_id', '=', blockId).execute()
    if (block.scorePoints.length === 0) continue
    await db
      .insertInto('score_point')
      .values(
        block.scorePoints.map((point, sort) => ({
          block_id: blockId,
          question_id: questionIds.get(point.questionNo) ?? null,
          name: point.name,
          sort,
          full_milli: point.fullMilli,
          step_milli: point.stepMilli,
        })),
      )
      .execute()
  }
}

async function removeGoneBlocks(
  db: Db,
  target: ExamSubject,
  blockIds: ReadonlyMap<string, number>,
): Promise<void> {
  const kept = new Set(blockIds.values())
  const gone = (await selectBlocks(db, target)).map(({ id }) => id).filter((id) => !kept.has(id))
  await deleteBlocks(db, gone)
}

/** Removes questions, blocks and keys of an exam subject and frees its sheet; not with scanned sheets. */
export async function dropStructure(db: Db, target: ExamSubject): Promise<void> {
  const questions = await db
    .selectFrom('question')
    .where('exam_id', '=', target.examId)
    .where('subject_id', '=', target.subjectId)
    .select('id')
    .execute()
  const blocks = await selectBlocks(db, target)
  if (blocks.length > 0)
    await db
      .deleteFrom('score_point')
      .where(
        'block_id',
        'in',
        blocks.map(({ id }) => id),
      )
      .execute()
  await deleteQuestions(
    db,
    questions.map(({ id }) => id),
  )
  await deleteBlocks(
    db,
    blocks.map(({ id }) => id),
  )
  await db
    .updateTable('exam_subject')
    .set({ sheet_id: null, full_milli: 0 })
    .where('exam_id', '=', target.examId)
    .where('subject_id', '=', target.subjectId)
    .execute()
  await freeSheets(db, target)
}

/** Sheets of the subject belong to no exam any more; `exceptId` stays. */
export const freeSheets = (db: Db, { examId, subjectId }: ExamSubject, exceptId = 0) =>
  db
    .updateTable('answer_sheet')
    .set({ exam_id: null })
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .where('id', '!=', exceptId)
    .execute()

const selectBlocks = (db: Db, { examId, subjectId }: ExamSubject) =>
  db
    .selectFrom('block')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .select(['id', 'block_key'])
    .execute()

async function deleteQuestions(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('answer_key').where('question_id', 'in', ids).execute()
  await db.deleteFrom('score_point').where('question_id', 'in', ids).execute()
  await db.deleteFrom('question').where('id', 'in', ids).execute()
}

async function deleteBlocks(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('block_marker').where('block_id', 'in', ids).execute()
  await db.deleteFrom('score_point').where('block_id', 'in', ids).execute()
  await db.deleteFrom('block').where('id', 'in', ids).execute()
}
