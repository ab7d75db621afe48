import { mayDo } from './permissions.ts'
import type { Permission } from './permissions.ts'
import { FULL_MARKING_USER_TYPE, isRegionalRole } from './role.ts'
import type { Role } from './role.ts'

/** Entries of the main menu with their Chinese names. The first four form the exam-marking group. */
export const MENUS = {
  examManage: '考试',
  markingTasks: '阅卷任务',
  answerSheets: '答题卡库',
  markingSupervision: '阅卷监管',
  exceptionCenter: '异常中心',
  home: '首页',
  reports: '报表',
  learningAnalysis: '学情',
  paperComposition: '组卷',
  staffInfo: '学校管理',
  help: '帮助',
} as const

export type Menu = keyof typeof MENUS

/** Where every account lands, and what explains the rest: shown whatever the role. */
export const EVERYBODYS_MENUS: readonly Menu[] = ['home', 'help']

/** Sections that the specification names per role; `exam` is the exam-marking group. */
type MenuSection =
  | 'exam'
  | 'home'
  | 'reports'
  | 'learningAnalysis'
  | 'paperComposition'
  | 'staffInfo'

const allSections: readonly MenuSection[] = [
  'home',
  'exam',
  'reports',
  'learningAnalysis',
  'paperComposition',
  'staffInfo',
]

function sectionsOf(role: Role): readonly MenuSection[] {
  if (role === 'student') return []
  if (role === 'scan_operator') return ['exam']
  if (role === 'subject_leader' || role === 'prep_leader') return ['exam', 'staffInfo']
  if (role === 'class_teacher' || role === 'grade_director') return ['exam']
  if (isRegionalRole(role)) return ['learningAnalysis', 'paperComposition', 'staffInfo']
  // Marking teacher, as listed; roles that the specification does not list see every section.
  return allSections
}

const examGroup: readonly { menu: Menu; fullMarkingOnly: boolean; needs: Permission }[] = [
  { menu: 'examManage', fullMarkingOnly: true, needs: 'exam.read' },
  { menu: 'markingTasks', fullMarkingOnly: false, needs: 'marking.mark' },
  { menu: 'answerSheets', fullMarkingOnly: true, needs: 'sheet.read' },
  { menu: 'markingSupervision', fullMarkingOnly: false, needs: 'exam.read' },
]

/**
 * Menu entries that an account sees in its current role, in display order.
 *
 * Accounts whose type is not 999 see in the exam-marking group only marking tasks and supervision.
 * The exception center shows to whoever may handle exceptions.
 *
 * @source specification, sections 2 (menus) and 6 (menu visibility); domain rules 18.1
 */
export function visibleMenus(role: Role, userType: number): Menu[] {
  const sections = sectionsOf(role)
  const full = userType === FULL_MARKING_USER_TYPE
  return [
    ...(sections.includes('home') ? (['home'] as const) : []),
    ...(sections.includes('exam')
      ? examGroup
          .filter(({ fullMarkingOnly, needs }) => (full || !fullMarkingOnly) && mayDo(role, needs))
          .map(({ menu }) => menu)
      : []),
    ...(mayDo(role, 'exception.handle') ? (['exceptionCenter'] as const) : []),
    ...(['reports', 'learningAnalysis', 'paperComposition', 'staffInfo'] as const).filter((menu) =>
      sections.includes(menu),
    ),
  ]
}
