export {
  type KeyRule,
  type ScoredQuestion,
  selectScoredQuestions,
  type SubjectPlace,
} from './scored-question.query.ts'
export { type ItemScores, objectivePart, type StoredAnswer } from './candidate-scores.ts'
export { areScoresDue, finishScores, scoreSoon } from './due-scores.ts'
export { scoreCandidates, scoreInSubjects } from './score-candidates.ts'
export { changeSubjectRound } from './change-subject-round.ts'
export { selectSubjectRound, subjectRounding } from './subject-round.query.ts'
