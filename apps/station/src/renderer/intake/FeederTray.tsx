import { Switch } from '@blueprintjs/core'
import { ErrorState, toast } from '@hengjuan/ui'
import type { BatchState } from '../../bridge/batch-api.ts'
import { useScreen } from '../station-store.ts'
import { useAnswer, useTransport } from '../transport/use-station.ts'
import css from './feeder-tray.module.css'
import { isPlain, FeederItem, Rescanned } from './FeederItem.tsx'

/** What waits at the feeder: the picture with the reason in it, and what can be done with the paper in hand. */
export function FeederTray({ batch }: { batch: BatchState }) {
  const { batch_id } = batch
  const version = `${batch.in_tray} ${batch.read} ${batch.sheets} ${batch.state}`
  const { answer, error, retry } = useAnswer('listTray', { batch_id }, version)
  // Sheets in hand wait for a decision: that they cannot be listed must not look like none.
  if (error !== null)
    return (
      <section className={css['tray']} aria-label="待处理">
        <ErrorState error={error} onRetry={retry} />
      </section>
    )
  if (!answer || (answer.items.length === 0 && answer.rescanned.length === 0)) return null
  return (
    <section className={css['tray']} aria-label="待处理">
      <header className={css['head']}>
        <h2>
          待处理 <small>{answer.items.length}</small>
        </h2>
        <PolicySwitch />
      </header>
      <ul className={css['list']}>
        {answer.items.map((item, at) => (
          <FeederItem
            key={item.item_id}
            item={item}
            batch={batch}
            above={answer.items.slice(0, at + 1).filter(isPlain)}
          />
        ))}
      </ul>
      {answer.rescanned.length > 0 && (
        <Rescanned list={answer.rescanned} isOpen={batch.state === 'open'} />
      )}
    </section>
  )
}

function PolicySwitch() {
  const { call } = useTransport()
  const policy = useScreen(({ live }) => live?.tray_policy ?? 'stop')
  return (
    <Switch
      className={css['policy'] ?? ''}
      checked={policy === 'stop'}
      label="有问题就停"
      title="关掉后只收在这里，不停止进纸"
      onChange={(event) => {
        const next = event.currentTarget.checked ? 'stop' : 'collect'
        call('setTrayPolicy', { policy: next }).catch(toast.error)
      }}
    />
  )
}
