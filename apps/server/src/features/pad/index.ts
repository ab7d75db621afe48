import type { ServeApp } from '../../http/serve.ts'
import { registerAnswer } from './answer/answer.routes.ts'
import { registerOrganise } from './organise/organise.routes.ts'
import { registerPictures } from './table/picture.routes.ts'

export { closeMakeups, enterAnswers } from './marking/enter-jobs.ts'
export { padFacts } from './pad-facts.query.ts'
export { countUntold } from './table/picture.query.ts'

/** Exams that are answered on screen. @source platform 10 */
export function registerPad(target: ServeApp): void {
  registerPictures(target)
  registerOrganise(target)
  registerAnswer(target)
}
