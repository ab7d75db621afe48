import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { type ReplyOf, secondReaderImport } from '@hengjuan/contracts'
import {
  ReasonButton,
  Score,
  sentenceOf,
  type Status,
  StatusTag,
  TableChoice,
  toast,
} from '@hengjuan/ui'
import { useState } from 'react'
import setup from '../../marking-setup/block/setup.module.css'

type Report = ReplyOf<typeof secondReaderImport>
type Row = Report['rows'][number]

const RESULTS: Record<Row['result'], { status: Status; label: string }> = {
  add: { status: 'ok', label: '新增' },
  change: { status: 'busy', label: '更新' },
  same: { status: 'idle', label: '相同' },
  error: { status: 'bad', label: '有误' },
}

/** Takes a program's scores from a table: what each row comes to is shown before anything is written. */
export function ImportScoresDialog(props: {
  blockId: number
  onDone: () => Promise<unknown>
  onClose: () => void
}) {
  const on = { block_id: props.blockId }
  const [file, setFile] = useState<File | null>(null)
  const preview = useCall(secondReaderImport)
  const write = useCall(secondReaderImport, {
    onSuccess: async ({ add, change, same }) => {
      toast.done(`已导入：新增 ${add} 份、更新 ${change} 份、相同 ${same} 份`)
      props.onClose()
      await props.onDone()
    },
  })
  const choose = (chosen: File | null) => {
    setFile(chosen)
    write.reset()
    if (chosen) preview.mutate({ query: { ...on, preview: 1 }, payload: payloadOf(chosen) })
  }
  const report = preview.data
  const error = write.error ?? preview.error
  return (
    <Dialog isOpen title="导入对照评分" onClose={props.onClose} style={{ width: 760 }}>
      <DialogBody>
        <p className={setup['need']}>
          表头：密号*、得分*（有多个给分点时每个给分点一列）、把握、理由。
          可以先下载模板。有一行有误就不会写入；与已有评分相同的不重复记录。
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
              onClick={() => file && write.mutate({ query: on, payload: payloadOf(file) })}
            >
              {report ? `导入 ${report.add + report.change} 份` : '导入'}
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
  if (report.error > 0) return `有 ${report.error} 行有误，请在表格中改好后重新选择`
  return report.add + report.change > 0 ? null : '表格中的评分都已导入过，没有要导入的'
}

function payloadOf(file: File): FormData {
  const payload = new FormData()
  payload.append('file', file)
  return payload
}

const Rows = ({ report }: { report: Report }) => (
  <div className={setup['importRows']} style={{ marginTop: 12 }}>
    <table className={setup['table']}>
      <thead>
        <tr>
          {['行', '结果', '密号', '总分', '说明'].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {report.rows.map((row) => (
          <tr key={row.row}>
            <td className={setup['figure']}>{row.row}</td>
            <td>
              <StatusTag status={RESULTS[row.result].status}>{RESULTS[row.result].label}</StatusTag>
            </td>
            <td>
              <code>{row.secret_code}</code>
            </td>
            <td className={setup['figure']}>
              <Score value={row.total_milli} />
            </td>
            <td className={setup['importNote']}>{row.message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
