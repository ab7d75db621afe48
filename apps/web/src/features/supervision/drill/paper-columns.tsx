import { Button, Classes } from '@blueprintjs/core'
import type { ReplyOf, supervisedPapers } from '@hengjuan/contracts'
import { nameParts, UNIT_FLAGS } from '@hengjuan/domain'
import { type Column, StatusTag, Time } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import css from './drill.module.css'
import { actOn } from './paper-act.ts'
import { ROLES, stateLight, stateName } from './words.ts'

export type Paper = ReplyOf<typeof supervisedPapers>['list'][number]

interface PaperColumns {
  examId: number
  /** Are there papers of several blocks? */
  hasBlocks: boolean
  hasFlags: boolean
  onRecall: (paper: Paper) => void
}

/** Where each paper is, since when, who has it, and what can be done with it. */
export const paperColumns = (options: PaperColumns): Column<Paper>[] => [
  {
    key: 'code',
    title: '密号',
    width: options.hasBlocks ? 132 : 92,
    frozen: true,
    render: (row) => (
      <span className={css['twoLines']}>
        <code>{row.secret_code}</code>
        {options.hasBlocks && (
          <small>
            {row.subject_name} · {row.block_name}
          </small>
        )}
      </span>
    ),
  },
  {
    key: 'state',
    title: '状态',
    width: options.hasFlags ? 176 : 128,
    sortBy: (row) => row.since,
    render: (row) => (
      <span className={css['twoLines']}>
        <StatusTag status={stateLight(row.state)}>{stateName(row.state)}</StatusTag>
        <small>
          {[
            ...(row.reason === null ? [] : [row.reason]),
            ...row.flags.map((flag) => UNIT_FLAGS[flag].name),
          ].map((word) => `${word} · `)}
          <Time at={row.since} />
        </small>
      </span>
    ),
  },
  {
    key: 'holder',
    title: '在谁手中',
    width: 120,
    grow: true,
    render: ({ holders }) =>
      holders.length === 0 ? (
        <span className={css['muted']}>–</span>
      ) : (
        holders.map(({ name: shown, role, claimed_at }) => {
          const { name, difference } = nameParts(shown)
          return (
            <span key={role} className={css['twoLines']} title={shown}>
              {name}
              <small>
                {difference !== '' && `${difference} · `}
                {ROLES[role] ?? role} · <Time at={claimed_at} /> 领取
              </small>
            </span>
          )
        })
      ),
  },
  {
    key: 'act',
    title: '处理',
    width: 96,
    render: (row) => <Act row={row} {...options} />,
  },
]

function Act({ row, examId, onRecall }: PaperColumns & { row: Paper }): ReactNode {
  const act = actOn(row, examId)
  switch (act.kind) {
    case 'recall':
      return (
        <Button
          size="small"
          onClick={(event) => {
            event.stopPropagation()
            onRecall(row)
          }}
        >
          收回
        </Button>
      )
    case 'page':
      return (
        <Link
          className={`${Classes.BUTTON} ${Classes.SMALL}`}
          to={act.to}
          onClick={(event) => event.stopPropagation()}
        >
          {act.label}
        </Link>
      )
    case 'others':
      return <span className={css['muted']}>{act.text}</span>
    case 'none':
      return null
  }
}
