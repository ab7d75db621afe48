import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { sheetQuestionTable } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { ReasonButton, sentenceOf, TableChoice, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { SheetAct } from '../../../acts/index.ts'
import css from './library.module.css'
import { type Report, QuestionsPreview } from './QuestionsPreview.tsx'

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
        {report && !preview.isPending && <QuestionsPreview report={report} />}
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
