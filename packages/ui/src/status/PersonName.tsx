import { nameParts } from '@hengjuan/domain'
import css from './status.module.css'

/**
 * Who it is, in a narrow column: what tells somebody from a namesake stands below the name, where dots do not swallow
 * it. The whole is told under the mouse.
 */
export function PersonName(props: { name: string; note?: string | undefined; isFaint?: boolean }) {
  const { name, difference } = nameParts(props.name)
  const below = [difference, props.note].filter(Boolean).join(' · ')
  return (
    <span className={css['person']} title={props.name} data-faint={props.isFaint || undefined}>
      <span>{name}</span>
      {below !== '' && <small>{below}</small>}
    </span>
  )
}
