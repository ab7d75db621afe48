import { columnsHold, type Db } from '@hengjuan/db'
import { type Stage, stageOfGrade } from '@hengjuan/domain'
import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '@hengjuan/db'
import { findRegion, type RegionalCaller, schoolsOfRegion } from '../../http/region-reach.ts'
import { listed } from '../school/index.ts'

export interface DistrictSchoolFilter {
  province_id?: number | undefined
  city_id?: number | undefined
  district_id?: number | undefined
  stage?: Stage | undefined
  keyword?: string | undefined
  state?: 'open' | 'closed' | undefined
}

/** Schools within reach of the current role, by name. */
export async function selectDistrictSchools(
  db: Db,
  caller: RegionalCaller,
  filter: DistrictSchoolFilter,
  range: { limit: number; offset: number },
) {
  const reach = await findRegion(db, caller)
  if (!reach) return { total: 0, list: [] }
  let schools = schoolsOfRegion(db, reach)
  for (const column of ['province_id', 'city_id', 'district_id'] as const) {
    const id = filter[column]
    if (id !== undefined) schools = schools.where(`school.${column}`, '=', id)
  }
  if (filter.state !== undefined)
    schools = schools.where('school.closed_at', filter.state === 'open' ? 'is' : 'is not', null)
  const { keyword } = filter
  if (keyword?.trim())
    schools = schools.where((eb) =>
      columnsHold(db, [eb.ref('school.name'), eb.ref('school.code')], keyword),
    )
  const { stage } = filter
  if (stage !== undefined) schools = schools.where('school.id', 'in', schoolsOfStage(db, stage))
  const { total } = await schools
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await schools
    .leftJoin('region', 'region.id', 'school.district_id')
    .select(['school.id', 'school.name', 'school.code', 'school.closed_at'])
    .select(['region.name as district_name'])
    .select((eb) => [studentsOf(eb).as('students'), staffOf(eb).as('staff')])
    .select((eb) => [
      examsOf(eb)
        .select((sub) => sub.fn.countAll().as('n'))
        .as('exams'),
      examsOf(eb)
        .select((sub) => sub.fn.max('exam.start_date').as('last'))
        .as('last_exam'),
    ])
    .orderBy('school.name')
    .orderBy('school.id')
    .limit(range.limit)
    .offset(range.offset)
    .execute()
  const ids = rows.map(({ id }) => id)
  const stages = await selectStages(db, ids)
  const admins = await selectAdmins(db, ids)
  return {
    total: Number(total),
    list: rows.map(({ id, closed_at, ...row }) => ({
      school_id: id,
      ...row,
      students: Number(row.students ?? 0),
      staff: Number(row.staff ?? 0),
      exams: Number(row.exams ?? 0),
      stages: [...(stages.get(id) ?? [])],
      admin: admins.get(id) ?? null,
      state: closed_at === null ? ('open' as const) : ('closed' as const),
    })),
  }
}

type OfSchool = ExpressionBuilder<Tables, 'school'>

const studentsOf = (eb: OfSchool) =>
  eb
    .selectFrom('student')
    .whereRef('student.school_id', '=', 'school.id')
    .where('student.left_at', 'is', null)
    .select((sub) => sub.fn.countAll().as('n'))

const staffOf = (eb: OfSchool) =>
  eb
    .selectFrom('user')
    .whereRef('user.school_id', '=', 'school.id')
    .where('user.student_id', 'is', null)
    .where('user.disabled_at', 'is', null)
    .select((sub) => sub.fn.countAll().as('n'))

const examsOf = (eb: OfSchool) =>
  eb
    .selectFrom('exam')
    .whereRef('exam.school_id', '=', 'school.id')
    .where('exam.deleted_at', 'is', null)

const GRADE_OF: Record<Stage, readonly number[]> = {
  primary: [1, 2, 3, 4, 5, 6, 101],
  junior: [7, 8, 9, 102],
  senior: [10, 11, 12, 103],
}

/** A school is of the stages of its classes. */
const schoolsOfStage = (db: Db, stage: Stage) =>
  db
    .selectFrom('class')
    .where('grade_id', 'in', [...GRADE_OF[stage]])
    .where('closed_at', 'is', null)
    .select('school_id')

async function selectStages(
  db: Db,
  schoolIds: readonly number[],
): Promise<Map<number, Set<Stage>>> {
  const rows = await db
    .selectFrom('class')
    .where('school_id', 'in', listed(schoolIds))
    .where('closed_at', 'is', null)
    .select(['school_id', 'grade_id'])
    .distinct()
    .orderBy('grade_id')
    .execute()
  const found = new Map<number, Set<Stage>>()
  for (const { school_id, grade_id } of rows) {
    const stage = stageOfGrade(grade_id)
    if (stage) found.set(school_id, (found.get(school_id) ?? new Set()).add(stage))
  }
  return found
}

/** Whom a bureau turns to: the first administrator of each school. */
async function selectAdmins(db: Db, schoolIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('user_role')
    .innerJoin('user', 'user.id', 'user_role.user_id')
    .where('user_role.school_id', 'in', listed(schoolIds))
    .where('user_role.role', '=', 'school_admin')
    .where('user.disabled_at', 'is', null)
    .select(['user_role.school_id', 'user.name'])
    .orderBy('user_role.id', 'desc')
    .execute()
  return new Map(
    rows.flatMap(({ school_id, name }) => (school_id === null ? [] : [[school_id, name]])),
  )
}
