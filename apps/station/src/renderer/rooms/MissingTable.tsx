import { Button } from '@blueprintjs/core'
import { type Column, DataTable, EmptyState, StatusTag, type Status } from '@hengjuan/ui'
import { useMemo } from 'react'
import type { MissingSeat } from '../../bridge/rooms-api.ts'
import css from './rooms.module.css'

/** Candidates without a sheet, seat by seat, with what can be done about each. */
export function MissingTable(props: {
  rows: readonly MissingSeat[]
  isAbsent: boolean
  isPending: boolean
  isFiltered: boolean
  onToggle: (seat: MissingSeat) => void
  onFind: (seat: MissingSeat) => void
}) {
  const { isAbsent, isPending, onToggle, onFind } = props
  const columns = useMemo(
    (): Column<MissingSeat>[] => [
      { key: 'room', title: '考场', width: 72, render: (seat) => seat.room_no ?? '—' },
      { key: 'seat', title: '座位', width: 64, render: (seat) => seat.seat_no ?? '—' },
      { key: 'no', title: '考号', width: 130, render: (seat) => seat.exam_no },
      { key: 'name', title: '姓名', width: 96, grow: true, render: (seat) => seat.name },
      { key: 'class', title: '班级', width: 110, render: (seat) => seat.class_name },
      { key: 'state', title: '状态', width: 130, render: (seat) => <State seat={seat} /> },
      {
        key: 'acts',
        title: '',
        width: 176,
        align: 'right',
        render: (seat) => (
          <span className={css['acts']}>
            <Button size="small" variant="minimal" text="找原卷" onClick={() => onFind(seat)} />
            {(!isAbsent || seat.absence !== null) && (
              <Button
                size="small"
                disabled={isPending || seat.absence?.state === 'undoing'}
                text={isAbsent ? '撤销缺考' : '登记缺考'}
                onClick={() => onToggle(seat)}
              />
            )}
          </span>
        ),
      },
    ],
    [isAbsent, isPending, onToggle, onFind],
  )
  return (
    <DataTable
      label={isAbsent ? '已登记缺考的考生' : '未扫的考生'}
      columns={columns}
      rows={props.rows}
      rowKey={(seat) => seat.candidate_id}
      onOpenRow={onFind}
      maxHeight="100%"
      rowHeight={36}
      empty={
        props.isFiltered ? (
          <EmptyState title="没有符合的考生">请换一个考号、姓名或座位。</EmptyState>
        ) : isAbsent ? (
          <EmptyState title="没有登记缺考的考生">
            在「未扫」里登记的会列在这里，可以撤销。
          </EmptyState>
        ) : (
          <EmptyState title="都扫到了">这里没有缺答题卡的考生。</EmptyState>
        )
      }
    />
  )
}

const STATES: Record<NonNullable<MissingSeat['absence']>['state'], [Status, string]> = {
  waiting: ['busy', '缺考，待发送'],
  done: ['ok', '缺考'],
  refused: ['bad', '登记未成'],
  undoing: ['busy', '正在撤销'],
}

function State({ seat }: { seat: MissingSeat }) {
  const { absence, is_absent } = seat
  if (!absence)
    return is_absent ? (
      <StatusTag status="ok">缺考</StatusTag>
    ) : (
      <StatusTag status="idle">未扫到</StatusTag>
    )
  const [status, text] = STATES[absence.state]
  return (
    <StatusTag status={status} {...(absence.message === '' ? {} : { title: absence.message })}>
      {text}
    </StatusTag>
  )
}
