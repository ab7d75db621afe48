import { randomInt, randomUUID } from 'node:crypto'
import type { InputOf, ReplyOf, studentTransfer } from '@hengjuan/contracts'
import { type Db, isOneOf } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { audit } from '../../../http/audit.ts'
import { findStudentByNo } from '../student.query.ts'
import { daysAfter, UNDO_DAYS } from './transfer.query.ts'

type Who = Parameters<typeof audit>[1] & { session: { userId: number } }
type Body = InputOf<typeof studentTransfer>['body']
type Reply = ReplyOf<typeof studentTransfer>

/** Without letters that are taken for each other when they are read out. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ'
const CODE_LENGTH = 8
const CODE_DAYS = 90

const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

const nothing: Reply = { codes: [], student_id: null, undone: false }

const missing = (path: string, message: string) =>
  new AppError('INPUT_INVALID').withDetails([{ path, message }])

/** Students leave for another school, each with a code that the other school types. */
export async function transferOut(
  db: Db,
  who: Who,
  schoolId: number,
  { student_ids: ids = [], reason = '', keep_scores_visible: keeps = false }: Body,
): Promise<Reply> {
  if (ids.length === 0) throw missing('student_ids', '请先选择学生')
  if (reason.trim().length < 2) throw missing('reason', '请填写转出原因')
  const now = isoNow(who.services.clock)
  const students = await db
    .selectFrom('student')
    .where(isOneOf(db, 'id', ids))
    .where('school_id', '=', schoolId)
    .selectAll()
    .execute()
  if (students.length < new Set(ids).size) throw new AppError('STUDENT_NOT_FOUND')
  const open = await db
    .selectFrom('student_transfer')
    .where(isOneOf(db, 'student_id', ids))
    .where('undone_at', 'is', null)
    .where('taken_at', 'is', null)
    .where('expires_at', '>', now)
    .select('student_id')
    .executeTakeFirst()
  if (open)
    throw new AppError('TRANSFER_UNDER_WAY', {
      name: students.find(({ id }) => id === open.student_id)?.name ?? '',
    })
  const codes: Reply['codes'] = []
  for (const student of students) {
    const code = newCode()
    const expiresAt = daysAfter(now, CODE_DAYS)
    const { id } = await db
      .insertInto('student_transfer')
      .values({
        student_id: student.id,
        school_id: schoolId,
        code,
        reason: reason.trim(),
        keeps_scores: keeps ? 1 : 0,
        by_id: who.session.userId,
        at: now,
        expires_at: expiresAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('student')
      .set({
        left_at: now,
        left_as: 'transferred',
        person_key: student.person_key ?? randomUUID(),
      })
      .where('id', '=', student.id)
      .execute()
    await audit(db, who, {
      action: 'student-transfer-out',
      object: `student:${student.id}`,
      after: { reason: reason.trim() },
    })
    codes.push({
      transfer_id: id,
      student_id: student.id,
      name: student.name,
      code,
      expires_at: expiresAt,
    })
  }
  return { ...nothing, codes }
}

/** A student comes with a code: a row of this school for the same person. */
export async function takeIn(db: Db, who: Who, schoolId: number, body: Body): Promise<Reply> {
  const { student_no: studentNo, class_id: classId } = body
  if (studentNo === undefined) throw missing('student_no', '请填写在本校的学号')
  if (classId === undefined) throw missing('class_id', '请选择班级')
  const code = (body.code ?? '').normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  const now = isoNow(who.services.clock)
  const transfer = await db
    .selectFrom('student_transfer')
    .innerJoin('student', 'student.id', 'student_transfer.student_id')
    .where('student_transfer.code', '=', code)
    .where('student_transfer.undone_at', 'is', null)
    .where('student_transfer.taken_at', 'is', null)
    .where('student_transfer.expires_at', '>', now)
    .where('student_transfer.school_id', '!=', schoolId)
    .select([
      'student_transfer.id',
      'student.name',
      'student.name_pinyin',
      'student.gender',
      'student.registry_no',
      'student.guardian_phone',
      'student.person_key',
    ])
    .executeTakeFirst()
  if (!transfer) throw new AppError('TRANSFER_CODE_WRONG')
  const owner = await findStudentByNo(db, schoolId, studentNo)
  if (owner) throw new AppError('STUDENT_NO_TAKEN', { studentNo, name: owner.name })
  const { id: transferId, ...person } = transfer
  const { id } = await db
    .insertInto('student')
    .values({ ...person, school_id: schoolId, class_id: classId, student_no: studentNo })
    .returning('id')
    .executeTakeFirstOrThrow()
  const taken = await db
    .updateTable('student_transfer')
    .set({ taken_student_id: id, taken_at: now })
    .where('id', '=', transferId)
    .where('taken_at', 'is', null)
    .executeTakeFirst()
  if (Number(taken.numUpdatedRows) === 0) throw new AppError('TRANSFER_CODE_WRONG')
  await audit(db, who, {
    action: 'student-transfer-in',
    object: `student:${id}`,
    after: { student_no: studentNo, class_id: classId },
  })
  return { ...nothing, student_id: id }
}

/**
 * Within seven days: the school that gave a student takes the code back, the school that took one in gives them back.
 *
 * @throws AppError TRANSFER_UNDO_LATE
 */
export async function undoTransfer(
  db: Db,
  who: Who,
  schoolId: number,
  transferId: number,
): Promise<Reply> {
  const now = isoNow(who.services.clock)
  const row = await db
    .selectFrom('student_transfer')
    .leftJoin('student as taken', 'taken.id', 'student_transfer.taken_student_id')
    .where('student_transfer.id', '=', transferId)
    .where((eb) =>
      eb.or([
        eb('student_transfer.school_id', '=', schoolId),
        eb('taken.school_id', '=', schoolId),
      ]),
    )
    .where('student_transfer.undone_at', 'is', null)
    .select([
      'student_transfer.student_id',
      'student_transfer.school_id',
      'student_transfer.taken_student_id',
      'student_transfer.taken_at',
      'student_transfer.at',
    ])
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND', { what: '转学记录' })
  const isOut = row.school_id === schoolId
  const since = isOut ? row.at : (row.taken_at ?? row.at)
  if (now > daysAfter(since, UNDO_DAYS))
    throw new AppError('TRANSFER_UNDO_LATE', { reason: `已超过 ${UNDO_DAYS} 天` })
  if (isOut && row.taken_at !== null)
    throw new AppError('TRANSFER_UNDO_LATE', { reason: '对方学校已经接收，请由对方学校撤销' })
  if (isOut) await takeBack(db, who, transferId, row.student_id, now)
  else await giveBack(db, who, transferId, row.taken_student_id ?? 0)
  return { ...nothing, undone: true }
}

async function takeBack(db: Db, who: Who, transferId: number, studentId: number, now: string) {
  await db
    .updateTable('student_transfer')
    .set({ undone_at: now })
    .where('id', '=', transferId)
    .execute()
  await db
    .updateTable('student')
    .set({ left_at: null, left_as: null })
    .where('id', '=', studentId)
    .execute()
  await audit(db, who, { action: 'student-transfer-undo', object: `student:${studentId}` })
}

/** The code holds again. */
async function giveBack(db: Db, who: Who, transferId: number, studentId: number) {
  const sat = await db
    .selectFrom('candidate')
    .where('student_id', '=', studentId)
    .select('id')
    .executeTakeFirst()
  if (sat) throw new AppError('TRANSFER_UNDO_LATE', { reason: '该生已在本校参加考试' })
  const account = await db
    .selectFrom('user')
    .where('student_id', '=', studentId)
    .select('id')
    .executeTakeFirst()
  if (account) throw new AppError('TRANSFER_UNDO_LATE', { reason: '该生已开通查询账号' })
  await db
    .updateTable('student_transfer')
    .set({ taken_student_id: null, taken_at: null })
    .where('id', '=', transferId)
    .execute()
  await db.deleteFrom('student').where('id', '=', studentId).execute()
  await audit(db, who, { action: 'student-transfer-undo', object: `student:${studentId}` })
}
