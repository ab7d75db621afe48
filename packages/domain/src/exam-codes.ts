/** Exam types. @source specification, section 3 */
export const EXAM_TYPES = { 1: '周测', 2: '月考', 3: '期中', 4: '期末', 5: '作业' } as const
export type ExamType = keyof typeof EXAM_TYPES

/** Exam modes; a subject may have its own. @source specification, section 3 */
export const EXAM_MODES = {
  1: '网上阅卷',
  2: '手阅（先阅后扫）',
  3: '线上考试',
  4: '成绩导入',
  6: '网上阅卷＋电子原卷',
  7: '混合阅卷',
} as const
export type ExamMode = keyof typeof EXAM_MODES

/**
 * The modes that a new exam, or a subject of a mixed one, can be given: those that lead from paper or table to a
 * released score.
 */
export const OFFERED_EXAM_MODES: readonly ExamMode[] = [1, 2, 6, 3, 4, 7]

/** What a mode means to who chooses it. */
export const EXAM_MODE_NOTES: Readonly<Record<ExamMode, string>> = {
  1: '扫描答题卡，教师在网上阅卷',
  2: '教师在纸上给分，扫描后识别得分',
  3: '考生在线作答，教师在网上阅卷',
  4: '不扫描、不阅卷，用表格导入得分',
  6: '网上阅卷，阅卷时对照试卷原卷',
  7: '各科方式不同，在「科目」中逐科选择',
}

/** What an exam is doing. @source specification, section 4 */
export const EXAM_STATUSES = {
  1: { phase: '准备', label: '答题卡设置' },
  2: { phase: '准备', label: '阅卷设置' },
  3: { phase: '阅卷', label: '扫描阅卷' },
  6: { phase: '报表', label: '成绩报表' },
} as const
export type ExamStatus = keyof typeof EXAM_STATUSES

/** The steps of a subject, in order. */
export const STEP_ORDER: readonly ExamStatus[] = [1, 2, 3, 6]

/** What steps are called where they are others than those of marking on screen. @source platform 4.1 */
const STEPS_OF_MODE: Readonly<Record<number, Readonly<Record<number, string>>>> = {
  2: { 3: '扫描登分' },
  3: { 1: '题目表', 2: '发布设置', 3: '作答与阅卷' },
  4: { 1: '科目满分', 2: '考生名单', 3: '成绩导入' },
}

/** What a step is called in a subject of a mode. */
export const stepLabel = (status: number, mode: number): string =>
  STEPS_OF_MODE[mode]?.[status] ?? EXAM_STATUSES[status as ExamStatus]?.label ?? '未知状态'

/** The step after a step; null after the last. */
export const stepAfter = (status: number): ExamStatus | null =>
  STEP_ORDER[STEP_ORDER.indexOf(status as ExamStatus) + 1] ?? null

/** The step before a step; null before the first. */
export const stepBefore = (status: number): ExamStatus | null =>
  STEP_ORDER[STEP_ORDER.indexOf(status as ExamStatus) - 1] ?? null

export type ExamPhase = 'preparation' | 'marking' | 'reports'

export interface ExamStep {
  phase: ExamPhase
  key: string
  label: string
  status: ExamStatus
}

const preparation: ExamStep[] = [
  { phase: 'preparation', key: 'answerSheet', label: '答题卡设置', status: 1 },
  { phase: 'preparation', key: 'markingSettings', label: '阅卷设置', status: 2 },
]
const scanMarking: ExamStep = { phase: 'marking', key: 'scanMarking', label: '扫描阅卷', status: 3 }
const scoreImport: ExamStep = { phase: 'marking', key: 'scoreImport', label: '成绩导入', status: 3 }
const reports: ExamStep[] = [
  { phase: 'reports', key: 'statistics', label: '统计', status: 6 },
  { phase: 'reports', key: 'scores', label: '成绩', status: 6 },
  { phase: 'reports', key: 'questionAnalysis', label: '小题分析', status: 6 },
  { phase: 'reports', key: 'distribution', label: '分数分布', status: 6 },
  { phase: 'reports', key: 'gradeStatistics', label: '等级统计', status: 6 },
  { phase: 'reports', key: 'examPaper', label: '试卷', status: 6 },
]

/** The steps of an exam in order; an import exam has score import in place of scan marking. */
export const examSteps = (mode: ExamMode): ExamStep[] => [
  ...preparation,
  mode === 4 ? scoreImport : scanMarking,
  ...reports,
]

/** Origin of an answer sheet. @source specification, section 3 */
export const ANSWER_SHEET_TYPES = {
  1: '自制答题卡',
  2: '智能导入答题卡',
  3: '线上考试',
  5: '成绩导入',
  7: '原卷',
} as const
export type AnswerSheetType = keyof typeof ANSWER_SHEET_TYPES

/** Labels of what is not known. @source specification, section 3 (fallback labels) */
export const UNKNOWN_LABELS = {
  subject: '未知科目',
  type: '未知类型',
  questionType: '未知题型',
  grade: '未知年级',
} as const

export const examTypeLabel = (type: number): string =>
  EXAM_TYPES[type as ExamType] ?? UNKNOWN_LABELS.type

export const examModeLabel = (mode: number): string =>
  EXAM_MODES[mode as ExamMode] ?? UNKNOWN_LABELS.type
