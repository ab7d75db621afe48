import type { InputOf, subjectAdd, subjectUpdate } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, FIRST_CUSTOM_SUBJECT, isFixedSubject, sameText } from '@hengjuan/domain'
import { countOtherSchools, selectExamCounts, selectSchoolSubjects } from './subject.query.ts'

const BEHIND_ALL = 10_000

/** The subject of that name, if there is one: names that only differ in how they are typed are one. */
export async function findSubject(db: Db, schoolId: number, name: string) {
  const all = await selectSchoolSubjects(db, schoolId)
  return all.find((one) => sameText(one.name, name)) ?? null
}

/**
 * Makes a subject, or uses the one of that name.
 *
 * @throws AppError SUBJECT_NAME_TAKEN when the school uses it already
 */
export async function addSubject(
  db: Db,
  schoolId: number,
  { name, short_name: shortName, stages }: InputOf<typeof subjectAdd>['body'],
): Promise<{ subject_id: number; linked: boolean }> {
  const known = await findSubject(db, schoolId, name)
  if (known?.used) throw new AppError('SUBJECT_NAME_TAKEN', { subjectName: known.name })
  if (known) {
    await useSubject(db, schoolId, known.id, true)
    return { subject_id: known.id, linked: true }
  }
  const { last } = await db
    .selectFrom('subject')
    .where('id', '>=', FIRST_CUSTOM_SUBJECT)
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  const id = Math.max(FIRST_CUSTOM_SUBJECT, Number(last ?? 0) + 1)
  await db
    .insertInto('subject')
    .values({
      id,
      name: name.trim(),
      short_name: shortName.trim(),
      sort: id,
      custom: 1,
      stages: JSON.stringify(stages),
    })
    .execute()
  await useSubject(db, schoolId, id, true)
  return { subject_id: id, linked: false }
}

/** @throws AppError SUBJECT_NOT_FOUND, SUBJECT_FIXED, SUBJECT_SHARED, SUBJECT_NAME_TAKEN */
export async function updateSubject(
  db: Db,
  schoolId: number,
  { subject_id: id, name, short_name: shortName, stages }: InputOf<typeof subjectUpdate>['body'],
) {
  const own = await ownSubject(db, schoolId, id)
  if (isFixedSubject(id)) throw new AppError('SUBJECT_FIXED', { name: own.name })
  const count = await countOtherSchools(db, schoolId, id)
  if (count > 0) throw new AppError('SUBJECT_SHARED', { name: own.name, count })
  if (name !== undefined) {
    const taken = await findSubject(db, schoolId, name)
    if (taken && taken.id !== id)
      throw new AppError('SUBJECT_NAME_TAKEN', { subjectName: taken.name })
  }
  const values = {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(shortName === undefined ? {} : { short_name: shortName.trim() }),
    ...(stages === undefined ? {} : { stages: JSON.stringify(stages) }),
  }
  if (Object.keys(values).length > 0)
    await db.updateTable('subject').set(values).where('id', '=', id).execute()
  return own
}

/** The school uses a subject no more. @throws AppError SUBJECT_NOT_FOUND, SUBJECT_FIXED, SUBJECT_IN_USE */
export async function dropSubject(db: Db, schoolId: number, id: number) {
  const own = await ownSubject(db, schoolId, id)
  // 201 to 206 stand for what the system works out; the nine may be hidden.
  if (isFixedSubject(id) && id > 9) throw new AppError('SUBJECT_FIXED', { name: own.name })
  const exams = await selectExamCounts(db, schoolId)
  const count = exams.get(id) ?? 0
  if (count > 0) throw new AppError('SUBJECT_IN_USE', { subjectName: own.name, count })
  await useSubject(db, schoolId, id, false)
  return own
}

/** @throws AppError SUBJECT_NOT_FOUND */
export async function orderSubjects(db: Db, schoolId: number, ids: readonly number[]) {
  const all = await selectSchoolSubjects(db, schoolId)
  if (ids.some((id) => !all.some((one) => one.id === id))) throw new AppError('SUBJECT_NOT_FOUND')
  for (const [sort, id] of ids.entries())
    await db
      .insertInto('school_subject')
      .values({ school_id: schoolId, subject_id: id, sort, hidden: 0 })
      .onConflict((conflict) => conflict.columns(['school_id', 'subject_id']).doUpdateSet({ sort }))
      .execute()
}

export async function useSubject(
  db: Db,
  schoolId: number,
  id: number,
  isUsed: boolean,
): Promise<void> {
  const hidden = isUsed ? 0 : 1
  await db
    .insertInto('school_subject')
    .values({ school_id: schoolId, subject_id: id, sort: id <= 9 ? id - 1 : BEHIND_ALL, hidden })
    .onConflict((conflict) => conflict.columns(['school_id', 'subject_id']).doUpdateSet({ hidden }))
    .execute()
}

async function ownSubject(db: Db, schoolId: number, id: number) {
  const all = await selectSchoolSubjects(db, schoolId)
  const own = all.find((one) => one.id === id && one.used)
  if (!own) throw new AppError('SUBJECT_NOT_FOUND')
  return own
}
