export { registerScoreEdit } from './score-edit.routes.ts'
