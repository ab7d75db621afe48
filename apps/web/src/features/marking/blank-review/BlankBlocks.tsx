import type { blankBlockList, ReplyOf } from '@hengjuan/contracts'
import { EmptyState, Figure, StatusTag } from '@hengjuan/ui'
import { Fragment } from 'react'
import { type CheckedKind, checkedKinds } from './checked-kinds.ts'
import css from './blank.module.css'

export type BlankBlockRow = ReplyOf<typeof blankBlockList>['list'][number]

/** The blocks of an exam with what there is to check in each, and what became of the rest. */
export function BlankBlocks(props: {
  rows: readonly BlankBlockRow[]
  current: number | null
  onOpen: (row: BlankBlockRow) => void
  /** Where the answers behind a figure are shown. */
  addressOf: (row: BlankBlockRow, kind: CheckedKind) => string
}) {
  if (props.rows.length === 0)
    return (
      <EmptyState title="这场考试还没有题块">
        划分题块并上传答题卡后，疑似空白的作答会出现在这里。
      </EmptyState>
    )
  return (
    <ul className={css['blocks']}>
      {props.rows.map((row) => (
        <li key={row.block_id} className={css['item']} data-current={isCurrent(row, props.current)}>
          <button
            type="button"
            className={css['block']}
            aria-current={row.block_id === props.current}
            onClick={() => props.onOpen(row)}
          >
            <span className={css['blockName']}>
              {row.subject_name} · {row.block_name}
            </span>
            {row.waiting > 0 ? (
              <StatusTag status="warn">{row.waiting}</StatusTag>
            ) : (
              <StatusTag status={row.blank_check ? 'ok' : 'idle'}>
                {row.blank_check ? '0' : '未筛查'}
              </StatusTag>
            )}
          </button>
          <p className={css['figures']}>
            {checkedKinds(row).map(({ kind, label, text, formula, count }, index) => (
              <Fragment key={kind}>
                {index > 0 && ' · '}
                <Figure formula={formula} to={count > 0 ? props.addressOf(row, kind) : null}>
                  {label} {text}
                </Figure>
              </Fragment>
            ))}
          </p>
        </li>
      ))}
    </ul>
  )
}

const isCurrent = (row: BlankBlockRow, current: number | null) =>
  row.block_id === current || undefined
