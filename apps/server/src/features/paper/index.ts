export { registerPaper } from './paper.routes.ts'
export { paperFacts } from './paper.query.ts'
