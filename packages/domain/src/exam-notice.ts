/** What a notice of an exam is about, with the words that it begins with. */
export const MARKING_NOTICES = {
  open: { label: '开始阅卷', text: '可以开始阅卷了，请在「阅卷任务」中进入。' },
  remind: { label: '提醒阅卷', text: '您还有试卷没有评完，请尽快完成。' },
  deadline: { label: '临近截止', text: '阅卷即将截止，请在截止前评完。' },
} as const
export type MarkingNotice = keyof typeof MARKING_NOTICES

export const SCAN_NOTICES = {
  ready: { label: '可以扫描', text: '答题卡模板已就绪，可以开始扫描。' },
  behind: { label: '扫描进度落后', text: '已扫描的答题卡少于应有份数，请尽快完成。' },
  missing: { label: '缺少答题卡', text: '仍有考生没有答题卡，请核对后补扫。' },
} as const
export type ScanNotice = keyof typeof SCAN_NOTICES

/** Who is reminded again so soon is asked about. */
export const NOTICE_PAUSE_MINUTES = 30
