import { type Db, isOneOf, readTogether, type Tables } from '@hengjuan/db'
import type { Selectable } from 'kysely'
import { batchLoader } from './batch-loader.ts'
import type { ExamView } from './exam-view.ts'

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>

export interface TargetRows {
  schoolId: number
  exam: Row<'exam'>
  /** How much of the exam the caller sees. */
  view: ExamView
  examSubject: Row<'exam_subject'>
  block: Row<'block'>
  sheet: Row<'answer_sheet'>
  scanSheet: Row<'scan_sheet'>
  unit: Row<'unit'>
  student: Row<'student'>
  class: Row<'class'>
  snapshot: Row<'snapshot'>
}

export const blocksOf = (db: Db, examId: number) =>
  db.selectFrom('block').select('block.id').where('block.exam_id', '=', examId)

// What nearly every call asks for; many markers ask at the same time.
export const findExam = batchLoader<number, Row<'exam'>>(async (db, ids) =>
  byId(
    await db
      .selectFrom('exam')
      .selectAll()
      .where(isOneOf(db, 'id', ids))
      .where('deleted_at', 'is', null)
      .execute(),
  ),
)

/** A block with what it is a part of: nearly every marking call needs all three. */
export interface BlockPlace {
  block: Row<'block'>
  /** Undefined when it was deleted. */
  exam: Row<'exam'> | undefined
  examSubject: Row<'exam_subject'> | undefined
}

export const findBlock = batchLoader<number, BlockPlace>(async (db, ids) => {
  const blocks = db.selectFrom('block').where(isOneOf(db, 'id', ids))
  const examIds = blocks.select('exam_id')
  const read = await readTogether(db, {
    blocks: blocks.selectAll(),
    exams: db
      .selectFrom('exam')
      .selectAll()
      .where('id', 'in', examIds)
      .where('deleted_at', 'is', null),
    subjects: db.selectFrom('exam_subject').selectAll().where('exam_id', 'in', examIds),
  })
  const exams = byId(read.exams)
  return new Map(
    read.blocks.map((block) => {
      const examSubject = read.subjects.find(
        (row) => row.exam_id === block.exam_id && row.subject_id === block.subject_id,
      )
      return [block.id, { block, exam: exams.get(block.exam_id), examSubject }]
    }),
  )
})

/** By subject. */
export const findExamSubjects = batchLoader<number, Map<number, Row<'exam_subject'>>>(
  async (db, examIds) => {
    const rows = await db
      .selectFrom('exam_subject')
      .selectAll()
      .where(isOneOf(db, 'exam_id', examIds))
      .execute()
    return new Map(
      [...Map.groupBy(rows, ({ exam_id }) => exam_id)].map(([examId, list]) => [
        examId,
        new Map(list.map((row) => [row.subject_id, row])),
      ]),
    )
  },
)

const byId = <T extends { id: number }>(rows: readonly T[]): Map<number, T> =>
  new Map(rows.map((row) => [row.id, row]))
