import { formatMilli, type ScorePoint } from '@hengjuan/domain'
import { SimpleTable } from '@hengjuan/ui'
import type { Script } from './Benchmarks.tsx'
import { commentsByPoint } from './script-comments.ts'
import css from './quality.module.css'

/** A point of a script, or all of them together. */
interface PointRow {
  name: string
  reason: string | undefined
  given: readonly number[]
  agreed: number
}

/** What leaders gave a script point by point, beside what is agreed, and why. */
export function ScriptMarks({ script, points }: { script: Script; points: readonly ScorePoint[] }) {
  const { marks, definitive } = script
  if (marks.length === 0) return null
  const reasons = definitive ? commentsByPoint(definitive.comments, points) : null
  const words = [
    ...marks.map(({ leader_name, comment }) => ({ who: leader_name, text: comment })),
    ...(reasons?.rest ? [{ who: '标准分', text: reasons.rest }] : []),
  ].filter(({ text }) => text !== '')
  const isWhole = points.length === 1
  return (
    <>
      <SimpleTable<PointRow>
        label="独立评分"
        isDense
        columns={[
          {
            key: 'point',
            title: '给分点',
            render: ({ name, reason }) => (
              <>
                {name}
                {reason && <small>{reason}</small>}
              </>
            ),
          },
          ...marks.map(({ leader_name }, at) => ({
            key: leader_name,
            title: leader_name,
            align: 'right' as const,
            render: ({ given }: PointRow) => formatMilli(given[at] ?? 0),
          })),
          ...(definitive
            ? [
                {
                  key: 'definitive',
                  title: '标准分',
                  align: 'right' as const,
                  render: ({ agreed }: PointRow) => formatMilli(agreed),
                },
              ]
            : []),
        ]}
        rows={points.map((point, index) => ({
          name: isWhole ? '得分' : point.name,
          reason: reasons?.byPoint[index],
          given: marks.map(({ scores }) => scores[index] ?? 0),
          agreed: definitive?.scores[index] ?? 0,
        }))}
        rowKey={(_, index) => index}
        // The leaders disagree about the point.
        tone={({ given }) => (given.some((score) => score !== given[0]) ? 'warn' : undefined)}
        summary={
          isWhole
            ? []
            : [
                {
                  name: '合计',
                  reason: undefined,
                  given: marks.map(({ total_milli }) => total_milli),
                  agreed: definitive?.total_milli ?? 0,
                },
              ]
        }
      />
      {words.map(({ who, text }) => (
        <p key={who} className={css['note']}>
          {who}：{text}
        </p>
      ))}
    </>
  )
}
