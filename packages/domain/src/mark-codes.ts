/**
 * How often a unit is read and how readings become a final mark.
 *
 * @source specification, section 4; domain rules 3.2
 */
export const MARK_MODES = {
  0: '单评',
  1: '双评（有仲裁）',
  2: '双评（无仲裁）',
  3: '三评（有仲裁）',
  4: '三评（无仲裁）',
} as const
export type MarkMode = keyof typeof MARK_MODES

/** Readings of a unit that count toward targets: 1 for single, 2 otherwise; third and arbitration are outside. */
export const baseReadings = (mode: MarkMode): 1 | 2 => (mode === 0 ? 1 : 2)

export const hasThirdReading = (mode: MarkMode): boolean => mode === 3 || mode === 4

export const hasArbitration = (mode: MarkMode): boolean => mode === 1 || mode === 3

/** @source specification, section 4; domain rules 4.2 */
export const ALLOC_MODES = { 1: '动态分配', 2: '平均分配', 3: '定量分配' } as const
export type AllocMode = keyof typeof ALLOC_MODES

/** Who judges in which place. `SEED`, `PRACTICE` and `SELF` never touch the final mark. @source domain rules 3.1 */
export const READING_ROLES = {
  R1: '一评',
  R2: '二评',
  R3: '三评',
  ARB: '仲裁',
  SPOT: '抽查',
  SEED: '种子卷',
  PRACTICE: '试评',
  SELF: '自评',
} as const
export type ReadingRole = keyof typeof READING_ROLES

export const UNIT_STATUSES = {
  WAIT_IMAGE: '待切图',
  READY: '待评',
  MARKING: '评阅中',
  THIRD: '待三评',
  ARBITRATION: '待仲裁',
  BLANK_REVIEW: '空白确认',
  PROBLEM: '问题卷',
  /** Sent back by a checker, or taken back by its marker. */
  REJECTED: '待重评',
  FINAL: '已完成',
  LOCKED: '已锁定',
} as const
export type UnitStatus = keyof typeof UNIT_STATUSES
/** The same of one candidate's paper, which may have left marking: the candidate is absent, or has no sheet. */
export const PAPER_STATES = { ...UNIT_STATUSES, OUT: '不阅卷' } as const

/** How scores are entered. @source specification, section 9; ui D2 */
export const SCORE_TYPES = { 1: '鼠标', 2: '键盘', 3: '鼠标和键盘' } as const
export type ScoreType = keyof typeof SCORE_TYPES

export const ADD_TYPES = { 0: '累加给分', 1: '扣减给分' } as const
export type AddType = keyof typeof ADD_TYPES

export const SUBMIT_TYPES = { 1: '自动提交', 2: '手动提交' } as const
export type SubmitType = keyof typeof SUBMIT_TYPES

export const TRACES = { 0: '关闭痕迹', 1: '保留痕迹' } as const
export type Traces = keyof typeof TRACES

export interface MarkingPagePolicy {
  scoreType: ScoreType
  addType: AddType
  submitType: SubmitType
  traces: Traces
}

/** @source specification, section 9 (default marking mode settings) */
export const DEFAULT_MARKING_PAGE: MarkingPagePolicy = {
  scoreType: 3,
  addType: 0,
  submitType: 2,
  traces: 0,
}

/** Why a marker passes a unit to the block leader. @source domain rules 6.2 */
export const PROBLEM_REASONS = {
  unclear_image: '图像不清',
  wrong_area: '答错区域',
  missing_page: '缺页',
  wrong_order: '页序错误',
  extra_sheet: '有附加纸',
  other_candidate: '非本人试卷',
  identifying_mark: '有特殊标记',
  identical: '雷同卷',
  emotional_or_risk: '情绪或安全风险',
  other: '其他',
} as const
export type ProblemReason = keyof typeof PROBLEM_REASONS

/** What a marker says of a paper on which nothing is written: not a problem, but for blank review. @source domain rules 6.1 */
export const LOOKS_BLANK = 'looks_blank'

/** Why a leader gives a problem paper no mark. @source domain rules 6.2 */
export const NO_MARK_REASONS = { MISCONDUCT: '违纪', VOID: '作废' } as const
export type NoMarkReason = keyof typeof NO_MARK_REASONS

/** Why a paper has nothing that is not a zero for what is written there. @source domain rules 6.1 */
export const UNGIVEN_ZEROS = { ...NO_MARK_REASONS, NR: '未作答' } as const
export type UngivenZero = keyof typeof UNGIVEN_ZEROS

export const ungivenZeroOf = (reason: string | null): UngivenZero | null =>
  reason !== null && Object.hasOwn(UNGIVEN_ZEROS, reason) ? (reason as UngivenZero) : null

/** Flags that do not stop marking. @source domain rules 6.3 */
export const PAPER_FLAGS = {
  excellent: '优秀卷',
  typical: '典型卷',
  typical_mistake: '典型错误',
  doubtful: '存疑',
} as const
export type PaperFlag = keyof typeof PAPER_FLAGS

/** How two readings become one mark; `mean` unless told otherwise. @source domain rules 3.3 */
export const COMBINE_RULES = {
  mean: '取平均',
  higher: '取高',
  lower: '取低',
  first: '取一评',
} as const
export type CombineRule = keyof typeof COMBINE_RULES

/** How the answers to a group of optional questions count. @source domain rules 3.10 */
export const OPTIONAL_POLICIES = {
  by_mark: '只评填涂的题号',
  mark_all_take_best: '全部评阅，取最高',
} as const
export type OptionalPolicy = keyof typeof OPTIONAL_POLICIES

/** What the tolerance is held against. @source domain rules 3.5 */
export const COMPARE_SCOPES = {
  total: '按题块总分',
  point: '按给分点',
  both: '总分和给分点',
} as const
export type CompareScope = keyof typeof COMPARE_SCOPES

/** What an arbitrator sees of earlier readings; `scores`: under letters. @source domain rules 3.3 */
export const ARB_VIEWS = {
  none: '不显示先前评分',
  scores: '显示评分，不显示姓名',
  names: '显示评分和姓名',
} as const
export type ArbView = keyof typeof ARB_VIEWS
