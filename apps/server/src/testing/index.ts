export { openTestApp, type Answer, type TestApp, type TestClient } from './test-app.ts'
export { seedSchool, type SeededSchool, TEST_PASSWORD } from './seed-school.ts'
export { xlsxFile } from './xlsx-file.ts'
export {
  type CandidatePlan,
  type ExamPlan,
  seedExam,
  type SeededExam,
  type SubjectPlan,
} from './seed-exam.ts'
export { seedTinyExam, TINY_EXAM_NAME } from './tiny-exam.ts'
