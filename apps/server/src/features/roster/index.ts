export { registerRoster } from './roster.routes.ts'
export { enrolWholeClasses } from './enrol.ts'
export { previewExam } from './preview-exam.ts'
export { removeCandidatesOfClasses } from './change-candidates.ts'
export {
  addExamClasses,
  addExamSchools,
  type ExamSchoolState,
  selectExamSchools,
} from './exam-school.query.ts'
export { candidateRows } from './import-candidates.ts'
export {
  MAY_HAVE_SHEET,
  selectRollCall,
  selectRollCalls,
  selectRoomRolls,
} from './roll-call.query.ts'
