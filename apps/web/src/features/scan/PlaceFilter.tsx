import { HTMLSelect } from '@blueprintjs/core'
import type { exceptionCounts, ReplyOf } from '@hengjuan/contracts'
import css from './scan-errors.module.css'

type Counts = ReplyOf<typeof exceptionCounts>

/**
 * Narrows the exceptions to a school, a room or a batch; what is chosen stays in the address. Of one school
 * alone there is nothing to choose.
 *
 * @source ui D4
 */
export function PlaceFilter(props: {
  places: Pick<Counts, 'batches' | 'rooms' | 'schools'>
  batch: string | null
  room: string | null
  school: string | null
  onChange: (change: { batch?: string; room?: string; school?: string }) => void
}) {
  const { batches, rooms, schools } = props.places
  // What is chosen stays to be seen and taken off when nothing waits there any more.
  const isGone = props.batch !== null && !batches.some(({ batch_id }) => batch_id === props.batch)
  const isRoomGone = props.room !== null && !rooms.some(({ room_no }) => room_no === props.room)
  const isSchoolGone =
    props.school !== null && !schools.some(({ school_id }) => String(school_id) === props.school)
  const isChosen = props.batch !== null || props.room !== null || props.school !== null
  if (batches.length + rooms.length === 0 && !isChosen) return null
  return (
    <div className={css['places']}>
      {(schools.length > 1 || props.school !== null) && (
        <HTMLSelect
          fill
          aria-label="按学校筛选"
          value={props.school ?? ''}
          onChange={(event) => props.onChange({ school: event.currentTarget.value })}
          options={[
            { value: '', label: '全部学校' },
            ...schools.map(({ school_id, school_name, open }) => ({
              value: String(school_id),
              label: `${school_name}（${open}）`,
            })),
            ...(isSchoolGone ? [{ value: props.school ?? '', label: '所选学校（0）' }] : []),
          ]}
        />
      )}
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
