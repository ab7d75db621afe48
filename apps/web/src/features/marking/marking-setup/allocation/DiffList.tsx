import type { allocationCopy, ReplyOf } from '@hengjuan/contracts'
import { type SimpleColumn, SimpleTable, type Status, StatusTag } from '@hengjuan/ui'
import { useState } from 'react'
import { unreachedLines } from '../block/unreached.ts'
import css from './allocation.module.css'

export type Diffs = ReplyOf<typeof allocationCopy>
type Row = Diffs['blocks'][number]['rows'][number]

const RESULTS: Readonly<Record<Row['result'], { status: Status; label: string }>> = {
  add: { status: 'ok', label: '新增' },
  change: { status: 'warn', label: '修改' },
  stop: { status: 'warn', label: '停止分配' },
  remove: { status: 'bad', label: '移除' },
  same: { status: 'idle', label: '不变' },
}

const DUTIES: Readonly<Record<Row['what'], string>> = {
  mode: '设置',
  scope: '设置',
  marker: '阅卷教师',
  leader: '仲裁教师',
}

const COLUMNS: readonly SimpleColumn<Row>[] = [
  {
    key: 'result',
    title: '结果',
    width: 96,
    render: ({ result }) => (
      <StatusTag status={RESULTS[result].status}>{RESULTS[result].label}</StatusTag>
    ),
  },
  { key: 'what', title: '项目', width: 84, render: ({ what }) => DUTIES[what] },
  { key: 'name', title: '名称', width: 112, render: ({ name }) => name },
  { key: 'before', title: '现在', width: 160, render: ({ before }) => before || '–' },
  { key: 'after', title: '改为', width: 160, render: ({ after }) => after || '–' },
  { key: 'note', title: '说明', render: ({ note }) => <small>{note}</small> },
]

/** How many blocks really change. */
export const countChanged = ({ blocks }: Diffs): number =>
  blocks.filter(({ rows }) => rows.some(({ result }) => result !== 'same')).length

/** Why what is shown cannot be saved; null where it can. */
export function reasonAgainst(diffs: Diffs | undefined): string | null {
  if (!diffs) return '还没有核对差异'
  const refused = diffs.blocks.find(({ problem }) => problem !== '')
  if (refused) return `${refused.block_name}：${refused.problem}`
  return countChanged(diffs) === 0 ? '与现有分配相同，没有要保存的' : null
}

/** What would change in each block, before anything is written. */
export function DiffList({ diffs }: { diffs: Diffs }) {
  const [showsSame, setShowsSame] = useState(false)
  const same = diffs.blocks.reduce(
    (sum, { rows }) => sum + rows.filter(({ result }) => result === 'same').length,
    0,
  )
  return (
    <section className={css['diffs']} aria-label="差异">
      {same > 0 && (
        <label className={css['showSame']}>
          <input
            type="checkbox"
            checked={showsSame}
            onChange={({ target }) => setShowsSame(target.checked)}
          />
          同时显示不变的 {same} 项
        </label>
      )}
      {diffs.blocks.map(({ block_id, block_name, rows, problem, unreached }) => {
        const shown = rows.filter(({ result }) => showsSame || result !== 'same')
        return (
          <div key={block_id} className={css['diff']}>
            <h3>
              {block_name}
              <small>{summaryOf(rows)}</small>
            </h3>
            {problem !== '' && <StatusTag status="bad">{problem}</StatusTag>}
            {unreached && rows.some(({ result }) => result !== 'same') && (
              <ul className={css['unreached']} aria-label="保存后超出教师可评的范围">
                {unreachedLines(unreached).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
            {shown.length > 0 && (
              <SimpleTable
                label={`${block_name}的差异`}
                columns={COLUMNS}
                rows={shown}
                rowKey={(row) => `${row.what} ${row.name} ${row.result}`}
              />
            )}
          </div>
        )
      })}
    </section>
  )
}

function summaryOf(rows: readonly Row[]): string {
  const parts = (['add', 'change', 'stop', 'remove'] as const).flatMap((result) => {
    const count = rows.filter((row) => row.result === result).length
    return count > 0 ? [`${RESULTS[result].label} ${count} 项`] : []
  })
  return parts.length > 0 ? parts.join('，') : '没有变化'
}
