import { formatMilli } from '@hengjuan/domain'
import css from './result.module.css'

export const Worth = (props: { milli: number | null; full: number | null }) => (
  <span className={css['worth']}>
    {props.milli === null ? '—' : formatMilli(props.milli)}
    {props.full !== null && <small>/{formatMilli(props.full)}</small>}
  </span>
)
