export { askUnits } from './ask-units.ts'
export { registerExamAsk } from './exam-ask.routes.ts'
export { selectWithoutSheet } from './exam-ask.query.ts'
export { asksOf } from './own-asks.ts'
