import { HTMLSelect } from '@blueprintjs/core'
import type { exceptionCounts, ReplyOf } from '@hengjuan/contracts'
import css from './scan-errors.module.css'

type Counts = ReplyOf<typeof exceptionCounts>

/** Narrows the exceptions to a batch or a room; what is chosen stays in the address. @source ui D4 */
export function PlaceFilter(props: {
  batches: Counts['batches']
  rooms: Counts['rooms']
  batch: string | null
  room: string | null
  onChange: (change: { batch?: string; room?: string }) => void
}) {
  const { batches, rooms } = props
  // What is chosen stays to be seen and taken off when nothing waits there any more.
  const isGone = props.batch !== null && !batches.some(({ batch_id }) => batch_id === props.batch)
  const isRoomGone = props.room !== null && !rooms.some(({ room_no }) => room_no === props.room)
  if (batches.length + rooms.length === 0 && props.batch === null && props.room === null)
    return null
  return (
    <div className={css['places']}>
      <HTMLSelect
        fill
        aria-label="按批次筛选"
        value={props.batch ?? ''}
        onChange={(event) => props.onChange({ batch: event.currentTarget.value })}
        options={[
          { value: '', label: '全部批次' },
          ...batches.map(({ batch_id, label, station, open }) => ({
            value: batch_id,
            label: `${label} · ${station}（${open}）`,
          })),
          ...(isGone ? [{ value: props.batch ?? '', label: '所选批次（0）' }] : []),
        ]}
      />
      <HTMLSelect
        fill
        aria-label="按考场筛选"
        value={props.room ?? ''}
        onChange={(event) => props.onChange({ room: event.currentTarget.value })}
        options={[
          { value: '', label: '全部考场' },
          ...rooms.map(({ room_no, open }) => ({
            value: room_no,
            label: `${room_no} 考场（${open}）`,
          })),
          ...(isRoomGone
            ? [{ value: props.room ?? '', label: `${props.room ?? ''} 考场（0）` }]
            : []),
        ]}
      />
    </div>
  )
}
