import { Button } from '@blueprintjs/core'
import type { ReplyOf, seedResults } from '@hengjuan/contracts'
import { formatMilli, SEED_STATES } from '@hengjuan/domain'
import { type Column, Figure, PersonName, type Status, StatusTag } from '@hengjuan/ui'

export type SeedMarker = ReplyOf<typeof seedResults>['list'][number]

const STATUS: Readonly<Record<SeedMarker['state'], Status>> = {
  ok: 'ok',
  second: 'busy',
  warned: 'warn',
  suspended: 'bad',
}

function resultText({
  kind,
  score_milli,
  definitive_milli,
}: SeedMarker['results'][number]): string {
  if (kind === 'problem') return '问题卷'
  const sign = kind === 'pass' ? '✓' : '✕'
  return `${sign} ${formatMilli(score_milli ?? 0)}（${formatMilli(definitive_milli ?? 0)}）`
}

/** What a marker did with the seeds, and the way to all of it. */
export const seedColumns = (onOpen: (row: SeedMarker) => void): readonly Column<SeedMarker>[] => [
  {
    key: 'name',
    title: '阅卷教师',
    width: 120,
    frozen: true,
    render: ({ name }) => <PersonName name={name} />,
  },
  {
    key: 'state',
    title: '状态',
    width: 160,
    render: ({ state }) => <StatusTag status={STATUS[state]}>{SEED_STATES[state]}</StatusTag>,
  },
  {
    key: 'passed',
    title: '合格 / 已评',
    hint: '与标准分相差不超过误差阈值的种子卷 / 评过的种子卷，不含报为问题卷的；点开看每一份',
    width: 110,
    align: 'right',
    sortBy: ({ passed, failed }) => (passed + failed === 0 ? null : passed / (passed + failed)),
    render: (row) =>
      row.passed + row.failed === 0 ? (
        '–'
      ) : (
        <Figure
          formula={`合格 ${row.passed} 份，不合格 ${row.failed} 份；点开看每一份`}
          onOpen={() => onOpen(row)}
        >
          {row.passed} / {row.passed + row.failed}
        </Figure>
      ),
  },
  {
    key: 'results',
    title: '各份给分（标准分），新的在前',
    width: 260,
    grow: true,
    render: ({ results }) =>
      // The latest are those that count.
      results
        .filter(({ kind }) => kind !== 'clear')
        .toReversed()
        .map(resultText)
        .join('　') || '还没有评到种子卷',
  },
  {
    key: 'left',
    title: '未发',
    hint: '这位教师还没有评过的种子卷；用完后不再插入，请补充标准卷',
    width: 80,
    align: 'right',
    render: ({ seeds_left }) => seeds_left,
  },
  {
    key: 'act',
    title: '处理',
    width: 150,
    render: (row) => {
      const isStopped = row.state === 'warned' || row.state === 'suspended'
      return (
        <Button size="small" intent={isStopped ? 'primary' : 'none'} onClick={() => onOpen(row)}>
          {isStopped ? '确认后继续…' : '查看…'}
        </Button>
      )
    },
  },
]
