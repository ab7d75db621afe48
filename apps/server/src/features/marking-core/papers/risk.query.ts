import { type Db, isOneOf } from '@hengjuan/db'
import type { ProblemReason } from '@hengjuan/domain'
import { sql } from 'kysely'
import { subjectNameIn } from '../../../subject-name.ts'

export const RISK: ProblemReason = 'emotional_or_risk'

/** A condition on `unit`: its paper does not speak of danger, and may be shown in lists. */
export const isNoRisk = sql<boolean>`unit.id not in (
  select risk.unit_id from problem_paper as risk where risk.reason = ${sql.lit(RISK)}
)`

export const isNoRiskPaper = async (db: Db, unitId: number): Promise<boolean> =>
  (await db
    .selectFrom('unit')
    .select('id')
    .where('id', '=', unitId)
    .where(isNoRisk)
    .executeTakeFirst()) !== undefined

/** Those of some papers that speak of danger, by unit. */
export async function selectRiskIds(db: Db, unitIds: readonly number[]): Promise<Set<number>> {
  if (unitIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('problem_paper')
    .select('unit_id')
    .where('reason', '=', RISK)
    .where(isOneOf(db, 'unit_id', [...new Set(unitIds)]))
    .execute()
  return new Set(rows.map(({ unit_id }) => unit_id))
}

/** Papers of students of a school that were passed on as a risk. */
const risksOf = (db: Db, schoolId: number) =>
  db
    .selectFrom('problem_paper as risk')
    .innerJoin('unit', 'unit.id', 'risk.unit_id')
    .innerJoin('exam', 'exam.id', 'unit.exam_id')
    .where('risk.reason', '=', RISK)
    .where('unit.school_id', '=', schoolId)
    .where('exam.deleted_at', 'is', null)

/** Those that nobody has taken care of, by exam, the latest first. */
export async function selectOpenRisks(db: Db, schoolId: number) {
  return risksOf(db, schoolId)
    .where('risk.cared_at', 'is', null)
    .groupBy(['exam.id', 'exam.name'])
    .select(['exam.id as exam_id', 'exam.name as exam_name'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .orderBy('exam.id', 'desc')
    .execute()
}

/** With the names that belong to them; those that nobody has taken care of first, then the latest. */
export const selectRisks = (db: Db, schoolId: number) =>
  risksOf(db, schoolId)
    .innerJoin('block', 'block.id', 'unit.block_id')
    .innerJoin('subject', 'subject.id', 'unit.subject_id')
    .innerJoin('candidate', 'candidate.id', 'unit.candidate_id')
    .innerJoin('student', 'student.id', 'candidate.student_id')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    // Of another school's teachers, who mark a joint exam with this one's, no name comes out.
    .leftJoin('user as raiser', (join) =>
      join
        .onRef('raiser.id', '=', 'risk.raised_by')
        .on((eb) =>
          eb.or([eb('raiser.school_id', '=', schoolId), eb('exam.school_id', '=', schoolId)]),
        ),
    )
    .leftJoin('user as carer', 'carer.id', 'risk.cared_by')
    .select(['risk.id as risk_id', 'risk.unit_id', 'risk.text as note', 'risk.raised_at'])
    .select(['risk.cared_at', 'risk.care_note', 'unit.images', 'unit.secret_code'])
    .select([
      'exam.name as exam_name',
      subjectNameIn('exam.id').as('subject_name'),
      'block.name as block_name',
    ])
    .select(['candidate.exam_no', 'candidate.name as student_name', 'student.student_no'])
    .select(['class.name as class_name', 'raiser.name as raised_by', 'carer.name as cared_by'])
    .orderBy((eb) => eb.case().when('risk.cared_at', 'is', null).then(0).else(1).end())
    .orderBy('risk.id', 'desc')
    .execute()

/** @returns whether there is such a paper in the school */
export async function updateCare(
  db: Db,
  on: { riskId: number; schoolId: number },
  care: { by: number; at: string; note: string },
): Promise<boolean> {
  const risk = await risksOf(db, on.schoolId)
    .where('risk.id', '=', on.riskId)
    .select('risk.id')
    .executeTakeFirst()
  if (!risk) return false
  await db
    .updateTable('problem_paper')
    .set({ cared_by: care.by, cared_at: care.at, care_note: care.note })
    .where('id', '=', risk.id)
    .execute()
  return true
}
