import { reportAddress } from '../features/report/index.ts'

/**
 * Where an exam of a list opens: the steps of one that the own school or bureau holds; of a joint exam of others what
 * there is of it to see, its reports or the own list of candidates.
 */
export function examAddress(exam: { exam_id: number; side: string; published: boolean }): string {
  if (exam.side === 'organiser')
    return `/MainPage/exam-manage/exam-detail/${exam.exam_id}/subject-exam`
  return exam.published || exam.side === 'region'
    ? reportAddress('overview', { exam_id: exam.exam_id })
    : `/MainPage/exam-manage/AffairManage/${exam.exam_id}/studentManage`
}
