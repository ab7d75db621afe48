export { type Answer, openTestApp, type TestApp, type TestClient } from './test-app.ts'
export { seedSchool, type SeededSchool } from './seed-school.ts'
export { xlsxFile } from './xlsx-file.ts'
export { seedTinyExam, TINY_EXAM_NAME } from './tiny-exam.ts'
