import { formatMilli } from '@hengjuan/domain'
import { type Column, DataTable, EmptyState, Panel, Score, StatusTag } from '@hengjuan/ui'
import { Link } from 'react-router'
import type { PanelView } from './SecondReaderTab.tsx'
import css from './second-reader.module.css'

type Row = PanelView['disagreements'][number]

const columns: readonly Column<Row>[] = [
  {
    key: 'code',
    title: '密号',
    width: 96,
    frozen: true,
    render: ({ secret_code }) => <code>{secret_code}</code>,
  },
  {
    key: 'final',
    title: '终评分',
    width: 72,
    align: 'right',
    render: ({ final_milli }) => <Score value={final_milli} />,
    sortBy: ({ final_milli }) => final_milli,
  },
  {
    key: 'reader',
    title: 'AI 参考',
    width: 72,
    align: 'right',
    render: ({ reader_milli }) => <Score value={reader_milli} />,
    sortBy: ({ reader_milli }) => reader_milli,
  },
  {
    key: 'gap',
    title: '相差',
    hint: 'AI 参考减去终评分',
    width: 68,
    align: 'right',
    render: (row) => signed(row.reader_milli - row.final_milli),
    sortBy: (row) => Math.abs(row.reader_milli - row.final_milli),
  },
  {
    key: 'points',
    title: '相差的给分点',
    hint: '双方都有分项得分、相差超过给分点误差阈值的：终评分 → AI 参考',
    width: 150,
    grow: true,
    render: ({ points }) => (
      <div className={css['reason']} title={pointsText(points)}>
        {pointsText(points) || '–'}
      </div>
    ),
  },
  {
    key: 'confidence',
    title: '把握',
    width: 64,
    align: 'right',
    render: ({ confidence }) => (confidence === null ? '–' : `${confidence}%`),
    sortBy: ({ confidence }) => confidence,
  },
  {
    key: 'reason',
    title: '理由',
    width: 120,
    grow: true,
    render: ({ reason }) => (
      <div className={css['reason']} title={reason}>
        {reason || '–'}
      </div>
    ),
  },
  {
    key: 'checked',
    title: '抽查',
    width: 84,
    render: ({ is_checked }) => (
      <StatusTag status={is_checked ? 'ok' : 'idle'}>{is_checked ? '已抽查' : '未抽查'}</StatusTag>
    ),
  },
]

const signed = (milli: number): string => `${milli > 0 ? '+' : ''}${formatMilli(milli)}`

const pointsText = (points: Row['points']): string =>
  points
    .map(
      ({ name, final_milli, reader_milli }) =>
        `${name} ${formatMilli(final_milli)} → ${formatMilli(reader_milli)}`,
    )
    .join('，')

/** Papers on which the reader and the final mark lie further apart than the tolerance, in total or in a point. */
export function Disagreements(props: { blockId: number; view: PanelView }) {
  const { view } = props
  const { disagreements: rows, disagreement_count: count } = view
  const address = `/spot-check?exam_id=${view.exam_id}&block_id=${props.blockId}&kind=second_reader&blind=1`
  return (
    <Panel
      flush
      title="与终评分的分歧"
      note={
        count > rows.length ? `共 ${count} 份，列出相差最大的 ${rows.length} 份` : `${count} 份`
      }
      actions={<Link to={address}>去抽查</Link>}
    >
      <DataTable
        label="与终评分的分歧"
        columns={view.points.length > 0 ? columns : columns.filter(({ key }) => key !== 'points')}
        rows={rows}
        rowKey={({ unit_id }) => unit_id}
        maxHeight="360px"
        empty={
          <EmptyState title="没有分歧">
            试卷有了终评分和对照评分后，相差超过误差阈值的会列在这里，并进入抽查的「AI 分歧」。
          </EmptyState>
        }
      />
    </Panel>
  )
}
