/** Address of the exceptions of a subject; the exam travels in the query, the path names the subject only. */
export const handlePath = (
  examId: number | string,
  subjectId: number | string,
  category = 'all',
  oneByOne = false,
): string =>
  `/MainPage/exam-manage/scan-error-handle/${subjectId}/${category}/all/0/${oneByOne ? 1 : 0}?exam_id=${examId}`
