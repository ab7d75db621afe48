import { PAPER_FLAGS } from '@hengjuan/domain'
import { ReasonButton } from '@hengjuan/ui'
import type { DeskAction } from '../../marking-core/keys/desk-actions.ts'
import { KeyOf } from '../../marking-core/keys/KeyOf.tsx'

const FLAG_ACTIONS: Readonly<Record<string, DeskAction>> = {
  excellent: 'excellent',
  typical: 'typical',
  typical_mistake: 'typicalMistake',
  doubtful: 'doubtful',
}

/** The flag that an action puts on a paper; null for other actions. */
export const flagOf = (action: DeskAction): string | null =>
  Object.keys(FLAG_ACTIONS).find((flag) => FLAG_ACTIONS[flag] === action) ?? null

/** Flags that do not stop marking. @source domain rules 6.3 */
export const FlagButtons = (props: {
  flags: readonly string[]
  lockedReason: string | null
  onFlag: (flag: string) => void
}) =>
  Object.entries(PAPER_FLAGS).map(([flag, label]) => (
    <ReasonButton
      key={flag}
      variant="minimal"
      active={props.flags.includes(flag)}
      aria-pressed={props.flags.includes(flag)}
      reason={props.lockedReason}
      onClick={() => props.onFlag(flag)}
    >
      {label} <KeyOf action={FLAG_ACTIONS[flag]} />
    </ReasonButton>
  ))
