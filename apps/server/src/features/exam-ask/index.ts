export { registerExamAsk } from './exam-ask.routes.ts'
export { asksOf } from './own-asks.ts'
