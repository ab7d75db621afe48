import type { InputOf, ReplyOf, studentBatch } from '@hengjuan/contracts'
import { type Db, isOneOf } from '@hengjuan/db'
import { AppError, comboIds, comboLabel, type StudentState, studentState } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { audit } from '../../../http/audit.ts'
import { readComboOf } from './combo-setting.ts'

type Body = InputOf<typeof studentBatch>['body']
type Before = ReplyOf<typeof studentBatch>['before']

/**
 * Gives many students another class, combination or state. What they had is answered: sent back, it takes the act
 * back.
 *
 * @throws AppError STUDENT_NOT_FOUND, CLASS_NOT_FOUND, COMBO_INVALID
 */
export async function changeStudents(
  db: Db,
  who: Parameters<typeof audit>[1],
  schoolId: number,
  { students, reason }: Body,
): Promise<ReplyOf<typeof studentBatch>> {
  const rows = await selectOwn(db, schoolId, students)
  const before: Before = []
  for (const change of students) {
    const row = rows.get(change.student_id)
    if (!row) throw new AppError('STUDENT_NOT_FOUND')
    const state = studentState(row)
    const combo =
      change.combo === undefined
        ? undefined
        : await readComboOf(db, schoolId, row.name, change.combo)
    const was = {
      ...(change.class_id === undefined || change.class_id === row.class_id
        ? {}
        : { class_id: row.class_id }),
      ...(change.state === undefined || change.state === state ? {} : { state }),
      ...(combo === undefined || combo === row.combo
        ? {}
        : { combo: row.combo === null ? null : comboLabel(comboIds(row.combo)) }),
    }
    if (Object.keys(was).length === 0) continue
    before.push({ student_id: row.id, ...was })
    await db
      .updateTable('student')
      .set({
        ...('class_id' in was ? { class_id: change.class_id } : {}),
        ...(change.state !== undefined && 'state' in was
          ? stateColumns(change.state, isoNow(who.services.clock))
          : {}),
        ...('combo' in was ? { combo: combo ?? null } : {}),
      })
      .where('id', '=', row.id)
      .execute()
    await audit(db, who, {
      action: 'student-update',
      object: `student:${row.id}`,
      before: was,
      after: {
        ...('class_id' in was ? { class_id: change.class_id } : {}),
        ...('state' in was ? { state: change.state } : {}),
        ...('combo' in was ? { combo: change.combo } : {}),
        ...(reason ? { reason } : {}),
      },
    })
  }
  return { changed: before.length, before }
}

const stateColumns = (state: StudentState, now: string) =>
  state === 'in'
    ? { left_at: null, left_as: null }
    : { left_at: now, left_as: state === 'left' ? null : state }

async function selectOwn(db: Db, schoolId: number, students: Body['students']) {
  const rows = await db
    .selectFrom('student')
    .where(
      isOneOf(
        db,
        'id',
        students.map(({ student_id }) => student_id),
      ),
    )
    .where('school_id', '=', schoolId)
    .select(['id', 'name', 'class_id', 'left_at', 'left_as', 'combo'])
    .execute()
  const classIds = [...new Set(students.flatMap(({ class_id }) => class_id ?? []))]
  const classes = await db
    .selectFrom('class')
    .where(isOneOf(db, 'id', classIds))
    .where('school_id', '=', schoolId)
    .where('kind', '=', 'admin')
    .select('id')
    .execute()
  const missing = classIds.find((id) => !classes.some((one) => one.id === id))
  if (missing !== undefined)
    throw new AppError('CLASS_NOT_FOUND', { className: `（编号 ${missing}）` })
  return new Map(rows.map((row) => [row.id, row]))
}
