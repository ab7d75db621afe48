/** What stands open in a subject, as counts. */
export interface SubjectProgress {
  /** Candidates registered in the subject. */
  registered: number
  /** Held online: nobody hands a sheet in. */
  isOnline?: boolean
  /** Scores come by a table. */
  isImported?: boolean
  unitsNotFinal: number
  openExceptions: number
  choicesUnresolved: number
  pagesMissing: number
  duplicates: number
  blanksUnconfirmed: number
  problemsOpen: number
  identitiesUnmatched: number
  /** Objective items without a key. */
  keysMissing: number
  /** Registered candidates with neither a sheet nor a confirmed absence. */
  withoutRecord: number
  /** Present candidates whose score can not be added up yet, for whatever reason. */
  candidatesUnscored: number
  /** Spot checks still to do to reach the target. */
  spotChecksShort: number
  /** Papers near a line that the rule of the subject would send to a second reader now. */
  nearLineUnsent: number
  /** Papers that were sent to a second reader and have no mark yet; counted as not final as well. */
  nearLineUnfinished: number
}

export type CompletenessCode =
  | Exclude<keyof SubjectProgress, 'registered' | 'isOnline' | 'isImported'>
  | 'noCandidates'

export interface CompletenessItem {
  code: CompletenessCode
  /** Chinese, for the checklist. */
  label: string
  count: number
  /** Holds back publication; a warning otherwise. */
  blocking: boolean
}

const CHECKS: readonly {
  code: Exclude<CompletenessCode, 'noCandidates'>
  label: string
  blocking: boolean
}[] = [
  { code: 'keysMissing', label: '客观题未设置答案', blocking: true },
  { code: 'openExceptions', label: '扫描异常未处理', blocking: true },
  { code: 'identitiesUnmatched', label: '答题卡未匹配考生', blocking: true },
  { code: 'duplicates', label: '考号重复未处理', blocking: true },
  { code: 'pagesMissing', label: '答题卡缺页', blocking: true },
  { code: 'choicesUnresolved', label: '选择题异常未处理', blocking: true },
  { code: 'blanksUnconfirmed', label: '空白卷未确认', blocking: true },
  { code: 'problemsOpen', label: '问题卷未处理', blocking: true },
  { code: 'unitsNotFinal', label: '题块未评完', blocking: true },
  { code: 'candidatesUnscored', label: '实考考生还没有成绩', blocking: true },
  { code: 'withoutRecord', label: '考生无答题卡且未确认缺考', blocking: false },
  { code: 'nearLineUnfinished', label: '临界复评的试卷还没有评完', blocking: false },
  { code: 'nearLineUnsent', label: '分数线附近的试卷还没有送去复评', blocking: false },
  { code: 'spotChecksShort', label: '抽查未达到目标数量', blocking: false },
]

/**
 * What must be done before a subject can be published: only what is open, with its count, in the order
 * in which it is worked off.
 *
 * @source domain rules 9 (2)
 */
export function completenessGate(progress: SubjectProgress): CompletenessItem[] {
  const empty: CompletenessItem[] =
    progress.registered === 0
      ? [{ code: 'noCandidates', label: '没有考生', count: 0, blocking: true }]
      : []
  const open = CHECKS.map((check) => ({ ...check, count: progress[check.code] }))
  const unrecorded = open.find(({ code }) => code === 'withoutRecord')
  if (unrecorded && progress.isImported) unrecorded.label = '考生没有成绩记录且未登记缺考'
  if (unrecorded && progress.isOnline) unrecorded.label = '考生没有作答且未登记缺考'
  if (unrecorded && hasNoRecords(unrecorded.count, progress.registered)) unrecorded.blocking = true
  return [...empty, ...open.filter(({ count }) => count > 0)]
}

/**
 * Is nothing known of anybody? Some candidates without a sheet are a reminder, in the steps of the subject as before
 * the release; a subject that nobody scanned is not ready.
 */
export const hasNoRecords = (withoutRecord: number, registered: number): boolean =>
  withoutRecord > 0 && withoutRecord === registered

/** May be published without an override? */
export const isComplete = (items: readonly CompletenessItem[]): boolean =>
  items.every(({ blocking }) => !blocking)
