import { ProgressBar } from '@hengjuan/ui'
import type { SeatGroup, SubjectProgress } from '../../bridge/rooms-api.ts'
import type { SeatPlace } from '../station-store.ts'
import css from './rooms.module.css'

/** Every room or class with how far it is, all of them first. */
export function GroupList(props: {
  by: SeatPlace['by']
  plan: SubjectProgress
  groups: readonly SeatGroup[]
  place: SeatPlace | null
  onChoose: (place: SeatPlace | null) => void
}) {
  const { by, plan, place } = props
  return (
    <ul className={css['list']} aria-label={by === 'room' ? '考场' : '班级'}>
      <li>
        <Row
          group={{ ...plan, name: '全部' }}
          text="全部"
          isCurrent={place === null}
          onClick={() => props.onChoose(null)}
        />
      </li>
      {props.groups.map((group) => (
        <li key={group.name ?? ''}>
          <Row
            group={group}
            text={placeName({ by, name: group.name })}
            isCurrent={place?.by === by && place.name === group.name}
            onClick={() => props.onChoose({ by, name: group.name })}
          />
        </li>
      ))}
    </ul>
  )
}

/** What a room or class is called on screen. */
export function placeName({ by, name }: SeatPlace): string {
  if (name === null) return by === 'room' ? '未排考场' : '未分班'
  return by === 'room' && /^\d+$/.test(name) ? `第 ${name} 考场` : name
}

function Row(props: { group: SeatGroup; text: string; isCurrent: boolean; onClick: () => void }) {
  const { expected, scanned, absent } = props.group
  const left = expected - scanned - absent
  return (
    <button
      type="button"
      className={css['group']}
      aria-current={props.isCurrent}
      onClick={props.onClick}
    >
      <span className={css['groupHead']}>
        <span>{props.text}</span>
        <span className={css['left']} data-done={left === 0 || undefined}>
          {left === 0 ? '已齐' : `未扫 ${left}`}
          {absent > 0 && ` · 缺考 ${absent}`}
        </span>
      </span>
      <ProgressBar
        label={`${props.text}已扫`}
        done={scanned}
        total={expected}
        {...(left === 0 ? { status: 'ok' as const } : {})}
      />
    </button>
  )
}
