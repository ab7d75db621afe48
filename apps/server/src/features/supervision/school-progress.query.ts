import type { Db } from '@hengjuan/db'
import { runInWorker } from '../../reader-thread/run-in-worker.ts'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { hasMark } from '../marking-core/index.ts'
import { MAY_HAVE_SHEET } from '../roster/index.ts'
import { ttlCachePerServer } from './ttl-cache.ts'
import { subjectNameIn } from '../../subject-name.ts'

/** Marking of an exam by the candidates' school and subject: sheets, papers, final marks. */
async function selectSchoolProgress(db: Db, examId: number) {
  const roll = await db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .innerJoin('school', 'school.id', 'candidate.school_id')
    .innerJoin('subject', 'subject.id', 'candidate_subject.subject_id')
    .where('candidate_subject.exam_id', '=', examId)
    .where('candidate_subject.attendance', 'in', [...MAY_HAVE_SHEET])
    .groupBy(['candidate.school_id', 'school.name', 'candidate_subject.exam_id'])
    .groupBy(['candidate_subject.subject_id', 'subject.id', 'subject.name'])
    .select(['candidate.school_id', 'school.name as school_name'])
    .select('candidate_subject.subject_id')
    .select(subjectNameIn('candidate_subject.exam_id').as('subject_name'))
    .select(({ fn }) => fn.countAll<number>().as('expected'))
    .orderBy('candidate.school_id')
    .orderBy('candidate_subject.subject_id')
    .execute()
  const sheets = await db
    .selectFrom('scan_sheet')
    .innerJoin('candidate', 'candidate.id', 'scan_sheet.candidate_id')
    // Who is absent is not expected, with or without a sheet that says so.
    .innerJoin('candidate_subject', (join) =>
      join
        .onRef('candidate_subject.candidate_id', '=', 'scan_sheet.candidate_id')
        .onRef('candidate_subject.subject_id', '=', 'scan_sheet.subject_id'),
    )
    .where('scan_sheet.exam_id', '=', examId)
    .where('scan_sheet.state', '=', 'active')
    .where('candidate_subject.attendance', 'in', [...MAY_HAVE_SHEET])
    .groupBy(['candidate.school_id', 'scan_sheet.subject_id'])
    .select(['candidate.school_id', 'scan_sheet.subject_id'])
    .select(({ fn }) => fn.count<number>('scan_sheet.candidate_id').distinct().as('scanned'))
    .execute()
  const units = await db
    .selectFrom('unit')
    .innerJoin('candidate', 'candidate.id', 'unit.candidate_id')
    .where('unit.exam_id', '=', examId)
    // A sheet that was taken away before anybody read it leaves no paper behind.
    .where(({ or, eb }) =>
      or([eb('unit.state', '<>', 'WAIT_IMAGE'), eb('unit.images', '<>', '[]')]),
    )
    .groupBy(['candidate.school_id', 'unit.subject_id'])
    .select(['candidate.school_id', 'unit.subject_id'])
    .select(({ eb, fn }) => [
      fn.countAll<number>().as('units'),
      fn.count<number>('unit.final_milli').as('done'),
      fn.sum('unit.final_milli').as('sum'),
      fn.count(eb.case().when(hasMark).then(eb.ref('unit.final_milli')).end()).as('marked'),
    ])
    .execute()
  const keyOf = (row: { school_id: number; subject_id: number }) =>
    `${row.school_id} ${row.subject_id}`
  const scanned = new Map(sheets.map((row) => [keyOf(row), row.scanned]))
  const papersOf = new Map(units.map((row) => [keyOf(row), row]))
  return roll.map((row) => {
    const papers = papersOf.get(keyOf(row))
    const [total, done] = [papers?.units ?? 0, papers?.done ?? 0]
    const marked = Number(papers?.marked ?? 0)
    return {
      ...row,
      expected: row.expected,
      scanned: scanned.get(keyOf(row)) ?? 0,
      units: total,
      done,
      marking_progress: total === 0 ? 0 : Math.floor((done * 10_000) / total) / 100,
      mean_milli: marked === 0 ? null : Number(papers?.sum ?? 0) / marked,
    }
  })
}

/** A school in a subject. */
export type SchoolRow = Awaited<ReturnType<typeof selectSchoolProgress>>[number]

/** The same, away from those who mark: it looks at every paper of the exam. */
export const takeSchools = runInWorker(
  import.meta.url,
  'takeSchools',
  async ({ db, clock }, examId: number) => ({
    at: isoNow(clock),
    rows: await selectSchoolProgress(db, examId),
  }),
)

const cacheOf = ttlCachePerServer<{ at: string; rows: SchoolRow[] }>()

/**
 * How far the schools of an exam are, and when that was. Of many readings it stands for a while, for all who watch.
 *
 * @param readings that there are in the exam
 */
export function schoolProgress(services: Services, examId: number, readings: number) {
  const nowMs = services.clock.now().getTime()
  return cacheOf(services.db).get(examId, { stamp: '', readings, nowMs }, () =>
    takeSchools(services, examId),
  )
}
