import { formatMilli, type Milli } from '@hengjuan/domain'
import css from './status.module.css'

/** A score from thousandths, with its full mark if given; `–` when there is none. */
export function Score(props: { value: Milli | null | undefined; full?: Milli }) {
  if (props.value === null || props.value === undefined)
    return <span className={css['score']}>–</span>
  return (
    <span className={css['score']}>
      {formatMilli(props.value)}
      {props.full !== undefined && <small>/{formatMilli(props.full)}</small>}
    </span>
  )
}
