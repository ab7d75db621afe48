import type { ReplyOf, rubricUse } from '@hengjuan/contracts'
import { formatPercent, worthText } from '@hengjuan/domain'
import { type Column, Figure, PersonName, StatusTag } from '@hengjuan/ui'
import { readingsAddress } from '../../marking-core/figure-address.ts'
import css from './rubric-use.module.css'

export type Use = ReplyOf<typeof rubricUse>

type Entry = Use['entries'][number] & { at: number; more: string; less: string }

export type Marker = Use['markers'][number] & Use['markers'][number]['uses'][number]

const shareOf = ({ count, of }: { count: number; of: number }) => (of === 0 ? null : count / of)

interface At {
  exam_id: number
  block_id: number
}

export const entryColumns = (at: At): readonly Column<Entry>[] => [
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

export const markerColumns = (at: At & { entry_id: string }): readonly Column<Marker>[] => [
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
