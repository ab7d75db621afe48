import { formatMilli, type ScorePoint } from '@hengjuan/domain'
import type { Script } from './Benchmarks.tsx'
import { commentsByPoint } from './script-comments.ts'
import css from './quality.module.css'

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
      <div className={css['marksScroll']}>
        <table className={css['marks']} aria-label="独立评分">
          <thead>
            <tr>
              <th scope="col">给分点</th>
              {marks.map(({ leader_name }) => (
                <th key={leader_name} scope="col">
                  {leader_name}
                </th>
              ))}
              {definitive && <th scope="col">标准分</th>}
            </tr>
          </thead>
          <tbody>
            {points.map((point, index) => (
              <tr key={index} data-differs={differs(script, index) || undefined}>
                <th scope="row">
                  {isWhole ? '得分' : point.name}
                  {reasons?.byPoint[index] && <small>{reasons.byPoint[index]}</small>}
                </th>
                {marks.map(({ leader_name, scores }) => (
                  <td key={leader_name}>{formatMilli(scores[index] ?? 0)}</td>
                ))}
                {definitive && <td>{formatMilli(definitive.scores[index] ?? 0)}</td>}
              </tr>
            ))}
          </tbody>
          {!isWhole && (
            <tfoot>
              <tr>
                <th scope="row">合计</th>
                {marks.map(({ leader_name, total_milli }) => (
                  <td key={leader_name}>{formatMilli(total_milli)}</td>
                ))}
                {definitive && <td>{formatMilli(definitive.total_milli)}</td>}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {words.map(({ who, text }) => (
        <p key={who} className={css['note']}>
          {who}：{text}
        </p>
      ))}
    </>
  )
}

/** Do the leaders disagree about a point? */
const differs = ({ marks }: Script, index: number): boolean =>
  marks.some(({ scores }) => scores[index] !== marks[0]?.scores[index])
