import { Button } from '@blueprintjs/core'
import type { examFlowSubject, ReplyOf } from '@hengjuan/contracts'
import { flowCells, stepBefore, stepLabel } from '@hengjuan/domain'
import { Panel, ReasonButton, SimpleTable, Time } from '@hengjuan/ui'
import { Link } from 'react-router'
import type { Progress } from '../SubjectLines.tsx'
import css from './flow.module.css'
import { FlowDot } from './FlowDot.tsx'

type Flow = ReplyOf<typeof examFlowSubject>

/** The steps of one subject below each other, with all that the one it is in waits for. */
export function FlowSteps(props: {
  subject: Progress
  isPublished: boolean
  mayManage: boolean
  gateTo: (code: string) => string | null
  onMove: () => void
  onBack: (status: number) => void
}) {
  const { subject } = props
  const blocking = subject.gates.filter((gate) => gate.blocking).length
  const previous = stepBefore(subject.status)
  return (
    <Panel title="步骤">
      <ol className={css['steps']}>
        {flowCells(subject).map(({ status, mark }) => {
          const isHere = status === subject.status
          return (
            <li key={status} className={css['step']} data-here={isHere || undefined}>
              <div className={css['stepHead']}>
                <h3>{stepLabel(status, subject.mode)}</h3>
                <FlowDot mark={mark} />
              </div>
              {isHere && (
                <>
                  {subject.gates.length > 0 && (
                    <ul className={css['lines']}>
                      {subject.gates.map((gate) => {
                        const to = props.gateTo(gate.code)
                        return (
                          <li key={gate.code} data-blocking={gate.blocking || undefined}>
                            <span>
                              {gate.blocking ? '✕' : '!'} {gate.text}
                            </span>
                            {to && <Link to={to}>去处理</Link>}
                          </li>
                        )
                      })}
                    </ul>
                  )}
                  {subject.gates.length === 0 && (
                    <p className={css['muted']}>
                      {props.isPublished
                        ? '成绩已发布。'
                        : subject.next_status === null
                          ? '可以预审并发布成绩。'
                          : '没有未完成的事项。'}
                    </p>
                  )}
                  {props.mayManage && !props.isPublished && (
                    <div className={css['stepButtons']}>
                      {subject.next_status_name !== null && (
                        <ReasonButton
                          intent="primary"
                          reason={blocking > 0 ? `还有 ${blocking} 项没有完成` : null}
                          onClick={props.onMove}
                        >
                          进入{subject.next_status_name}
                        </ReasonButton>
                      )}
                      {previous !== null && (
                        <Button variant="outlined" onClick={() => props.onBack(previous)}>
                          退回到{stepLabel(previous, subject.mode)}
                        </Button>
                      )}
                    </div>
                  )}
                </>
              )}
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}

/** Sheets that are expected and here, by room. */
export const RoomRolls = ({ rooms }: { rooms: Flow['rooms'] }) => {
  const sum = (key: 'expected' | 'scanned') => rooms.reduce((all, room) => all + room[key], 0)
  return (
    <Panel title="扫描" note={`已扫 ${sum('scanned')} / ${sum('expected')} 人`} flush>
      <SimpleTable
        label="各考场的扫描情况"
        rows={rooms}
        rowKey={({ room_no }) => room_no ?? ''}
        empty="还没有考生。"
        columns={[
          {
            key: 'room',
            title: '考场',
            width: 120,
            render: ({ room_no }) => room_no ?? '未编考场',
          },
          { key: 'expected', title: '应扫', align: 'right', render: ({ expected }) => expected },
          { key: 'scanned', title: '已扫', align: 'right', render: ({ scanned }) => scanned },
          {
            key: 'left',
            title: '还缺',
            align: 'right',
            render: ({ expected, scanned }) => expected - scanned || '–',
          },
        ]}
      />
    </Panel>
  )
}

/** Who did what to the subject, the newest first. */
export const FlowEvents = ({ events }: { events: Flow['events'] }) => (
  <Panel title="操作记录" note="最近的在前" flush>
    <SimpleTable
      label="本科目的操作记录"
      rows={events}
      rowKey={({ id }) => id}
      empty="还没有操作记录。"
      columns={[
        { key: 'at', title: '时间', width: 120, render: ({ at }) => <Time at={at} /> },
        { key: 'who', title: '操作人', width: 90, render: ({ by_name }) => by_name ?? '系统' },
        { key: 'what', title: '操作', width: 140, render: ({ action_label }) => action_label },
        {
          key: 'text',
          title: '内容',
          render: ({ text, object_label }) => (
            <span className={css['muted']}>{text === '' ? object_label : text}</span>
          ),
        },
      ]}
    />
  </Panel>
)
