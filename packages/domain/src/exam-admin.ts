import type { Permission } from './permissions.ts'
import { type ScopeList, scopeAllows } from './scope.ts'

/** What somebody may be given for one exam beside what their role may do. @source platform 4.7 */
export const EXAM_ADMIN_MAY = {
  setup: { label: '阅卷设置', permissions: ['marking.setup'] },
  supervise: { label: '阅卷监管', permissions: ['marking.supervise'] },
  publish: { label: '预审与发布', permissions: ['score.preview', 'score.publish'] },
} as const satisfies Record<string, { label: string; permissions: readonly Permission[] }>

export type ExamAdminMay = keyof typeof EXAM_ADMIN_MAY
export const EXAM_ADMIN_MAY_CODES = Object.keys(EXAM_ADMIN_MAY) as ExamAdminMay[]

/** Without these nobody finds the exam, nor the people that it is marked by. */
const ALWAYS: readonly Permission[] = ['exam.read', 'staff.read']

/** What a person may do in one exam, and in which of its subjects, because somebody named them for it. */
export interface ExamGrant {
  examId: number
  subjects: ScopeList<number>
  may: readonly ExamAdminMay[]
}

export const permissionsOfGrant = ({ may }: Pick<ExamGrant, 'may'>): Permission[] => [
  ...ALWAYS,
  ...may.flatMap((one) => [...EXAM_ADMIN_MAY[one].permissions]),
]

/** Every permission that can be given for an exam. */
export const GRANTABLE: ReadonlySet<Permission> = new Set(
  permissionsOfGrant({ may: EXAM_ADMIN_MAY_CODES }),
)

/** The grant by which a person may do this in this exam, and in the subject where one is named. */
export const grantFor = (
  grants: readonly ExamGrant[],
  permission: Permission,
  examId: number,
  subjectId?: number,
): ExamGrant | undefined =>
  grants.find(
    (grant) =>
      grant.examId === examId &&
      permissionsOfGrant(grant).includes(permission) &&
      (subjectId === undefined || scopeAllows(grant.subjects, subjectId)),
  )

export type GrantProblem =
  | 'nothing'
  | 'no_subject'
  | 'setup_alone'
  | 'publish_part'
  | 'publish_guest'

/**
 * Why a grant can not be given; null where it can.
 *
 * @param isGuest of another school than the one that holds the exam
 */
export function problemOfGrant({
  may,
  subjects,
  isGuest,
}: Omit<ExamGrant, 'examId'> & { isGuest: boolean }): GrantProblem | null {
  if (may.length === 0) return 'nothing'
  if (subjects !== 'all' && subjects.length === 0) return 'no_subject'
  // Settings are read, and their effect watched, on the pages of supervision.
  if (may.includes('setup') && !may.includes('supervise')) return 'setup_alone'
  // An exam is released as a whole.
  if (may.includes('publish') && subjects !== 'all') return 'publish_part'
  // Before the release a school sees no scores but its own.
  if (may.includes('publish') && isGuest) return 'publish_guest'
  return null
}

export const GRANT_PROBLEMS: Readonly<Record<GrantProblem, string>> = {
  nothing: '至少选择一项权限',
  no_subject: '至少选择一个科目',
  setup_alone: '能设置阅卷的人也要能监管阅卷，请同时勾选「阅卷监管」',
  publish_part: '成绩按整场发布，「预审与发布」只能给负责全部科目的人',
  publish_guest: '「预审与发布」只能给主办方的人',
}
