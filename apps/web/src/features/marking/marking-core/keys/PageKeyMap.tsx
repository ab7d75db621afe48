import { KeyMapDialog } from '@hengjuan/ui'
import { keyGroupsOf, type KeyMapOf } from './key-groups.ts'
import { keyName } from './key-name.ts'
import type { KeyChoiceState } from './use-key-choice.ts'

/** What every key does on a page now; its own key closes it as well. */
export const PageKeyMap = ({
  keys: { bindings, choice, actions },
  isOpen,
  onClose,
  ...page
}: Omit<KeyMapOf, 'bindings' | 'lettersOff'> & {
  keys: Pick<KeyChoiceState, 'bindings' | 'choice' | 'actions'>
  isOpen: boolean
  onClose: () => void
}) => (
  <KeyMapDialog
    groups={keyGroupsOf({ ...page, bindings, lettersOff: choice.lettersOff })}
    isOpen={isOpen}
    onClose={onClose}
    isToggle={(event) => actions.get(keyName(event) ?? '') === 'help'}
  />
)
