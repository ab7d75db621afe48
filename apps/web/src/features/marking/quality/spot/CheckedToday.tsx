import { ProgressBar } from '@hengjuan/ui'
import css from './spot.module.css'

/** How many of the day's checks are done. */
export function CheckedToday(props: { checked: number; target: number }) {
  return (
    <div className={css['today']}>
      <span>本日抽查</span>
      <ProgressBar
        label={`本日 ${props.checked}/${props.target}`}
        done={Math.min(props.checked, props.target)}
        total={props.target}
        status={props.checked >= props.target ? 'ok' : 'busy'}
      />
    </div>
  )
}
