import type { Db } from '@hengjuan/db'
import { listed } from '../school/index.ts'

/**
 * Sheets in use, scanned for an exam, a subject or candidates of certain classes; and attempts on screen that are not
 * in marking yet, which stand for a sheet all the same.
 */
export async function countScannedSheets(
  db: Db,
  filter: { examId: number; subjectIds?: readonly number[]; classIds?: readonly number[] },
): Promise<number> {
  const { n } = await db
    .selectFrom('scan_sheet')
    .where('scan_sheet.exam_id', '=', filter.examId)
    .where('scan_sheet.state', '=', 'active')
    .$if(filter.subjectIds !== undefined, (query) =>
      query.where('scan_sheet.subject_id', 'in', listed(filter.subjectIds ?? [])),
    )
    .$if(filter.classIds !== undefined, (query) =>
      query
        .innerJoin('candidate', 'candidate.id', 'scan_sheet.candidate_id')
        .where('candidate.class_id', 'in', listed(filter.classIds ?? [])),
    )
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  const attempts = await db
    .selectFrom('attempt')
    .where('attempt.exam_id', '=', filter.examId)
    .where('attempt.sheet_id', 'is', null)
    .where('attempt.counts', '=', 1)
    .$if(filter.subjectIds !== undefined, (query) =>
      query.where('attempt.subject_id', 'in', listed(filter.subjectIds ?? [])),
    )
    .$if(filter.classIds !== undefined, (query) =>
      query
        .innerJoin('candidate', 'candidate.id', 'attempt.candidate_id')
        .where('candidate.class_id', 'in', listed(filter.classIds ?? [])),
    )
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n) + Number(attempts.n)
}
