import type { Db, Tables } from '@hengjuan/db'
import { AppError, type SheetDesign } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { markingBlocks } from '../blocks/block-plan.ts'
import { blocksOfSheet } from '../blocks/stored-blocks.ts'
import { countScannedSheets } from '../scan-count.query.ts'
import { userName } from '../sheet-state.ts'
import { isMarkedHere } from '../sheet-type.ts'
import { dropStructure, syncStructure } from '../sync-structure.ts'
import { assertNotReleased } from '../sheet-binding.ts'

type Sheet = Selectable<Tables['answer_sheet']>
type Block = Selectable<Tables['block']>
type Marker = Selectable<Tables['block_marker']>
type Key = Selectable<Tables['answer_key']>

/** What an exam subject loses with its sheet, by what identifies it when it is made again. */
interface Trash {
  examId: number
  subjectId: number
  keys: (Omit<Key, 'id' | 'question_id'> & { no: string })[]
  blocks: Omit<Block, 'id' | 'exam_id' | 'subject_id'>[]
  markers: (Omit<Marker, 'id' | 'block_id'> & { block_key: string })[]
}

interface Dependents {
  depends: string[]
  refusal: string | null
}

/** What goes with a sheet when it is deleted, and why it cannot be. */
export async function dependentsOf(db: Db, sheet: Sheet): Promise<Dependents> {
  const depends: string[] = []
  const copies = await db
    .selectFrom('answer_sheet')
    .where('source_id', '=', sheet.id)
    .where('deleted_at', 'is', null)
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  if (Number(copies.n) > 0)
    depends.push(`由它复用出的 ${Number(copies.n)} 份答题卡不受影响，只是不再显示来源的更新`)
  if (sheet.is_template === 1) depends.push('它是模板，删除后不能再从模板中选用')
  const locker = sheet.locked_by === null ? null : await userName(db, sheet.locked_by)
  let refusal = locker === null ? null : `已由 ${locker} 锁定，请先解锁`
  if (sheet.exam_id !== null && sheet.subject_id !== null) {
    const target = { examId: sheet.exam_id, subjectId: sheet.subject_id }
    const exam = await db
      .selectFrom('exam')
      .where('id', '=', target.examId)
      .select(['name', 'published_snapshot_id'])
      .executeTakeFirst()
    const { keys, blocks, markers } = await collect(db, target)
    depends.unshift(
      `「${exam?.name ?? ''}」的这个科目，删除后没有答题卡`,
      ...(keys.length > 0 ? [`${new Set(keys.map(({ no }) => no)).size} 道题的答案`] : []),
      ...(blocks.length > 0 ? [`${blocks.length} 个题块及其阅卷设置`] : []),
      ...(markers.length > 0 ? [`${markers.length} 条阅卷教师安排`] : []),
    )
    const scanned = await countScannedSheets(db, {
      examId: target.examId,
      subjectIds: [target.subjectId],
    })
    if (scanned > 0) refusal = `已有 ${scanned} 张扫描件使用这份答题卡，不能删除`
    if (exam?.published_snapshot_id != null) refusal = '这场考试的成绩已经发布，不能删除'
  }
  return { depends, refusal }
}

/**
 * Deletes a sheet and what its exam subject took from it, keeping what undoing it needs.
 *
 * @throws AppError SHEET_LOCKED, SHEET_IN_USE, EXAM_PUBLISHED
 */
export async function deleteSheet(
  services: Services,
  db: Db,
  userId: number,
  sheet: Sheet,
): Promise<void> {
  if (sheet.locked_by !== null)
    throw new AppError('SHEET_LOCKED', { name: await userName(db, sheet.locked_by) })
  let trash: Trash | null = null
  if (sheet.exam_id !== null && sheet.subject_id !== null) {
    const target = { examId: sheet.exam_id, subjectId: sheet.subject_id }
    const count = await countScannedSheets(db, {
      examId: target.examId,
      subjectIds: [target.subjectId],
    })
    if (count > 0) throw new AppError('SHEET_IN_USE', { count })
    await assertNotReleased(db, target)
    trash = { ...target, ...(await collect(db, target)) }
    await dropStructure(db, target)
  }
  await db
    .updateTable('answer_sheet')
    .set({
      deleted_at: isoNow(services.clock),
      deleted_by: userId,
      exam_id: null,
      trash: trash && JSON.stringify(trash),
    })
    .where('id', '=', sheet.id)
    .execute()
}

