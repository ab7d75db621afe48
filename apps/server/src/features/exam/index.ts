export { registerExam } from './exam.routes.ts'
