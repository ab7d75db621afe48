import type { Db } from '@hengjuan/db'
import { mayDo, type Permission, type Role, sameText, shownNames } from '@hengjuan/domain'
import type { Duty } from '../../marking-core/index.ts'

/** Somebody who may mark or arbitrate in an exam. */
export interface MarkingPerson {
  id: number
  /** Tells namesakes of the exam apart, unlike the registered name. */
  name: string
  ownName: string
  namePinyin: string
  account: string
  /** The school of the role by which they do, the holder's first. */
  schoolId: number
  schoolName: string
  schoolShort: string
  roles: Role[]
}

const DUTY_NEEDS: Record<Duty, Permission> = { marker: 'marking.mark', leader: 'marking.arbitrate' }
const DUTY_CODES = ['marker', 'leader'] as const

/** Who arbitrates need not mark: an academic director has no page to mark on. */
export const mayBe = ({ roles }: Pick<MarkingPerson, 'roles'>, duty: Duty): boolean =>
  roles.some((role) => mayDo(role, DUTY_NEEDS[duty]))

/** Tables name people as they are registered, or as a list shows them. */
export const isNamed = ({ name, ownName }: MarkingPerson, text: string): boolean =>
  [ownName, name].some((one) => sameText(one, text))

/** What the functions below ask of an exam. */
interface ExamOfSchool {
  id: number
  school_id: number
}

export const findExam = (db: Db, examId: number): Promise<ExamOfSchool> =>
  db
    .selectFrom('exam')
    .select(['id', 'school_id'])
    .where('id', '=', examId)
    .executeTakeFirstOrThrow()

/** The schools that take part in an exam: the one that holds it, and those of its candidates. */
async function selectSchoolIds(db: Db, exam: ExamOfSchool): Promise<number[]> {
  const rows = await db
    .selectFrom('candidate')
    .where('exam_id', '=', exam.id)
    .where('school_id', '<>', exam.school_id)
    .select('school_id')
    .distinct()
    .orderBy('school_id')
    .execute()
  return [exam.school_id, ...rows.map(({ school_id }) => school_id)]
}

/**
 * Everybody of the schools of an exam who may mark or arbitrate: in a joint exam teachers of every school,
 * elsewhere those of the own one. Who marks for two schools is there once, with the holder's.
 */
export async function selectMarkingStaff(db: Db, exam: ExamOfSchool): Promise<MarkingPerson[]> {
  const rows = await db
    .selectFrom('user')
    .innerJoin('user_role', 'user_role.user_id', 'user.id')
    .innerJoin('school', 'school.id', 'user_role.school_id')
    .where('user_role.school_id', 'in', await selectSchoolIds(db, exam))
    .where('user.disabled_at', 'is', null)
    .select([
      'user.id',
      'user.name',
      'user.own_name',
      'user.name_pinyin',
      'user.account',
      'user_role.role',
    ])
    .select(['school.id as school_id', 'school.name as school_name', 'school.short_name'])
    .orderBy('school.id')
    .orderBy('user.id')
    .execute()
  const people = new Map<number, MarkingPerson>()
  const ownFirst = rows.toSorted(
    (a, b) => Number(b.school_id === exam.school_id) - Number(a.school_id === exam.school_id),
  )
  for (const row of ownFirst) {
    const role = row.role as Role
    if (!DUTY_CODES.some((duty) => mayBe({ roles: [role] }, duty))) continue
    const known = people.get(row.id)
    if (known) known.roles.push(role)
    else
      people.set(row.id, {
        id: row.id,
        name: row.name,
        ownName: row.own_name ?? row.name,
        namePinyin: row.name_pinyin,
        account: row.account,
        schoolId: row.school_id,
        schoolName: row.school_name,
        schoolShort: row.short_name,
        roles: [role],
      })
  }
  return told([...people.values()])
}

/** Who may have which duty. */
export type Able = Readonly<Record<Duty, ReadonlySet<number>>>

/** Who may mark, and who may arbitrate, in an exam now: accounts that are in use, with a role for it. */
export async function selectAble(db: Db, examId: number): Promise<Able> {
  return ableOf(await selectMarkingStaff(db, await findExam(db, examId)))
}

export function ableOf(staff: readonly MarkingPerson[]): Able {
  const idsOf = (duty: Duty) =>
    new Set(staff.filter((person) => mayBe(person, duty)).map(({ id }) => id))
  return { marker: idsOf('marker'), leader: idsOf('leader') }
}

/** Namesakes who never stood in one list may both be chosen here. */
function told(people: readonly MarkingPerson[]): MarkingPerson[] {
  const shown = shownNames(
    people.map(({ id, ownName, account, schoolShort }) => ({
      id,
      name: ownName,
      account,
      school: schoolShort,
    })),
  )
  return people.map((person) => ({
    ...person,
    name: person.name === person.ownName ? (shown.get(person.id) ?? person.name) : person.name,
  }))
}
