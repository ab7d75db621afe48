import { useRoute } from '@hengjuan/client/react'
import { rubricUse, rubricUseExport } from '@hengjuan/contracts'
import { DataTable, DownloadButton, EmptyState, Panel, Pending } from '@hengjuan/ui'
import { useState } from 'react'
import css from './rubric-use.module.css'
import { type Use, type Marker, entryColumns, markerColumns } from './rubric-use-columns.tsx'

/** Readings come in while the leader looks. */
const EVERY_MS = 30_000
const HEIGHT = 'max(280px, calc(100vh - 320px))'

/** How often each entry of the rubric was pressed, by all and by each marker: who reads it differently. */
export function RubricUse({ blockId }: { blockId: number }) {
  const query = { query: { block_id: blockId } }
  const { data, error, refetch } = useRoute(rubricUse, query, { refetchInterval: EVERY_MS })
  const [chosen, setChosen] = useState<string | null>(null)
  if (!data) return <Pending size="large" error={error} refetch={refetch} lines={8} />
  if (data.entries.length === 0)
    return (
      <EmptyState size="large" title="评分标准还没有给分依据">
        在「评分标准」中写下各条依据和分值，教师按下它们给分后，这里显示每一条用了多少次。
      </EmptyState>
    )
  const entries = data.entries.map((entry, at) => ({
    ...entry,
    at,
    more: namesOf(data, at, 'more'),
    less: namesOf(data, at, 'less'),
  }))
  const open = entries.find(({ entry_id }) => entry_id === chosen) ?? entries[0]
  const markers = data.markers.flatMap((marker): Marker[] => {
    const use = marker.uses[open?.at ?? 0]
    return use ? [{ ...marker, ...use }] : []
  })
  const at = { exam_id: data.exam_id, block_id: blockId }
  return (
    <div className={css['columns']}>
      <Panel
        flush
        title="各条给分依据"
        note={`第 ${data.version} 版；${data.readings} 份评阅，${data.by_entries} 份按依据给分`}
        actions={
          <DownloadButton route={rubricUseExport} input={query}>
            导出
          </DownloadButton>
        }
        footer="使用率 = 按下这一条的份数 ÷ 按依据给分的份数（这一条内容未变的版本）；直接输入分数的不计"
      >
        <DataTable
          label="各条给分依据"
          columns={entryColumns(at)}
          rows={entries}
          rowKey={({ entry_id }) => entry_id}
          currentKey={open?.entry_id ?? null}
          onOpenRow={({ entry_id }) => setChosen(entry_id)}
          rowHeight={52}
          maxHeight={HEIGHT}
          empty={null}
        />
      </Panel>
      <Panel
        flush
        title="各位教师"
        note={open ? `${open.point_name} ${open.text}` : ''}
        footer="双方各满 20 份、相差超过两个标准误时标出；也可能是试卷不同，请先看卷再与教师讨论"
      >
        <DataTable
          label="各位教师使用这一条的情况"
          columns={markerColumns({ ...at, entry_id: open?.entry_id ?? '' })}
          rows={markers}
          rowKey={({ marker_id }) => marker_id}
          maxHeight={HEIGHT}
          empty={<EmptyState title="还没有评阅">教师提交评阅后，这里显示各人的使用率。</EmptyState>}
        />
      </Panel>
    </div>
  )
}

const namesOf = ({ markers }: Use, at: number, differs: 'more' | 'less'): string =>
  markers
    .filter(({ uses }) => uses[at]?.differs === differs)
    .map(({ name }) => name)
    .join('、')
