import { EXAM_MANAGER } from '@hengjuan/domain'
/** Which tab of the exception page shows what an item of the checklist counts. */
const EXCEPTION_TABS: Record<string, string> = {
  openExceptions: 'all',
  identitiesUnmatched: 'exam_no',
  duplicates: 'duplicate',
  pagesMissing: 'positioning',
  choicesUnresolved: 'choice',
}

/** Where an item of the completeness checklist is worked off; null for what has no page of its own. */
export function gateAddress(code: string, examId: number, subjectId: number): string | null {
  const query = `?exam_id=${examId}&subject_id=${subjectId}`
  const tab = EXCEPTION_TABS[code]
  if (tab)
    return `/MainPage/exam-manage/scan-error-handle/${subjectId}/${tab}/all/0/0?exam_id=${examId}`
  switch (code) {
    case 'unitsNotFinal':
    case 'blanksUnconfirmed':
      return `/MarkingSupervision${query}`
    case 'problemsOpen':
      // Each says who decides it: the leaders of its block, who are led on from there.
      return `/MarkingSupervision${query}&papers=problem`
    case 'nearLineUnsent':
    case 'nearLineUnfinished':
      return `/MarkSet${query}`
    case 'spotChecksShort':
      return `/spot-check${query}`
    case 'keysMissing':
      return `/changeAnswer${query}`
    case 'withoutRecord':
    case 'noCandidates':
      return `/MainPage/exam-manage/AffairManage/${examId}/studentManage`
    default:
      return null
  }
}

/** Who works an item off, for whoever may not open its page; null where everybody who sees it may. */
export function gateHandler(code: string): string | null {
  if (code in EXCEPTION_TABS) return `由扫描员或${EXAM_MANAGER}处理`
  return code === 'withoutRecord' || code === 'noCandidates'
    ? `由学校管理员或${EXAM_MANAGER}处理`
    : null
}
