const PROCESS = '/MainPage/exam-manage/process'

/** The steps of one subject. */
export const subjectFlowAddress = (examId: number, subjectId: number): string =>
  `${PROCESS}/subject/${subjectId}/subjectStep?exam_id=${examId}`

/** The steps of all subjects. */
export const totalFlowAddress = (examId: number): string => `${PROCESS}/total?exam_id=${examId}`

/** What is wrong with an exam: of one subject or of all, of one school or of the own (all that the caller sees). */
export const alarmAddress = (examId: number, subjectId = 0, schoolId = 0): string =>
  `${PROCESS}/subject/${subjectId}/alarm/${schoolId}?exam_id=${examId}`
