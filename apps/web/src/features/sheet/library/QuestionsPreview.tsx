import type { ReplyOf, sheetQuestionTable } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { StatusTag } from '@hengjuan/ui'
import { ChangeList } from './ChangeList.tsx'
import css from './library.module.css'

export type Report = ReplyOf<typeof sheetQuestionTable>

/** Rows with errors first, as those are what has to be done. */
export function QuestionsPreview({ report }: { report: Report }) {
  const rows = report.rows.toSorted(
    (a, b) => Number(b.problems.length > 0) - Number(a.problems.length > 0) || a.row - b.row,
  )
  return (
    <>
      {report.refusal && (
        <p role="alert" className={css['bad']}>
          ✕ {report.refusal}
        </p>
      )}
      <div className={css['rows']}>
        <table className={css['changes']}>
          <thead>
            <tr>
              {['行', '结果', '大题', '题号', '题型', '分值', '答案', '题块', '知识点'].map(
                (title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.row}>
                <td>{row.row}</td>
                <td>
                  {row.problems.length === 0 ? (
                    <StatusTag status="ok">正确</StatusTag>
                  ) : (
                    <span className={css['bad']}>✕ {row.problems.join('；')}</span>
                  )}
                </td>
                <td>{row.section}</td>
                <td>{row.no}</td>
                <td>{row.type_name}</td>
                <td>{row.full_milli === null ? '—' : formatMilli(row.full_milli)}</td>
                <td>{row.key}</td>
                <td>{row.block}</td>
                <td>{row.knowledge.join('、')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {report.changes.length > 0 && (
        <details>
          <summary>与现在的题目相比有 {report.changes.length} 处不同</summary>
          <ChangeList changes={report.changes} same="" />
        </details>
      )}
    </>
  )
}
