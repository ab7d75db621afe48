import { nearnessOf, QUALIFICATION_STATES, type QualificationState } from '@hengjuan/domain'
import { StatusTag, Time } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ownPapersAddress } from '../search/own-search.ts'
import { listOf, type Row } from './task-state.ts'
import css from './task-table.module.css'

/** By when it is to be done, while it is not. */
export function DueLine({ row }: { row: Row }) {
  const { deadline, due_in_ms: dueInMs } = row
  if (deadline === null || dueInMs === null || listOf(row) === 'over') return null
  const nearness = nearnessOf(dueInMs)
  return (
    <small data-due={nearness}>
      {nearness === 'past' ? '! 已过期限 ' : nearness === 'near' ? '! 期限 ' : '期限 '}
      <Time at={deadline} />
    </small>
  )
}

/** What came back to the marker, and what stands before the first paper. */
export function Notices({ row }: { row: Row }) {
  // Where nothing else is in the way, the state says it.
  const qualification = row.pool_reason === 'unqualified' ? null : row.qualification
  if (row.rejected_count + row.taken_back_count === 0 && qualification === null) return null
  return (
    <span className={css['notices']}>
      {row.rejected_count > 0 && <StatusTag status="warn">打回 {row.rejected_count}</StatusTag>}
      {row.taken_back_count > 0 && <StatusTag status="warn">收回 {row.taken_back_count}</StatusTag>}
      {qualification !== null && (
        <StatusTag status="warn">
          {QUALIFICATION_STATES[qualification as QualificationState]}
        </StatusTag>
      )}
    </span>
  )
}

/** A figure of the own work that opens its papers; none of nothing. */
export const OwnLink = (props: {
  row: Row
  papers: 'own' | 'sent_back'
  count: number
  children: ReactNode
}) =>
  props.count === 0 ? (
    props.children
  ) : (
    <Link
      to={ownPapersAddress(props.row.block_id, props.papers)}
      title={props.papers === 'own' ? '查看本人评过的试卷' : '查看被打回过的试卷'}
      onClick={(event) => event.stopPropagation()}
    >
      {props.children}
    </Link>
  )
