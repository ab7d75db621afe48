import type { ServeApp } from '../../http/serve.ts'
import { registerPictures } from './table/picture.routes.ts'

export { countUntold } from './table/picture.query.ts'

/** Exams that are answered on screen. @source platform 10 */
export function registerPad(target: ServeApp): void {
  registerPictures(target)
}
