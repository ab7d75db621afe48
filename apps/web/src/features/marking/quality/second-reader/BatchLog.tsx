import { type Column, DataTable, EmptyState, Panel, Time } from '@hengjuan/ui'
import type { PanelView } from './SecondReaderTab.tsx'

type Row = PanelView['batches'][number]

const columns: readonly Column<Row>[] = [
  {
    key: 'at',
    title: '时间',
    width: 116,
    render: ({ at }) => <Time at={at} />,
  },
  {
    key: 'reader',
    title: '评阅程序',
    width: 84,
    grow: true,
    render: ({ reader_name, version }) => `${reader_name} ${version}`,
  },
  {
    key: 'via',
    title: '途径',
    width: 84,
    render: ({ via, by_name }) => (via === 'api' ? '接口' : `表格（${by_name ?? ''}）`),
  },
  { key: 'papers', title: '份数', width: 56, align: 'right', render: ({ papers }) => papers },
]

/** Who sent how many scores when: only added to, never changed. */
export const BatchLog = ({ view }: { view: PanelView }) => (
  <Panel flush title="提交记录" note="只增不改">
    <DataTable
      label="提交记录"
      columns={columns}
      rows={view.batches}
      rowKey={({ batch_id }) => batch_id}
      maxHeight="360px"
      empty={
        <EmptyState title="还没有提交">评阅程序提交或导入的每一批评分都会记在这里。</EmptyState>
      }
    />
  </Panel>
)
