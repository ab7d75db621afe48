import type { Db } from '@hengjuan/db'
import { EXAM_STATUSES, type ExamStatus, examTypeLabel, gradeLabel } from '@hengjuan/domain'
import { findRegion, type RegionalCaller, schoolsOfRegion } from '../../http/region-reach.ts'
import { listed } from '../school/index.ts'

export interface DistrictExamFilter {
  from?: string | undefined
  to?: string | undefined
  type?: number | undefined
  grade_id?: number | undefined
  scope?: 'school' | 'joint' | undefined
}

/** Exams of the own bureau, and joint ones in which schools of its region take part; the newest first. */
export async function selectDistrictExams(
  db: Db,
  caller: RegionalCaller,
  filter: DistrictExamFilter,
  range: { limit: number; offset: number },
) {
  const ownId = caller.schoolId ?? 0
  const reach = await findRegion(db, caller)
  const below = reach ? schoolsOfRegion(db, reach).select('school.id') : null
  const inRegion = below
    ? db
        .selectFrom('exam_school')
        .where('exam_school.school_id', 'in', below)
        .where('exam_school.state', '<>', 'declined')
        .select('exam_school.exam_id')
    : null
  let exams = db
    .selectFrom('exam')
    .where('exam.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('exam.school_id', '=', ownId),
        ...(inRegion
          ? [eb.and([eb('exam.scope', '=', 'joint'), eb('exam.id', 'in', inRegion)])]
          : []),
      ]),
    )
  if (filter.from !== undefined) exams = exams.where('exam.start_date', '>=', filter.from)
  if (filter.to !== undefined) exams = exams.where('exam.start_date', '<=', filter.to)
  if (filter.type !== undefined) exams = exams.where('exam.type', '=', filter.type)
  if (filter.grade_id !== undefined) exams = exams.where('exam.grade_id', '=', filter.grade_id)
  if (filter.scope !== undefined) exams = exams.where('exam.scope', '=', filter.scope)
  const { total } = await exams
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await exams
    .innerJoin('school as organiser', 'organiser.id', 'exam.school_id')
    .select(['exam.id', 'exam.name', 'exam.type', 'exam.grade_id', 'exam.start_date', 'exam.scope'])
    .select(['exam.school_id', 'exam.published_snapshot_id', 'organiser.name as organiser_name'])
    .select((eb) =>
      eb
        .selectFrom('exam_subject')
        .whereRef('exam_subject.exam_id', '=', 'exam.id')
        .select((sub) => sub.fn.min('exam_subject.status').as('step'))
        .as('step'),
    )
    .orderBy('exam.start_date', 'desc')
    .orderBy('exam.id', 'desc')
    .limit(range.limit)
    .offset(range.offset)
    .execute()
  const counts = await selectCounts(
    db,
    rows.map(({ id }) => id),
  )
  const ids = below ? new Set((await below.execute()).map(({ id }) => id)) : new Set<number>()
  return {
    total: Number(total),
    list: rows.map((row) => {
      const isOwn = row.school_id === ownId
      const seen = counts.filter(
        ({ exam_id, school_id }) => exam_id === row.id && (isOwn || ids.has(school_id)),
      )
      return {
        exam_id: row.id,
        name: row.name,
        type_name: examTypeLabel(row.type),
        grade_name: gradeLabel(row.grade_id),
        start_date: row.start_date,
        scope: row.scope as 'school' | 'joint',
        organiser_name: row.organiser_name,
        side: isOwn ? ('organiser' as const) : ('region' as const),
        schools: seen.length,
        candidates: seen.reduce((sum, { candidates }) => sum + Number(candidates ?? 0), 0),
        confirmed: seen.filter(({ state }) => state === 'submitted' || state === 'locked').length,
        step: EXAM_STATUSES[row.step as ExamStatus]?.label ?? '未设置',
        published: row.published_snapshot_id !== null,
      }
    }),
  }
}

/** One row for each school of each exam, with its candidates. */
const selectCounts = (db: Db, examIds: readonly number[]) =>
  db
    .selectFrom('exam_school')
    .where('exam_school.exam_id', 'in', listed(examIds))
    .where('exam_school.state', '<>', 'declined')
    .select(['exam_school.exam_id', 'exam_school.school_id', 'exam_school.state'])
    .select((eb) =>
      eb
        .selectFrom('candidate')
        .whereRef('candidate.exam_id', '=', 'exam_school.exam_id')
        .whereRef('candidate.school_id', '=', 'exam_school.school_id')
        .select((sub) => sub.fn.countAll().as('n'))
        .as('candidates'),
    )
    .execute()
