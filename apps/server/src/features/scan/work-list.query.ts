import type { Db } from '@hengjuan/db'
import type { Scope } from './facts.query.ts'

/** Schools, rooms and batches in which exceptions wait, with how many. @source ui D4 (filter: school room batch) */
export async function selectWaitingPlaces(db: Db, scope: Scope) {
  const open = db
    .selectFrom('scan_exception')
    .where('scan_exception.exam_id', '=', scope.examId)
    .where('scan_exception.subject_id', '=', scope.subjectId)
    .where('scan_exception.state', '=', 'open')
  const batches = await open
    .innerJoin('scan_sheet', 'scan_sheet.id', 'scan_exception.sheet_id')
    .innerJoin('scan_batch', 'scan_batch.id', 'scan_sheet.batch_id')
    .groupBy(['scan_batch.id', 'scan_batch.label', 'scan_batch.station'])
    .select(['scan_batch.id as batch_id', 'scan_batch.label', 'scan_batch.station'])
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .orderBy('scan_batch.label')
    .orderBy('scan_batch.id')
    .execute()
  const rooms = await open
    .innerJoin('candidate', 'candidate.id', 'scan_exception.candidate_id')
    .where('candidate.room_no', 'is not', null)
    .groupBy('candidate.room_no')
    .select('candidate.room_no')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .orderBy('candidate.room_no')
    .execute()
  const schools = await open
    .innerJoin('candidate', 'candidate.id', 'scan_exception.candidate_id')
    .innerJoin('school', 'school.id', 'candidate.school_id')
    .groupBy(['school.id', 'school.name'])
    .select(['school.id as school_id', 'school.name as school_name'])
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .orderBy('school.name')
    .orderBy('school.id')
    .execute()
  return {
    schools: schools.map((row) => ({ ...row, open: Number(row.open) })),
    batches: batches.map((row) => ({ ...row, open: Number(row.open) })),
    rooms: rooms.flatMap(({ room_no, open: count }) =>
      room_no === null ? [] : [{ room_no, open: Number(count) }],
    ),
  }
}

/** Decisions of everybody since a time, and how many of them were taken back. */
export async function countDecisions(db: Db, scope: Scope, since: string) {
  const row = await db
    .selectFrom('scan_decision')
    .where('exam_id', '=', scope.examId)
    .where('subject_id', '=', scope.subjectId)
    .where('at', '>=', since)
    .select(({ fn }) => [
      fn.countAll<number>().as('made'),
      fn.count<number>('undone_at').as('undone'),
    ])
    .executeTakeFirstOrThrow()
  return { made: Number(row.made), undone: Number(row.undone) }
}
