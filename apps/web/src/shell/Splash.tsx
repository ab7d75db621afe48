import { Spinner } from '@blueprintjs/core'
import css from './root.module.css'

/** While the first page is on its way. */
export const Splash = () => (
  <div className={css['splash']}>
    <Spinner size={28} aria-label="正在加载" />
  </div>
)
