import type { ExamSubject } from '../use-decisions.ts'

/** Address of a candidate's result in a subject; without a candidate, of the search for one. */
export const resultPath = (at: ExamSubject, candidateId?: number): string =>
  `/MainPage/error-home/candidate-result?exam_id=${at.exam_id}&subject_id=${at.subject_id}` +
  (candidateId === undefined ? '' : `&candidate_id=${candidateId}`)
