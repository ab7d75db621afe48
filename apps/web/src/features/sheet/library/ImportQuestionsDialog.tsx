import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { type ReplyOf, sheetQuestionTable } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { ReasonButton, sentenceOf, StatusTag, TableChoice, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { SheetAct } from '../../../acts/index.ts'
import { ChangeList } from './ChangeList.tsx'
import css from './library.module.css'

type Report = ReplyOf<typeof sheetQuestionTable>

/** Takes the question table from a spreadsheet; every row is shown as it was understood before anything is saved. */
export function ImportQuestionsDialog(props: {
  sheetId: number
  examId: number
  subjectId: number
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const query = { sheet_id: props.sheetId }
  const [file, setFile] = useState<File | null>(null)
  const preview = useCall(sheetQuestionTable)
  const write = useCall(sheetQuestionTable, {
    onSuccess: ({ version }) => {
      toast.done(`题目已导入，答题卡成为第 ${version} 版`)
      props.onClose()
      return props.onDone()
    },
  })
  const choose = (chosen: File | null) => {
    setFile(chosen)
    write.reset()
    preview.reset()
    if (chosen) preview.mutate({ query: { ...query, preview: 1 }, payload: payloadOf(chosen) })
  }
  const report = preview.data
  const error = write.error ?? preview.error
  return (
    <Dialog isOpen title="从表格导入题目" onClose={props.onClose} style={{ width: 900 }}>
      <DialogBody>
        <p className={css['quiet']}>
          表头：题号*、题型*、分值*、大题、选项数、答案、漏选得分、题块、给分点、空数、格数、知识点，列的顺序不限。
          题号可以写成一段，如 1-8，答案依次写 ACDBABCD。导入后替换全部题目。
        </p>
        <TableChoice label="题目表格" file={file} onChoose={choose} />
        {preview.isPending && <p className={css['quiet']}>正在核对…</p>}
        {write.isPending && <SheetAct examId={props.examId} subjectId={props.subjectId} />}
        {error && (
          <div role="alert" className={css['bad']}>
            <p>✕ {sentenceOf(error)}</p>
            {error.fields.map(({ path, msg }) => (
              <p key={`${path}${msg}`}>
                <code>{path}</code> {msg}
              </p>
            ))}
          </div>
        )}
        {report && !preview.isPending && <Preview report={report} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <ReasonButton
              intent="primary"
              loading={write.isPending}
              reason={reasonAgainst(file, report)}
              onClick={() => file && write.mutate({ query, payload: payloadOf(file) })}
            >
              {report && report.full_milli > 0
                ? `导入，满分 ${formatMilli(report.full_milli)} 分`
                : '导入'}
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}

function reasonAgainst(file: File | null, report: Report | undefined): string | null {
  if (!file) return '请先选择表格文件'
  if (!report) return '表格还没有核对'
  const wrong = report.rows.filter(({ problems }) => problems.length > 0).length
  if (wrong > 0) return `有 ${wrong} 行有误，请在表格中改好后重新选择`
  if (report.refusal) return report.refusal
  return report.changes.length === 0 ? '与现在的题目相同，没有要导入的' : null
}

function payloadOf(file: File): FormData {
  const payload = new FormData()
  payload.append('question_file', file)
  return payload
}

/** Rows with errors first, as those are what has to be done. */
function Preview({ report }: { report: Report }) {
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
