import { entriesText } from '@hengjuan/domain'
import css from './rubric.module.css'

/** The entries of the rubric that scores were given by, in one line; nothing where there are none. */
export const PressedEntries = (props: {
  pressed: readonly { text: string; milli: number }[]
  /** Whose, where several stand together. */
  label?: string
}) =>
  props.pressed.length === 0 ? null : (
    <p className={css['pressed']} data-testid="pressed-entries">
      <span>{props.label ?? '给分依据'}</span> {entriesText(props.pressed)}
    </p>
  )
