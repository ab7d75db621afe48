export { registerExamNotice } from './exam-notice.routes.ts'
