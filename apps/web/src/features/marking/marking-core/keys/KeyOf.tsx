import { KeyHint } from '@hengjuan/ui'
import type { DeskAction } from './desk-actions.ts'
import type { KeyBindings } from './key-profile.ts'

/** The first key of an action, where it has one. */
export const KeyOf = (props: { bindings: KeyBindings; action: DeskAction | undefined }) => {
  const key = props.action && props.bindings[props.action][0]
  return key ? <KeyHint keys={key} /> : null
}
