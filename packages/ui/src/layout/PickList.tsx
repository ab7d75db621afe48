import type { ReactNode, Ref } from 'react'
import css from './pick-list.module.css'

/** Papers or other things at the side of what is shown of the chosen one; scrolls in the height that is left. */
export const PickList = ({
  ref,
  label,
  children,
}: {
  ref?: Ref<HTMLUListElement>
  label: string
  children: ReactNode
}) => (
  <ul ref={ref} className={css['list']} aria-label={label}>
    {children}
  </ul>
)

/** One of them: a name, what stands at the right of it, and `small` lines below. */
export const PickItem = (props: {
  isCurrent: boolean
  onPick: () => void
  /** A box to tick, beside what chooses. */
  before?: ReactNode
  children: ReactNode
}) => (
  <li className={css['item']} data-current={props.isCurrent || undefined}>
    {props.before}
    <button type="button" aria-current={props.isCurrent || undefined} onClick={props.onPick}>
      {props.children}
    </button>
  </li>
)
