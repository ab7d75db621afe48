import type { InputOf, staffLeave, staffRoles } from '@hengjuan/contracts'
import { type Db, isOneOf } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { type Act, audit } from '../../../http/audit.ts'
import { addTeacher, setClassTeacher } from '../classes/class-teachers.ts'
import { updateStaff } from '../change-staff.ts'
import { assertMayManageHeads, isHead } from '../staff-roles.ts'
import { selectRoles, selectStaffByIds, selectTeaching } from '../staff.query.ts'
import { selectOpenBlocks } from './staff-detail.query.ts'

export interface StaffAct extends Act {
  schoolId: number
}

/**
 * People of the school who may be changed by this role.
 *
 * @throws AppError STAFF_NOT_FOUND, NOT_ALLOWED for heads of school
 */
export async function changeable(db: Db, act: StaffAct, userIds: readonly number[]) {
  const ids = [...new Set(userIds)]
  const users = await selectStaffByIds(db, act.schoolId, ids)
  if (users.length < ids.length) throw new AppError('STAFF_NOT_FOUND')
  const roles = await selectRoles(db, ids)
  if (roles.some(({ role }) => isHead(role))) assertMayManageHeads(act.session)
  return users
}

/** Disables or enables accounts, with the reason that the person is told at the administrator's. */
export async function setDisabled(
  db: Db,
  act: StaffAct,
  { user_ids, disabled, reason }: { user_ids: number[]; disabled: boolean; reason: string },
): Promise<number> {
  if (disabled && user_ids.includes(act.session.userId)) throw new AppError('STAFF_IS_SELF')
  const users = await changeable(db, act, user_ids)
  const changed = users.filter(({ disabled_at }) => (disabled_at !== null) !== disabled)
  const ids = changed.map(({ id }) => id)
  await db
    .updateTable('user')
    .set(
      disabled
        ? {
            disabled_at: isoNow(act.services.clock),
            disabled_reason: reason,
            disabled_by: act.session.userId,
          }
        : { disabled_at: null, disabled_reason: null, disabled_by: null },
    )
    .where(isOneOf(db, 'id', ids))
    .execute()
  if (disabled)
    await db
      .deleteFrom('session')
      .where(isOneOf(db, 'user_id', ids))
      .execute()
  for (const id of ids)
    await audit(db, act, {
      action: disabled ? 'staff-disable' : 'staff-enable',
      object: `user:${id}`,
      after: { reason },
    })
  return ids.length
}

/** Gives a role to many, or takes it away; who can not be changed is told by name, the others are changed. */
export async function changeRoles(
  act: StaffAct,
  { user_ids: userIds, add, remove }: InputOf<typeof staffRoles>['body'],
): Promise<{ changed: number; kept: { name: string; why: string }[] }> {
  const { services, session, schoolId } = act
  const users = await changeable(services.db, act, userIds)
  const kept: { name: string; why: string }[] = []
  let changed = 0
  for (const user of users) {
    const held = await selectRoles(services.db, [user.id])
    const others = held
      .filter(({ role }) => role !== remove && role !== add?.role)
      .map(({ role, grade_ids, class_ids, subject_ids }) => ({
        role,
        grade_ids,
        class_ids,
        subject_ids,
      }))
    const roles = add ? [...others, add] : others
    if (roles.length === 0) {
      kept.push({ name: user.name, why: '这是唯一的身份，请先添加别的身份，或停用账号' })
      continue
    }
    if (!add && others.length === held.length) continue
    try {
      const change = await updateStaff(services, session, schoolId, { user_id: user.id, roles })
      await services.db.transaction().execute(async (db) => {
        await change.write(db)
        await audit(db, act, {
          action: 'staff-update',
          object: `user:${user.id}`,
          before: change.before,
          after: { roles },
        })
      })
      changed += 1
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      kept.push({ name: user.name, why: error.details[0]?.message ?? error.message })
    }
  }
  return { changed, kept }
}

/**
 * Hands over what hangs on somebody, then disables the account.
 *
 * @throws AppError STAFF_STILL_MARKS while blocks have the person as marker or leader
 */
export async function leave(
  db: Db,
  act: StaffAct,
  body: InputOf<typeof staffLeave>['body'],
): Promise<{ handedOver: number; userIds: number[] }> {
  const [user] = await changeable(db, act, [body.user_id])
  if (!user) throw new AppError('STAFF_NOT_FOUND')
  if (user.id === act.session.userId) throw new AppError('STAFF_IS_SELF')
  const blocks = await selectOpenBlocks(db, user.id)
  if (blocks.length > 0)
    throw new AppError('STAFF_STILL_MARKS', { name: user.name, count: blocks.length })
  const changed = new Set<number>([user.id])
  let handedOver = 0
  for (const { class_id: classId, to_user_id: to } of body.classes) {
    const gradeId = await gradeOfClass(db, act.schoolId, classId)
    for (const id of await setClassTeacher(db, { schoolId: act.schoolId, classId, gradeId }, to))
      changed.add(id)
    if (to !== null) handedOver += 1
  }
  const taught = await selectTeaching(db, [user.id])
  for (const lesson of body.teaching) {
    const isOwn = taught.some(
      (one) => one.class_id === lesson.class_id && one.subject_id === lesson.subject_id,
    )
    if (!isOwn || lesson.to_user_id === null) continue
    await addLesson(db, act.schoolId, lesson.class_id, lesson.subject_id, lesson.to_user_id)
    changed.add(lesson.to_user_id)
    handedOver += 1
  }
  await db.deleteFrom('teaching').where('user_id', '=', user.id).execute()
  await setDisabled(db, act, { user_ids: [user.id], disabled: true, reason: body.reason })
  return { handedOver, userIds: [...changed] }
}

async function gradeOfClass(db: Db, schoolId: number, classId: number): Promise<number> {
  const row = await db
    .selectFrom('class')
    .where('id', '=', classId)
    .where('school_id', '=', schoolId)
    .select('grade_id')
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND', { what: '班级' })
  return row.grade_id
}

async function addLesson(
  db: Db,
  schoolId: number,
  classId: number,
  subjectId: number,
  userId: number,
): Promise<void> {
  const gradeId = await gradeOfClass(db, schoolId, classId)
  await addTeacher(db, { schoolId, classId, gradeId }, { subject_id: subjectId, user_id: userId })
}
