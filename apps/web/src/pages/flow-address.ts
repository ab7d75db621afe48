const PROCESS = '/MainPage/exam-manage/process'

/** The steps of one subject. */
export const subjectFlowAddress = (examId: number, subjectId: number): string =>
  `${PROCESS}/subject/${subjectId}/subjectStep?exam_id=${examId}`

/** The steps of all subjects. */
export const totalFlowAddress = (examId: number): string => `${PROCESS}/total?exam_id=${examId}`
