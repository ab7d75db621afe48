import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { avoidanceImport, type ReplyOf } from '@hengjuan/contracts'
import { ReasonButton, sentenceOf, type Status, StatusTag, TableChoice } from '@hengjuan/ui'
import { useState } from 'react'
import setup from '../block/setup.module.css'

type Report = ReplyOf<typeof avoidanceImport>
type Row = Report['rows'][number]

const RESULTS: Record<Row['result'], { status: Status; label: string }> = {
  add: { status: 'ok', label: '新增' },
  same: { status: 'idle', label: '已有' },
  error: { status: 'bad', label: '有误' },
}

/** Takes pairs from a spreadsheet: what each row comes to is shown before anything is written. */
export function ImportPairsDialog(props: {
  examId: number
  onDone: (pairIds: readonly number[], words: string) => void
  onClose: () => void
}) {
  const [file, setFile] = useState<File | null>(null)
  const preview = useCall(avoidanceImport)
  const write = useCall(avoidanceImport, {
    onSuccess: ({ pair_ids, recalled }) => {
      const back = recalled > 0 ? `，收回手中的 ${recalled} 份` : ''
      props.onDone(pair_ids, `已导入 ${pair_ids.length} 对回避${back}`)
      props.onClose()
    },
  })
  const choose = (chosen: File | null) => {
    setFile(chosen)
    write.reset()
    if (chosen)
      preview.mutate({ query: { exam_id: props.examId, preview: 1 }, payload: payloadOf(chosen) })
  }
  const report = preview.data
  const error = write.error ?? preview.error
  const count = report?.rows.filter(({ result }) => result === 'add').length ?? 0
  return (
    <Dialog isOpen title="导入回避名单" onClose={props.onClose} style={{ width: 860 }}>
      <DialogBody>
        <p className={setup['columns']}>
          表头，列的顺序不限：教师*、账号、考号、考生、班级、关系。
          考生填考号，或填姓名和班级；同名教师请填账号。名单中已有的保持不变。
        </p>
        <TableChoice file={file} onChoose={choose} />
        {preview.isPending && <p className={setup['need']}>正在核对…</p>}
        {error && (
          <div role="alert" className={setup['importError']}>
            <p>✕ {sentenceOf(error)}</p>
            {error.fields.map(({ path, msg }) => (
              <p key={`${path}${msg}`}>
                <code>{path}</code> {msg}
              </p>
            ))}
          </div>
        )}
        {report && !preview.isPending && <Rows report={report} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <ReasonButton
              intent="primary"
              loading={write.isPending}
              reason={reasonAgainst(file, report)}
              onClick={() =>
                file && write.mutate({ query: { exam_id: props.examId }, payload: payloadOf(file) })
              }
            >
              {report ? `导入 ${count} 对` : '导入'}
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
  const errors = report.rows.filter(({ result }) => result === 'error').length
  if (errors > 0) return `有 ${errors} 行有误，请在表格中改好后重新选择`
  return report.rows.some(({ result }) => result === 'add')
    ? null
    : '表格中的都已在名单中，没有要导入的'
}

function payloadOf(file: File): FormData {
  const payload = new FormData()
  payload.append('file', file)
  return payload
}

/** Rows with errors first, as those are what has to be done; then by the table. */
function Rows({ report }: { report: Report }) {
  const rows = report.rows.toSorted(
    (a, b) => Number(b.result === 'error') - Number(a.result === 'error') || a.row - b.row,
  )
  return (
    <div className={setup['importRows']} style={{ marginTop: 12 }}>
      <table className={setup['table']}>
        <thead>
          <tr>
            {['行', '结果', '教师', '账号', '考号', '考生', '关系', '说明'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <td className={setup['figure']}>{row.row}</td>
              <td>
                <StatusTag status={RESULTS[row.result].status}>
                  {RESULTS[row.result].label}
                </StatusTag>
              </td>
              <td>{row.teacher}</td>
              <td>{row.account}</td>
              <td>{row.exam_no}</td>
              <td>{row.candidate}</td>
              <td>{row.relation}</td>
              <td className={setup['importNote']}>{row.message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
