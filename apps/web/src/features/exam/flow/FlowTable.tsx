import { Button } from '@blueprintjs/core'
import { EXAM_STATUSES, type FlowCell, flowCells, stepLabel, STEP_ORDER } from '@hengjuan/domain'
import { Panel, SimpleTable } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Progress } from '../SubjectLines.tsx'
import css from './flow.module.css'
import { FlowDot } from './FlowDot.tsx'

/** Subjects and their steps: how each stands, what it waits for, and where that is done. */
export function FlowTable(props: {
  subjects: readonly Progress[]
  isPublished: boolean
  mayManage: boolean
  /** Where what a gate waits for is done; null where this person has no page for it. */
  gateTo: (code: string, subjectId: number) => string | null
  subjectTo: (subjectId: number) => string
  onMove: (subject: Progress) => void
  actions?: ReactNode
}) {
  return (
    <Panel title="流程" note="每格说明最要紧的一项" actions={props.actions} flush>
      <SimpleTable
        label="各科目的流程"
        rows={props.subjects}
        rowKey={({ subject_id }) => subject_id}
        empty="这场考试还没有科目。"
        columns={[
          {
            key: 'name',
            title: '科目',
            width: 110,
            render: ({ name, subject_id }) => <Link to={props.subjectTo(subject_id)}>{name}</Link>,
          },
          ...STEP_ORDER.map((status, place) => ({
            key: `step${status}`,
            title: EXAM_STATUSES[status].label,
            render: (one: Progress) => {
              const cell = flowCells(one)[place]
              return cell ? <Cell {...props} one={one} cell={cell} /> : null
            },
          })),
        ]}
      />
    </Panel>
  )
}

function Cell(
  props: Pick<
    Parameters<typeof FlowTable>[0],
    'isPublished' | 'mayManage' | 'gateTo' | 'onMove'
  > & { one: Progress; cell: FlowCell },
) {
  const { one, cell } = props
  const label = stepLabel(cell.status, one.mode)
  const isHere = cell.mark === 'now' || cell.mark === 'waiting'
  const to = cell.worst && props.gateTo(cell.worst.code, one.subject_id)
  return (
    <div className={css['cell']}>
      <FlowDot mark={cell.mark} label={label === EXAM_STATUSES[cell.status].label ? '' : label} />
      {cell.worst && (
        <span className={css['worst']} data-blocking={cell.worst.blocking || undefined}>
          {cell.worst.text}
          {cell.more > 0 && `，另有 ${cell.more} 项`}
        </span>
      )}
      {to && (
        <Link className="bp6-button bp6-small" to={to}>
          去处理
        </Link>
      )}
      {isHere &&
        cell.mark === 'now' &&
        props.mayManage &&
        !props.isPublished &&
        one.next_status_name !== null && (
          <Button
            size="small"
            intent="primary"
            variant="outlined"
            onClick={() => props.onMove(one)}
          >
            进入{one.next_status_name}
          </Button>
        )}
    </div>
  )
}
