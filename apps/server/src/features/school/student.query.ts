import { columnsHold, type Db, isOneOf, type Tables } from '@hengjuan/db'
import {
  comboIds,
  comboLabel,
  gradeLabel,
  maskedPhone,
  type ScopeLists,
  type StudentState,
  studentState,
  subjectName,
} from '@hengjuan/domain'
import type { ExpressionBuilder } from 'kysely'
import { listed } from './class.query.ts'

export interface StudentFilter {
  schoolId: number
  scope: ScopeLists<number>
  /** Of these classes, as their own or as a teaching class. */
  classIds?: readonly number[] | undefined
  gradeId?: number | undefined
  keyword?: string | undefined
  /** Whether they have left; of both kinds where a state or neither is asked for. */
  left?: boolean | undefined
  state?: StudentState | undefined
  /** Ids as the column has them; an empty text for none chosen. */
  combo?: string | undefined
  account?: 'with' | 'without' | undefined
  ids?: readonly number[] | undefined
}

const studentsOf = (db: Db, filter: StudentFilter) =>
  db
    .selectFrom('student')
    .innerJoin('class', 'class.id', 'student.class_id')
    .where('student.school_id', '=', filter.schoolId)
    .$if(filter.state === undefined && filter.left !== undefined, (query) =>
      query.where('student.left_at', filter.left ? 'is not' : 'is', null),
    )
    .$if(filter.state !== undefined, (query) => query.where((eb) => stateIs(eb, filter.state)))
    .$if(filter.combo !== undefined, (query) =>
      filter.combo === ''
        ? query.where('student.combo', 'is', null)
        : query.where('student.combo', '=', filter.combo ?? ''),
    )
    .$if(filter.account !== undefined, (query) =>
      query.where((eb) => {
        const own = eb
          .selectFrom('user')
          .whereRef('user.student_id', '=', 'student.id')
          .select('user.id')
        return filter.account === 'with' ? eb.exists(own) : eb.not(eb.exists(own))
      }),
    )
    .$if(filter.ids !== undefined, (query) =>
      query.where(isOneOf(db, 'student.id', filter.ids ?? [])),
    )
    .$if(filter.scope.grades !== 'all', (query) =>
      query.where('class.grade_id', 'in', listed(filter.scope.grades)),
    )
    .$if(filter.scope.classes !== 'all', (query) =>
      query.where('class.id', 'in', listed(filter.scope.classes)),
    )
    .$if(filter.classIds !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          isOneOf(db, 'class.id', filter.classIds ?? []),
          eb(
            'student.id',
            'in',
            eb
              .selectFrom('class_member')
              .where(isOneOf(db, 'class_member.class_id', filter.classIds ?? []))
              .select('class_member.student_id'),
          ),
        ]),
      ),
    )
    .$if(filter.gradeId !== undefined, (query) =>
      query.where('class.grade_id', '=', filter.gradeId ?? 0),
    )
    .$if(Boolean(filter.keyword?.trim()), (query) =>
      query.where((eb) =>
        columnsHold(
          db,
          [eb.ref('student.name'), eb.ref('student.name_pinyin'), eb.ref('student.student_no')],
          filter.keyword ?? '',
        ),
      ),
    )

/** Students of a school that a scope reaches, in the order of classes and pinyin. */
export async function selectStudents(
  db: Db,
  filter: StudentFilter,
  range: { limit: number; offset: number },
) {
  const students = studentsOf(db, filter)
  const { total } = await students
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await students
    .select([
      'student.id',
      'student.student_no',
      'student.name',
      'student.gender',
      'student.left_at',
      'student.left_as',
      'student.combo',
      'student.entry_year',
      'student.guardian_phone',
      'class.id as class_id',
      'class.name as class_name',
      'class.grade_id',
    ])
    .orderBy('class.grade_id')
    .orderBy('class.sort')
    .orderBy('class.id')
    .orderBy('student.name_pinyin')
    .orderBy('student.id')
    .limit(range.limit)
    .offset(range.offset)
    .execute()
  const ids = rows.map(({ id }) => id)
  const [accounts, memberships] = await Promise.all([
    selectAccounts(db, ids),
    selectMemberships(db, ids),
  ])
  return {
    total: Number(total),
    list: rows.map(({ id, left_as, combo, guardian_phone, ...row }) => ({
      student_id: id,
      ...row,
      grade_name: gradeLabel(row.grade_id),
      state: studentState({ left_at: row.left_at, left_as }),
      combo: combo === null ? null : comboLabel(comboIds(combo)),
      guardian_phone: maskedPhone(guardian_phone),
      account: accounts.get(id) ?? null,
      teaching_classes: memberships
        .filter(({ student_id }) => student_id === id)
        .map(({ class_id, name, subject_id, subject }) => ({
          class_id,
          name,
          subject_name: subjectName(subject_id, row.grade_id, { [subject_id]: subject }),
        })),
    })),
  }
}

function stateIs(eb: ExpressionBuilder<Tables, 'student'>, state: StudentState | undefined) {
  if (state === 'in') return eb('student.left_at', 'is', null)
  const left = eb('student.left_at', 'is not', null)
  return eb.and([
    left,
    state === 'left'
      ? eb.or([eb('student.left_as', 'is', null), eb('student.left_as', '=', 'left')])
      : eb('student.left_as', '=', state ?? ''),
  ])
}

async function selectAccounts(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('user')
    .where(isOneOf(db, 'student_id', ids))
    .select(['student_id', 'account'])
    .execute()
  return new Map(rows.map(({ student_id, account }) => [student_id ?? 0, account]))
}

const selectMemberships = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('class_member')
    .innerJoin('class', 'class.id', 'class_member.class_id')
    .innerJoin('subject', 'subject.id', 'class_member.subject_id')
    .where(isOneOf(db, 'class_member.student_id', ids))
    .where('class.closed_at', 'is', null)
    .select([
      'class_member.student_id',
      'class_member.class_id',
      'class.name',
      'class_member.subject_id',
      'subject.name as subject',
    ])
    .orderBy('subject.sort')
    .execute()

export const findStudentByNo = (db: Db, schoolId: number, studentNo: string) =>
  db
    .selectFrom('student')
    .selectAll()
    .where('school_id', '=', schoolId)
    .where('student_no', '=', studentNo)
    .executeTakeFirst()
