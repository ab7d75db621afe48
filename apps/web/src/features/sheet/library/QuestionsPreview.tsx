import type { ReplyOf, sheetQuestionTable } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { SimpleTable, StatusTag } from '@hengjuan/ui'
import { ChangeList } from './ChangeList.tsx'
import css from './library.module.css'

type Report = ReplyOf<typeof sheetQuestionTable>

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
      <SimpleTable
        label="表格各行"
        maxHeight="320px"
        columns={[
          { key: 'row', title: '行', render: ({ row }) => row },
          {
            key: 'result',
            title: '结果',
            render: ({ problems }) =>
              problems.length === 0 ? (
                <StatusTag status="ok">正确</StatusTag>
              ) : (
                <span className={css['bad']}>✕ {problems.join('；')}</span>
              ),
          },
          { key: 'section', title: '大题', render: ({ section }) => section },
          { key: 'no', title: '题号', render: ({ no }) => no },
          { key: 'type', title: '题型', render: ({ type_name }) => type_name },
          {
            key: 'full',
            title: '分值',
            render: ({ full_milli }) => (full_milli === null ? '—' : formatMilli(full_milli)),
          },
          { key: 'answer', title: '答案', render: ({ key }) => key },
          { key: 'block', title: '题块', render: ({ block }) => block },
          { key: 'knowledge', title: '知识点', render: ({ knowledge }) => knowledge.join('、') },
        ]}
        rows={rows}
        rowKey={({ row }) => row}
      />
      {report.changes.length > 0 && (
        <details>
          <summary>与现在的题目相比有 {report.changes.length} 处不同</summary>
          <ChangeList changes={report.changes} same="" />
        </details>
      )}
    </>
  )
}
