import { analysisTrend } from '@hengjuan/contracts'
import {
  AppError,
  audienceOf,
  isUnderFourteen,
  mayDo,
  PERMISSIONS,
  roleLabel,
  scopeAllows,
  type StudentItem,
} from '@hengjuan/domain'
import type { Session } from '../../http/session.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { findTarget } from '../../http/targets.ts'
import type { Services } from '../../services.ts'
import { assertConsent } from '../school/index.ts'
import { shownOf } from '../score/index.ts'
import { reportConfig } from '../setting/index.ts'
import { trendReply } from './series.ts'
import { type ExamStanding, selectOfClass, selectOfStudent } from './trend.query.ts'

/** How a student, or a class, stood from exam to exam. @source reports P25 */
export function registerTrend(target: ServeApp): void {
  serve(target, analysisTrend, async ({ query, services, session }) => {
    const of = { student: query.student_id, class: query.class_id }
    const reply = mayDo(session.role, 'student.score')
      ? await ownTrend(services, session, of)
      : await staffTrend(services, session, of)
    if (query.subject_id === undefined) return reply
    return {
      ...reply,
      series: reply.series.filter(({ subject_id }) => subject_id === query.subject_id),
    }
  })
}

interface Of {
  student: number | undefined
  class: number | undefined
}

/** Students reach themselves only. @throws AppError NOT_FOUND, TREND_HIDDEN */
async function ownTrend(services: Services, { studentId }: Session, of: Of) {
  if (of.class !== undefined || (of.student !== undefined && of.student !== studentId))
    throw new AppError('NOT_FOUND', { what: '学生' })
  const { db } = services
  const all = await selectOfStudent(db, studentId ?? -1, {
    version: 'student',
    teachersOnly: false,
  })
  const shown: { standing: ExamStanding; items: ReadonlySet<StudentItem>; hasRanks: boolean }[] = []
  const young = all.find(({ exam }) => isUnderFourteen(exam.grade_id))
  if (young) await assertConsent(db, studentId ?? -1, young.exam)
  for (const standing of all) {
    const { items, ranks } = await shownOf(db, standing.exam)
    if (items.has('analysis'))
      shown.push({
        standing,
        items,
        hasRanks: ranks.includes('school') && ranks.includes('class'),
      })
  }
  if (shown.length === 0 && all.length > 0) throw new AppError('TREND_HIDDEN')
  const has = (item: StudentItem) => shown.every(({ items }) => items.has(item))
  // A standard score tells a rank: where one is hidden there are levels. @source reports 2.2
  const isZ = has('subject_score') && shown.every(({ hasRanks }) => hasRanks)
  if (!isZ && !has('level')) throw new AppError('TREND_HIDDEN')
  return trendReply(
    shown.map(({ standing }) => standing),
    {
      form: isZ ? 'z' : 'levels',
      scores: has('subject_score') && has('total'),
      total: has('total'),
      isSubjectShown: () => true,
    },
  )
}

/** Staff see who they may read reports of. @throws AppError NOT_ALLOWED, NOT_FOUND, STUDENT_NOT_FOUND */
async function staffTrend(services: Services, session: Session, of: Of) {
  const { db } = services
  if (!mayDo(session.role, 'report.read'))
    throw new AppError('NOT_ALLOWED', {
      role: roleLabel(session.role),
      action: PERMISSIONS['report.read'].label,
    })
  const told = { version: 'staff', teachersOnly: audienceOf(session.role) === 'teachers' } as const
  const standings =
    of.student !== undefined
      ? await findTarget(db, session, 'report.read', { student: of.student }).then(() =>
          selectOfStudent(db, of.student ?? 0, told),
        )
      : of.class !== undefined
        ? await findTarget(db, session, 'report.read', { class: of.class }).then(() =>
            selectOfClass(db, of.class ?? 0, told),
          )
        : null
  if (standings === null) throw new AppError('NOT_FOUND', { what: '学生或班级' })
  const newest = standings.at(-1)?.exam
  const policy =
    newest &&
    (await reportConfig(db, {
      schoolId: newest.school_id,
      gradeId: newest.grade_id,
      examId: newest.id,
    }))
  const { subjects } = session.scope
  return trendReply(standings, {
    form: policy?.policy.profile === 'compulsory' && of.class === undefined ? 'levels' : 'z',
    scores: true,
    total: subjects === 'all',
    isSubjectShown: (id) => scopeAllows(subjects, id),
  })
}
