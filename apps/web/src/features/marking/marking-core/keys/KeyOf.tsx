import { KeyHint } from '@hengjuan/ui'
import type { DeskAction } from './desk-actions.ts'
import { useBindings } from './bindings.ts'

/** The first key of an action, where it has one. */
export const KeyOf = ({ action }: { action: DeskAction | undefined }) => {
  const bindings = useBindings()
  const key = action && bindings[action][0]
  return key ? <KeyHint keys={key} /> : null
}
