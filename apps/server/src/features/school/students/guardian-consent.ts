import { schoolConsent } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, type GuardianConsent, isUnderFourteen, lacksConsent } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { type Act, audit } from '../../../http/audit.ts'
import { settingAt } from '../../setting/index.ts'

/** What a student's guardian is asked for, and what was given. @throws AppError NOT_FOUND */
export async function consentOf(db: Db, studentId: number) {
  const student = await db
    .selectFrom('student')
    .innerJoin('class', 'class.id', 'student.class_id')
    .innerJoin('school', 'school.id', 'student.school_id')
    .where('student.id', '=', studentId)
    .select(['student.guardian_consent', 'student.school_id', 'class.grade_id'])
    .select('school.name as school_name')
    .executeTakeFirst()
  if (!student) throw new AppError('NOT_FOUND', { what: '学生' })
  const { value: rule } = await settingAt(db, schoolConsent, { schoolId: student.school_id })
  const given = storedConsent(student.guardian_consent)
  return {
    rule,
    given,
    schoolName: student.school_name,
    isLacking: lacksConsent(student.grade_id, rule, given),
  }
}

export const storedConsent = (text: string | null): GuardianConsent | null =>
  text === null ? null : (JSON.parse(text) as GuardianConsent)

/**
 * Nothing is told of results to students under fourteen, nor to whoever looks for them, before a guardian agrees, where
 * their school asks for it.
 *
 * @throws AppError GUARDIAN_CONSENT_NEEDED
 */
export async function assertConsent(
  db: Db,
  studentId: number,
  exam: { grade_id: number },
): Promise<void> {
  // Who sat an exam of a higher grade is older now; nobody else has to be looked up.
  if (!isUnderFourteen(exam.grade_id)) return
  const { isLacking, schoolName } = await consentOf(db, studentId)
  if (isLacking) throw new AppError('GUARDIAN_CONSENT_NEEDED', { school: schoolName })
}

/** A guardian agrees to what they read, or takes it back. @throws AppError CONSENT_CHANGED, CONSENT_NAME, NOT_FOUND */
export async function setOwnConsent(
  act: Act,
  studentId: number,
  {
    action,
    version,
    guardian_name: name = '',
  }: { action: 'give' | 'withdraw'; version?: string; guardian_name?: string },
): Promise<void> {
  const { services } = act
  await services.db.transaction().execute(async (db) => {
    const { rule, given } = await consentOf(db, studentId)
    const by = name.trim()
    if (action === 'give' && version !== rule.version) throw new AppError('CONSENT_CHANGED')
    if (action === 'give' && by.length < SHORTEST_NAME) throw new AppError('CONSENT_NAME')
    const now = action === 'give' ? { version: rule.version, at: isoNow(services.clock), by } : null
    await write(db, act, studentId, given, now)
  })
}

const SHORTEST_NAME = 2

/** The school notes consents that it got on paper. @returns how many changed */
export async function noteConsents(
  act: Act,
  schoolId: number,
  studentIds: readonly number[],
  action: 'record' | 'withdraw',
): Promise<number> {
  const { services, session } = act
  const ids = [...new Set(studentIds)]
  return services.db.transaction().execute(async (db) => {
    const { value: rule } = await settingAt(db, schoolConsent, { schoolId })
    const rows = await db
      .selectFrom('student')
      .where('school_id', '=', schoolId)
      .where('id', 'in', ids)
      .select(['id', 'guardian_consent'])
      .execute()
    if (rows.length < ids.length) throw new AppError('STUDENT_NOT_FOUND')
    let changed = 0
    for (const { id, guardian_consent } of rows) {
      const before = storedConsent(guardian_consent)
      if (action === 'record' ? before?.version === rule.version : before === null) continue
      const by = `${session.userName}（登记纸质同意书）`
      const now =
        action === 'record' ? { version: rule.version, at: isoNow(services.clock), by } : null
      await write(db, act, id, before, now)
      changed += 1
    }
    return changed
  })
}

async function write(
  db: Db,
  act: Act,
  studentId: number,
  before: GuardianConsent | null,
  now: GuardianConsent | null,
): Promise<void> {
  await db
    .updateTable('student')
    .set({ guardian_consent: now === null ? null : JSON.stringify(now) })
    .where('id', '=', studentId)
    .execute()
  await audit(db, act, {
    action: 'guardian-consent',
    object: `student:${studentId}`,
    before: { guardian_consent: before && consentWords(before) },
    after: { guardian_consent: now && consentWords(now) },
  })
}

const consentWords = ({ version, by }: GuardianConsent): string => `${by}，第 ${version} 版`
