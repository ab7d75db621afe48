import type { ReplyOf, trendTaskDetail } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { type Column, PersonName, StatusTag, Time } from '@hengjuan/ui'
import css from './drill.module.css'
import { ROLES, stateLight, stateName } from './words.ts'

type Row = ReplyOf<typeof trendTaskDetail>['list'][number]

export const readingColumns = (isOneMarker: boolean): Column<Row>[] => [
  {
    key: 'code',
    title: '密号',
    width: 88,
    frozen: true,
    render: (row) => <code>{row.secret_code}</code>,
  },
  ...(isOneMarker
    ? []
    : [
        {
          key: 'marker',
          title: '教师',
          width: 72,
          sortBy: (row: Row) => row.marker_name,
          render: (row: Row) => <PersonName name={row.marker_name} />,
        },
      ]),
  {
    key: 'total',
    title: '给分',
    width: 56,
    align: 'right',
    sortBy: (row) => row.total_milli,
    render: (row) => formatMilli(row.total_milli),
  },
  {
    key: 'final',
    title: '终评',
    width: 56,
    align: 'right',
    sortBy: (row) => row.final_milli,
    render: (row) => (row.final_milli === null ? '–' : formatMilli(row.final_milli)),
  },
  {
    key: 'state',
    title: '状态',
    width: 96,
    sortBy: (row) => row.unit_state,
    render: (row) => (
      <StatusTag status={stateLight(row.unit_state)} title={ROLES[row.role] ?? row.role}>
        {stateName(row.unit_state)}
      </StatusTag>
    ),
  },
  {
    key: 'checked',
    title: '抽查',
    width: 56,
    sortBy: (row) => Number(row.checked),
    render: (row) => (row.checked ? '已查' : '–'),
  },
  {
    key: 'time',
    title: '提交',
    width: 112,
    sortBy: (row) => row.submitted_at,
    render: (row) => <Time at={row.submitted_at} className={css['muted']} />,
  },
]
