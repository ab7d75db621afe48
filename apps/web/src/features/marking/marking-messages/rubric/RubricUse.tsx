import { useRoute } from '@hengjuan/client/react'
import { type ReplyOf, rubricUse, rubricUseExport } from '@hengjuan/contracts'
import { formatPercent, worthText } from '@hengjuan/domain'
import {
  type Column,
  DataTable,
  DownloadButton,
  EmptyState,
  ErrorState,
  Figure,
  Panel,
  PersonName,
  SkeletonLines,
  StatusTag,
} from '@hengjuan/ui'
import { useState } from 'react'
import { readingsAddress } from '../../marking-core/figure-address.ts'
import css from './rubric-use.module.css'

type Use = ReplyOf<typeof rubricUse>
type Entry = Use['entries'][number] & { at: number; more: string; less: string }
type Marker = Use['markers'][number] & Use['markers'][number]['uses'][number]

/** Readings come in while the leader looks. */
const EVERY_MS = 30_000
const HEIGHT = 'max(280px, calc(100vh - 320px))'

/** How often each entry of the rubric was pressed, by all and by each marker: who reads it differently. */
export function RubricUse({ blockId }: { blockId: number }) {
  const query = { query: { block_id: blockId } }
  const { data, error, refetch } = useRoute(rubricUse, query, { refetchInterval: EVERY_MS })
  const [chosen, setChosen] = useState<string | null>(null)
  if (!data)
    return error ? (
      <ErrorState size="large" error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonLines lines={8} />
    )
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

const shareOf = ({ count, of }: { count: number; of: number }) => (of === 0 ? null : count / of)

interface At {
  exam_id: number
  block_id: number
}

const entryColumns = (at: At): readonly Column<Entry>[] => [
  {
    key: 'entry',
    title: '给分依据',
    width: 170,
    grow: true,
    frozen: true,
    render: ({ point_name, text }) => (
      <div className={css['entry']} title={text}>
        {text}
        <small>{point_name}</small>
      </div>
    ),
  },
  {
    key: 'worth',
    title: '分值',
    width: 76,
    align: 'right',
    render: ({ milli }) => worthText(milli),
    sortBy: ({ milli }) => milli,
  },
  {
    key: 'count',
    title: '按下',
    hint: '由这一条给分的评阅份数',
    width: 64,
    align: 'right',
    render: ({ count, entry_id }) => (
      <Figure
        formula="由这一条给分的评阅份数"
        to={count > 0 ? readingsAddress({ ...at, entry_id }) : null}
      >
        {count}
      </Figure>
    ),
    sortBy: ({ count }) => count,
  },
  {
    key: 'share',
    title: '使用率',
    hint: '按下这一条的份数 ÷ 按依据给分的份数',
    width: 84,
    align: 'right',
    render: ({ count, of }) => formatPercent(count, of, 1),
    sortBy: shareOf,
  },
  {
    key: 'differs',
    title: '明显不同的教师',
    width: 130,
    grow: true,
    render: ({ more, less }) => (
      <div className={css['entry']}>
        {more === '' && less === '' && '–'}
        {more !== '' && <span title={more}>▲ 较多：{more}</span>}
        {less !== '' && <span title={less}>▼ 较少：{less}</span>}
      </div>
    ),
  },
]

const markerColumns = (at: At & { entry_id: string }): readonly Column<Marker>[] => [
  {
    key: 'name',
    title: '教师',
    width: 84,
    grow: true,
    frozen: true,
    render: ({ name }) => <PersonName name={name} />,
  },
  {
    key: 'readings',
    title: '按依据 / 评阅',
    hint: '按依据给分的份数 / 全部评阅份数',
    width: 104,
    align: 'right',
    render: ({ by_entries, readings, marker_id }) => (
      <Figure
        formula="按依据给分的份数 / 全部评阅份数"
        to={readingsAddress({ exam_id: at.exam_id, block_id: at.block_id, marker_id })}
      >
        {by_entries} / {readings}
      </Figure>
    ),
    sortBy: ({ by_entries }) => by_entries,
  },
  {
    key: 'count',
    title: '按下',
    hint: '这位教师由左侧所选的一条给分的份数',
    width: 60,
    align: 'right',
    render: ({ count, marker_id }) => (
      <Figure
        formula="这位教师由左侧所选的一条给分的份数"
        to={count > 0 ? readingsAddress({ ...at, marker_id }) : null}
      >
        {count}
      </Figure>
    ),
    sortBy: ({ count }) => count,
  },
  {
    key: 'share',
    title: '使用率',
    hint: '按下 ÷ 按依据给分的份数（这一条内容未变的版本）',
    width: 80,
    align: 'right',
    render: ({ count, of }) => formatPercent(count, of, 1),
    sortBy: shareOf,
  },
  {
    key: 'differs',
    title: '与其他人比',
    hint: '双方各满 20 份、相差超过两个标准误时标出',
    width: 104,
    render: ({ differs }) =>
      differs === null ? (
        '–'
      ) : (
        <StatusTag status="warn">{differs === 'more' ? '明显较多' : '明显较少'}</StatusTag>
      ),
  },
]
