import { reportRanks, schoolAuthority } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  explain,
  type ExplainFacts,
  hiddenItem,
  isCompulsoryEducation,
  type Permission,
  ranksInGrade,
  type Role,
  scopeAllows,
  type ScopeFact,
  type ScopeList,
  visibleRankTypes,
  type WhyReason,
} from '@hengjuan/domain'
import type { Session } from '../../http/session.ts'
import { timeText } from '../../wall-clock.ts'
import { settingAt } from '../setting/index.ts'
import { scopeWords, selectHelpers } from './explain.query.ts'

/** Whose view is explained: their identity, and the further ones that they hold. */
export interface Viewer extends Pick<Session, 'role' | 'schoolId' | 'scope'> {
  schoolName: string
  otherRoles: readonly Role[]
}

export interface Asked {
  examId?: number | undefined
  classId?: number | undefined
  subjectId?: number | undefined
}

/** What the school keeps from the role as a whole, with who set it. */
async function keptFrom(db: Db, { role, schoolId }: Viewer, permission: Permission) {
  const { value, changed_by_name, changed_at } = await settingAt(db, schoolAuthority, { schoolId })
  const item = hiddenItem(value.hidden, role, { permission, path: '' })
  if (!item) return null
  return {
    label: item.label,
    setBy:
      changed_by_name === null || changed_at === null
        ? null
        : `${changed_by_name} 于 ${timeText(changed_at)} 设置`,
  }
}

/** Permissions that need a released exam. */
const NEEDS_RELEASE: readonly Permission[] = ['report.read', 'report.export', 'student.score']

/**
 * Why somebody does not see something. What lies in another school, and what does not exist, are answered alike: by
 * the own scope.
 */
export async function explainFor(
  db: Db,
  viewer: Viewer,
  permission: Permission,
  asked: Asked,
): Promise<WhyReason[]> {
  const { role, schoolId, scope } = viewer
  const facts: ExplainFacts = {
    role,
    otherRoles: viewer.otherRoles,
    permission,
    managers: await selectHelpers(db, schoolId, 'account.manage'),
    publishers: await selectHelpers(db, schoolId, 'score.publish'),
    configurers: await selectHelpers(db, schoolId, 'report.configure'),
  }
  const kept = await keptFrom(db, viewer, permission)
  if (kept) facts.kept = kept
  const outside: ScopeFact = { isWithin: false, own: viewer.schoolName }
  const factOf = async (
    kind: 'grade' | 'class' | 'subject',
    list: ScopeList<number>,
    id: number,
  ): Promise<ScopeFact> => ({
    isWithin: scopeAllows(list, id),
    own: scopeAllows(list, id) ? '' : await scopeWords(db, kind, list),
  })
  if (asked.classId !== undefined) {
    const found = await db
      .selectFrom('class')
      .select(['id', 'school_id', 'grade_id'])
      .where('id', '=', asked.classId)
      .executeTakeFirst()
    if (!found || found.school_id !== schoolId) facts.school = outside
    else {
      facts.grade = await factOf('grade', scope.grades, found.grade_id)
      facts.class = await factOf('class', scope.classes, found.id)
    }
  }
  if (asked.subjectId !== undefined)
    facts.subject = await factOf('subject', scope.subjects, asked.subjectId)
  if (asked.examId !== undefined) await addExam(asked.examId)
  return explain(facts)

  async function addExam(examId: number): Promise<void> {
    const exam = await db
      .selectFrom('exam')
      .select(['id', 'school_id', 'grade_id', 'published_snapshot_id'])
      .where('id', '=', examId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!exam || exam.school_id !== schoolId) {
      facts.school = outside
      return
    }
    if (role !== 'student') facts.grade = await factOf('grade', scope.grades, exam.grade_id)
    // Of an exam out of reach nothing more is told.
    if (facts.grade && !facts.grade.isWithin) return
    facts.exam = {
      isReleased: exam.published_snapshot_id !== null,
      needsRelease: NEEDS_RELEASE.includes(permission),
    }
    if (!NEEDS_RELEASE.includes(permission)) return
    const place = { schoolId, gradeId: exam.grade_id, examId }
    const reading = await settingAt(db, reportRanks, place)
    const { policy_reason: policyReason, ...ranks } = reading.value
    const holds = ranksInGrade(exam.grade_id, { ...ranks, policyReason })
    facts.ranks = {
      isShown: visibleRankTypes(role, holds).length > 0,
      setBy:
        reading.changed_by_name === null || reading.changed_at === null
          ? null
          : `${reading.changed_by_name} 于 ${timeText(reading.changed_at)} 设置`,
      isPolicy:
        role === 'student' &&
        isCompulsoryEducation(exam.grade_id) &&
        (reading.source === 'default' || ranks.student),
    }
  }
}
