import { Button } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { schoolChanges } from '@hengjuan/contracts'
import { Time } from '@hengjuan/ui'
import css from './school.module.css'

/** EarlierSplits ones, which can be taken back here for good. */
export function EarlierSplits({ onUndo }: { onUndo: (id: number) => void }) {
  const changes = useRoute(schoolChanges, { query: { kind: 'split' } })
  if (!changes.data || changes.data.length === 0) return null
  return (
    <ul className={css['history']}>
      {changes.data.map((one) => (
        <li key={one.change_id}>
          {one.summary}
          {one.undone_at === null ? (
            <Button size="small" variant="minimal" onClick={() => onUndo(one.change_id)}>
              撤销
            </Button>
          ) : (
            '（已撤销）'
          )}
          <small>
            {one.by_name} <Time at={one.at} />
          </small>
        </li>
      ))}
    </ul>
  )
}
