import { abnormalMachines, abnormalStatistics, type ReplyOf } from '@hengjuan/contracts'
import { useRoute } from '@hengjuan/client/react'
import { type Column, DataTable, EmptyState, Pending, StatTile, Time } from '@hengjuan/ui'
import type { ExamSubject } from '../use-decisions.ts'
import css from './abnormal.module.css'

type Person = ReplyOf<typeof abnormalStatistics>['people'][number]

const number = (key: keyof Person, title: string): Column<Person> => ({
  key,
  title,
  width: 90,
  align: 'right',
  render: (row) => row[key],
  sortBy: (row) => row[key],
})

const people: Column<Person>[] = [
  { key: 'name', title: '处理人', width: 140, grow: true, render: (row) => row.name },
  number('crops', '手工切割'),
  number('uploads', '上传图像'),
  number('pages', '替换页面'),
  number('signs', '标记'),
  number('sent', '送阅题块'),
  number('undone', '已撤销'),
]

/** What waits, what became of the rest, who did how much, and where the papers were scanned. */
export function HandlingStats({ at }: { at: ExamSubject }) {
  const stats = useRoute(abnormalStatistics, { query: at })
  const machines = useRoute(abnormalMachines, { query: at })
  const { data, error, refetch } = stats
  if (!data) return <Pending error={error} refetch={refetch} lines={8} inset />
  return (
    <div className={css['stats']}>
      <div className={css['tiles']}>
        <StatTile label="待处理试卷" value={data.open_sheets} />
        <StatTile label="待处理题块" value={data.open_blocks} />
        {data.outcomes.map(({ outcome, label, blocks }) => (
          <StatTile key={outcome} label={label} value={blocks} />
        ))}
      </div>
      <p className={css['quiet']}>
        单位为题块；最早退回：
        <Time at={data.oldest_at} />
      </p>
      <DataTable
        columns={people}
        rows={data.people}
        rowKey={(row) => row.user_id}
        label="每人的处理数"
        maxHeight="320px"
        empty={
          <EmptyState title="还没有人处理过">切割、更换或送阅之后，这里按人列出处理数。</EmptyState>
        }
      />
      <h3>扫描站与学校</h3>
      {!machines.data ? (
        <Pending error={machines.error} refetch={machines.refetch} lines={2} />
      ) : machines.data.length === 0 ? (
        <p className={css['quiet']}>没有等待处理的试卷。</p>
      ) : (
        <ul className={css['machines']}>
          {machines.data.map(({ station, open, schools }) => (
            <li key={station}>
              <b>{station}</b>：待处理 {open} 个题块（
              {schools.map(({ school_name, open: count }) => `${school_name} ${count}`).join('，')}
              ）
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
