import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { candidateImport, type ReplyOf } from '@hengjuan/contracts'
import { ReasonButton, StatusTag, TableChoice } from '@hengjuan/ui'
import { useState } from 'react'
import { Problem } from './Problem.tsx'
import css from './roster.module.css'

type Report = ReplyOf<typeof candidateImport>

const COLUMNS = ['考号', '学号', '姓名', '班级', '考场', '座位']
const REQUIRED = ['考号', '学号', '姓名']

/** Takes candidates from a table: who is added and who changes, from what to what, is shown before it is written. */
export function ImportCandidatesDialog(props: {
  examId: number
  onDone: (report: Report) => void
  onClose: () => void
}) {
  const [file, setFile] = useState<File | null>(null)
  const on = { exam_id: props.examId }
  const preview = useCall(candidateImport)
  const write = useCall(candidateImport, { onSuccess: props.onDone })
  const choose = (chosen: File | null) => {
    setFile(chosen)
    write.reset()
    preview.reset()
    if (chosen) preview.mutate({ query: { ...on, preview: 1 }, payload: payloadOf(chosen) })
  }
  const report = preview.data
  const error = write.error ?? preview.error
  return (
    <Dialog isOpen title="导入考生" onClose={props.onClose} style={{ width: 760 }}>
      <DialogBody>
        <p>
          表头可以在任一可见的工作表中，列的顺序不限：
          {COLUMNS.map((column) => (
            <code key={column} className={css['column']}>
              {column}
              {REQUIRED.includes(column) && <b aria-label="必填">*</b>}
            </code>
          ))}
        </p>
        <p className={`${css['hint']} ${css['text']}`}>
          按学号对应学生；准考证号、学籍号、行政班等写法也能识别。已在名单中的考生会更新考号、考场和座位。
        </p>
        <TableChoice file={file} onChoose={choose} />
        {preview.isPending && <p className={css['hint']}>正在核对，尚未写入任何数据…</p>}
        <Problem error={error} />
        {report && !preview.isPending && !error && <Changes report={report} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <ReasonButton
              intent="primary"
              loading={write.isPending}
              reason={reasonAgainst(file, report)}
              onClick={() => file && write.mutate({ query: on, payload: payloadOf(file) })}
            >
              {report ? `新增 ${report.added} 人，修改 ${report.updated} 人` : '导入'}
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}

function reasonAgainst(file: File | null, report: Report | undefined): string | null {
  if (!file) return '请先选择表格文件'
  if (!report) return '表格还没有核对通过'
  return report.added + report.updated > 0 ? null : '与现在的名单相同，没有要导入的'
}

function payloadOf(file: File): FormData {
  const payload = new FormData()
  payload.append('file', file)
  return payload
}

/** Who changes and who is added; rows that stay as they are make a number. */
function Changes({ report }: { report: Report }) {
  const { added, updated, unchanged, changed = [], hidden_rows: hidden = 0, sheet = '' } = report
  const rest = added + updated - changed.length
  return (
    <>
      <p className={css['counts']}>
        新增 <b>{added}</b> 人，修改 <b>{updated}</b> 人，未变 <b>{unchanged}</b> 人
        {sheet !== '' && `；读取的工作表：${sheet}`}
        {hidden > 0 && `；有 ${hidden} 行隐藏，不会导入`}
      </p>
      {changed.length > 0 && (
        <div className={css['changes']}>
          <table>
            <thead>
              <tr>
                {['行', '结果', '姓名', '内容'].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {changed.map(({ row, name, action, change }) => (
                <tr key={row}>
                  <td>{row}</td>
                  <td>
                    <StatusTag status={action === 'add' ? 'ok' : 'busy'}>
                      {action === 'add' ? '新增' : '修改'}
                    </StatusTag>
                  </td>
                  <td>{name}</td>
                  <td>{change}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {rest > 0 && <p className={css['hint']}>另有 {rest} 人未列出</p>}
        </div>
      )}
    </>
  )
}
