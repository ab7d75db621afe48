export {
  type KeyRule,
  type ScoredQuestion,
  selectScoredQuestions,
  type SubjectPlace,
} from './scored-question.query.ts'
export { type ItemScores, objectivePart, type StoredAnswer } from './candidate-scores.ts'
export { areScoresDue, finishScores, scoreSoon } from './due-scores.ts'
export { scoreCandidates, scoringOf } from './score-candidates.ts'
export { lockedAhead, type NewFinal, queriesAhead, ScoresAhead } from './scores-ahead.ts'
export { changeSubjectRound } from './change-subject-round.ts'
export { selectSubjectRound, subjectRounding } from './subject-round.query.ts'
export { subjectRulesKept } from './subject-rules.ts'
