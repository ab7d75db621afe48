import type { blockMasterDetail, ReplyOf } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { type Column, PersonName, ReasonButton, StatusTag, Time } from '@hengjuan/ui'
import css from './drill.module.css'
import { LEADER_ACTS, stateLight, stateName } from './words.ts'

export type Row = ReplyOf<typeof blockMasterDetail>['list'][number]

/** One decision: who, what, of which paper, and what stands now. */
export const leaderWorkColumns = (onWithdraw: (row: Row) => void): readonly Column<Row>[] => [
  {
    key: 'at',
    title: '时间',
    width: 110,
    frozen: true,
    sortBy: (row) => row.at,
    render: (row) => <Time at={row.at} />,
  },
  {
    key: 'who',
    title: '处理人',
    width: 96,
    render: (row) => <PersonName name={row.actor_name} />,
  },
  {
    key: 'kind',
    title: '处理',
    width: 96,
    sortBy: (row) => row.kind,
    render: (row) => LEADER_ACTS[row.kind] ?? row.kind,
  },
  {
    key: 'code',
    title: '密号',
    width: 110,
    render: (row) => <code>{row.secret_code}</code>,
  },
  {
    key: 'score',
    title: '裁定分',
    width: 80,
    align: 'right',
    render: (row) => (row.score_milli === null ? '–' : formatMilli(row.score_milli)),
  },
  {
    key: 'final',
    title: '现终评分',
    width: 88,
    align: 'right',
    render: (row) => (row.final_milli === null ? '–' : formatMilli(row.final_milli)),
  },
  {
    key: 'state',
    title: '现状态',
    width: 104,
    render: (row) => (
      <StatusTag status={stateLight(row.unit_state)}>{stateName(row.unit_state)}</StatusTag>
    ),
  },
  {
    key: 'note',
    title: '说明',
    width: 160,
    grow: true,
    render: (row) => (
      <span className={css['muted']} title={row.note}>
        {row.note}
      </span>
    ),
  },
  {
    key: 'reset',
    title: '',
    width: 104,
    render: (row) => (
      <ReasonButton size="small" reason={row.reset_refusal} onClick={() => onWithdraw(row)}>
        撤销裁定
      </ReasonButton>
    ),
  },
]