/**
 * Takes a deletion back, with keys, block settings and markers as they were.
 *
 * @throws AppError SHEET_TAKEN when the subject has another sheet by now, SHEET_IN_USE
 */
export async function restoreSheet(services: Services, db: Db, sheet: Sheet): Promise<void> {
  const trash = sheet.trash === null ? null : (JSON.parse(sheet.trash) as Trash)
  await db
    .updateTable('answer_sheet')
    .set({ deleted_at: null, deleted_by: null, trash: null, updated_at: isoNow(services.clock) })
    .where('id', '=', sheet.id)
    .execute()
  if (!trash) return
  const subject = await db
    .selectFrom('exam_subject')
    .innerJoin('exam', 'exam.id', 'exam_subject.exam_id')
    .where('exam_subject.exam_id', '=', trash.examId)
    .where('exam_subject.subject_id', '=', trash.subjectId)
    .where('exam.deleted_at', 'is', null)
    .select(['exam_subject.sheet_id', 'exam.name'])
    .executeTakeFirst()
  // The exam or subject is gone: the sheet comes back to the library.
  if (!subject) return
  if (subject.sheet_id !== null) throw new AppError('SHEET_TAKEN', { exam: subject.name })
  const { examId, subjectId } = trash
  await db.updateTable('answer_sheet').set({ exam_id: examId }).where('id', '=', sheet.id).execute()
  const design = JSON.parse(sheet.design) as SheetDesign
  const blocks = isMarkedHere(sheet) ? markingBlocks(design, blocksOfSheet(sheet).own) : []
  await syncStructure(db, { examId, subjectId, sheet: { id: sheet.id, design, blocks } })
  await putBack(db, trash)
}

async function collect(
  db: Db,
  { examId, subjectId }: { examId: number; subjectId: number },
): Promise<Pick<Trash, 'keys' | 'blocks' | 'markers'>> {
  const keys = await db
    .selectFrom('answer_key')
    .innerJoin('question', 'question.id', 'answer_key.question_id')
    .where('question.exam_id', '=', examId)
    .where('question.subject_id', '=', subjectId)
    .selectAll('answer_key')
    .select('question.no')
    .orderBy('answer_key.id')
    .execute()
  const blocks = await db
    .selectFrom('block')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .selectAll()
    .orderBy('sort')
    .execute()
  const markers = await db
    .selectFrom('block_marker')
    .innerJoin('block', 'block.id', 'block_marker.block_id')
    .where('block.exam_id', '=', examId)
    .where('block.subject_id', '=', subjectId)
    .selectAll('block_marker')
    .select('block.block_key')
    .execute()
  return {
    keys: keys.map(({ id: _id, question_id: _question, ...key }) => key),
    blocks: blocks.map(({ id: _id, exam_id: _exam, subject_id: _subject, ...block }) => block),
    markers: markers.map((marker) => without(marker, ['id', 'block_id'])),
  }
}

/** The row without columns that are given anew. */
function without<T extends object>(row: T, columns: readonly string[]) {
  return Object.fromEntries(
    Object.entries(row).filter(([column]) => !columns.includes(column)),
  ) as Omit<T, 'id' | 'block_id'>
}

async function putBack(db: Db, trash: Trash): Promise<void> {
  const on = { exam_id: trash.examId, subject_id: trash.subjectId }
  const questions = await db
    .selectFrom('question')
    .where('exam_id', '=', on.exam_id)
    .where('subject_id', '=', on.subject_id)
    .select(['id', 'no'])
    .execute()
  const made = await db
    .selectFrom('block')
    .where('exam_id', '=', on.exam_id)
    .where('subject_id', '=', on.subject_id)
    .select(['id', 'block_key'])
    .execute()
  for (const { no, ...key } of trash.keys) {
    const question = questions.find((one) => one.no === no)
    if (question)
      await db
        .insertInto('answer_key')
        .values({ ...key, question_id: question.id })
        .execute()
  }
  for (const block of trash.blocks) {
    const id = made.find(({ block_key }) => block_key === block.block_key)?.id
    if (id === undefined) continue
    await db.updateTable('block').set(block).where('id', '=', id).execute()
    for (const { block_key, ...marker } of trash.markers)
      if (block_key === block.block_key)
        await db
          .insertInto('block_marker')
          .values({ ...marker, block_id: id })
          .execute()
  }
}
