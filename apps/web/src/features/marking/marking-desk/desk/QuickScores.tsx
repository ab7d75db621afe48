import { Button } from '@blueprintjs/core'
import { type EntryRules, type ScoreEntry, giveAll } from '../../marking-core/entry/score-entry.ts'
import { KeyOf } from '../../marking-core/keys/KeyOf.tsx'
import type { KeyBindings } from '../../marking-core/keys/key-profile.ts'
import css from './score-panel.module.css'

/** All or nothing, for all points at once. */
export function QuickScores(props: {
  rules: EntryRules
  bindings: KeyBindings
  onEdit: (change: (entry: ScoreEntry) => ScoreEntry) => void
}) {
  const { rules, bindings, onEdit } = props
  return (
    <div className={css['quick']}>
      <Button onClick={() => onEdit((now) => giveAll(now, 'zero', true, rules))}>
        零分 <KeyOf bindings={bindings} action="zeroAll" />
      </Button>
      <Button onClick={() => onEdit((now) => giveAll(now, 'full', true, rules))}>
        满分 <KeyOf bindings={bindings} action="fullAll" />
      </Button>
    </div>
  )
}
