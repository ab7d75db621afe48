import type { classSave, InputOf } from '@hengjuan/contracts'
import type { Db, Tables } from '@hengjuan/db'
import { AppError, GRADES, sameText } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { setClassTeacher, setTeachers } from './class-teachers.ts'

type Class = Selectable<Tables['class']>
type Change = InputOf<typeof classSave>['body']

/**
 * Makes a class, or changes what is named of one.
 *
 * @returns its id, and whose teaching changed
 * @throws AppError CLASS_NAME_TAKEN, INPUT_INVALID, STAFF_NOT_FOUND, SUBJECT_NOT_FOUND
 */
export async function saveClass(
  services: Services,
  db: Db,
  schoolId: number,
  before: Class | null,
  change: Change,
): Promise<{ classId: number; userIds: number[] }> {
  const values = await valuesOf(services, db, schoolId, before, change)
  await assertNameFree(db, schoolId, { ...values, id: before?.id ?? 0 })
  const { id: classId } = before
    ? await db
        .updateTable('class')
        .set(values)
        .where('id', '=', before.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await db
        .insertInto('class')
        .values({ school_id: schoolId, ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
  if (values.subject_id !== null && before && values.subject_id !== before.subject_id)
    await db
      .updateTable('class_member')
      .set({ subject_id: values.subject_id })
      .where('class_id', '=', classId)
      .execute()
  const userIds = new Set<number>()
  const place = { schoolId, classId, gradeId: values.grade_id }
  if (change.class_teacher_id !== undefined)
    for (const id of await setClassTeacher(db, place, change.class_teacher_id)) userIds.add(id)
  if (change.teachers !== undefined)
    for (const id of await setTeachers(db, place, change.teachers)) userIds.add(id)
  return { classId, userIds: [...userIds] }
}

async function valuesOf(
  services: Services,
  db: Db,
  schoolId: number,
  before: Class | null,
  change: Change,
) {
  const gradeId = change.grade_id ?? before?.grade_id
  const name = (change.name ?? before?.name ?? '').normalize('NFKC').trim()
  const kind = before?.kind ?? change.kind ?? 'admin'
  const subjectId = kind === 'admin' ? null : (change.subject_id ?? before?.subject_id ?? null)
  const missing: [boolean, string, string][] = [
    [name === '', 'name', '请填写班级名称'],
    [gradeId === undefined || !GRADES[gradeId], 'grade_id', '请选择年级'],
    [kind === 'teaching' && subjectId === null, 'subject_id', '请选择教学班的科目'],
  ]
  const details = missing.flatMap(([is, path, message]) => (is ? [{ path, message }] : []))
  if (details.length > 0) throw new AppError('INPUT_INVALID').withDetails(details)
  if (subjectId !== null) await assertSubject(db, subjectId)
  return {
    name,
    grade_id: gradeId ?? 0,
    kind,
    subject_id: subjectId,
    entry_year: change.entry_year === undefined ? (before?.entry_year ?? null) : change.entry_year,
    sort: change.sort ?? before?.sort ?? (await nextSort(db, schoolId, gradeId ?? 0, name)),
    closed_at:
      change.closed === undefined
        ? (before?.closed_at ?? null)
        : change.closed
          ? (before?.closed_at ?? isoNow(services.clock))
          : null,
  }
}

async function assertSubject(db: Db, subjectId: number): Promise<void> {
  const subject = await db
    .selectFrom('subject')
    .select('id')
    .where('id', '=', subjectId)
    .executeTakeFirst()
  if (!subject) throw new AppError('SUBJECT_NOT_FOUND')
}

/** 10班 stands behind 9班: the number in the name orders, else the moment of adding. */
async function nextSort(db: Db, schoolId: number, gradeId: number, name: string): Promise<number> {
  const number = /\d{1,3}/.exec(name)?.[0]
  if (number !== undefined) return Number(number)
  const { last } = await db
    .selectFrom('class')
    .where('school_id', '=', schoolId)
    .where('grade_id', '=', gradeId)
    .select((eb) => eb.fn.max('sort').as('last'))
    .executeTakeFirstOrThrow()
  return Number(last ?? 0) + 1
}

/** Names that only differ in how they are typed are one. */
async function assertNameFree(
  db: Db,
  schoolId: number,
  one: { id: number; grade_id: number; name: string; kind: string; closed_at: string | null },
): Promise<void> {
  if (one.closed_at !== null) return
  const others = await db
    .selectFrom('class')
    .where('school_id', '=', schoolId)
    .where('grade_id', '=', one.grade_id)
    .where('kind', '=', one.kind)
    .where('closed_at', 'is', null)
    .where('id', '!=', one.id)
    .select('name')
    .execute()
  const taken = others.find(({ name }) => sameText(name, one.name))
  if (taken) throw new AppError('CLASS_NAME_TAKEN', { className: taken.name })
}

/**
 * Deletes a class that nothing hangs on, or closes it.
 *
 * @returns whether it was closed
 * @throws AppError CLASS_NOT_EMPTY, CLASS_EXAMINED
 */
export async function deleteClass(
  services: Services,
  db: Db,
  { id, name: className, kind }: Class,
  closes: boolean,
): Promise<boolean> {
  const { students } = await db
    .selectFrom('student')
    .where('class_id', '=', id)
    .$if(closes, (query) => query.where('left_at', 'is', null))
    .select((eb) => eb.fn.countAll().as('students'))
    .executeTakeFirstOrThrow()
  const { members } = await db
    .selectFrom('class_member')
    .where('class_id', '=', id)
    .select((eb) => eb.fn.countAll().as('members'))
    .executeTakeFirstOrThrow()
  const count = Number(kind === 'admin' ? students : members)
  if (count > 0) throw new AppError('CLASS_NOT_EMPTY', { className, count })
  if (closes) {
    await db
      .updateTable('class')
      .set({ closed_at: isoNow(services.clock) })
      .where('id', '=', id)
      .execute()
    return true
  }
  if (await wasExamined(db, id)) throw new AppError('CLASS_EXAMINED', { className })
  await setClassTeacher(db, { schoolId: 0, classId: id, gradeId: 0 }, null)
  await setTeachers(db, { schoolId: 0, classId: id, gradeId: 0 }, [])
  await db.deleteFrom('class').where('id', '=', id).execute()
  return false
}

async function wasExamined(db: Db, classId: number): Promise<boolean> {
  const { examined } = await db
    .selectNoFrom((eb) =>
      eb
        .or([
          eb.exists(eb.selectFrom('candidate').where('class_id', '=', classId).select('id')),
          eb.exists(eb.selectFrom('exam_class').where('class_id', '=', classId).select('exam_id')),
        ])
        .as('examined'),
    )
    .executeTakeFirstOrThrow()
  return Boolean(examined)
}
