import { alarmAddress } from './flow-address.ts'

/** The page on which a task of the home page is done. */
export function taskAddress(todo: {
  kind: string
  exam_id: number
  subject_id: number | null
  block_id: number | null
}): string | null {
  const { kind, exam_id: examId, subject_id: subjectId, block_id: blockId } = todo
  const exam = `/MainPage/exam-manage/exam-detail/${examId}`
  switch (kind) {
    case 'risk':
      return '/risk-papers'
    case 'marking':
      return `/marking?block_id=${blockId}`
    case 'arbitration':
      return `/MainPage/markPaper/markPage/arbitration-home/arbitration?block_id=${blockId}`
    case 'qualification':
      return `/benchmark?block_id=${blockId}&tab=qualification`
    case 'exceptions':
      return `/MainPage/exam-manage/scan-error-handle/${subjectId}/all/all/0/0?exam_id=${examId}`
    case 'sheet':
      return `/MainPage/exam-manage/AffairManage/${examId}/answer-sheet-manage?subject_id=${subjectId}`
    case 'settings':
      return `/MarkSet?exam_id=${examId}&subject_id=${subjectId}`
    case 'ask':
      return '/exam-asks'
    case 'alarm':
      return alarmAddress(examId)
    case 'publish':
      return `${exam}/result-preliminary`
    default:
      return `${exam}/subject-exam`
  }
}
