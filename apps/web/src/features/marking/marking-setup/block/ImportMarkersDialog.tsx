import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { routeKey, useCall } from '@hengjuan/client/react'
import {
  allocationGet,
  blockSettingsGet,
  markersImport,
  markersTable,
  type ReplyOf,
} from '@hengjuan/contracts'
import {
  DownloadButton,
  ReasonButton,
  sentenceOf,
  type Status,
  StatusTag,
  TableChoice,
  toast,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import css from './setup.module.css'

type Report = ReplyOf<typeof markersImport>
type Row = Report['rows'][number]

const COLUMNS = ['题块', '教师', '账号', '学校', '职责', '任务量', '比例']
const REQUIRED = ['题块', '教师']

const RESULTS: Record<Row['result'], { status: Status; label: string }> = {
  add: { status: 'ok', label: '新增' },
  change: { status: 'warn', label: '修改' },
  same: { status: 'idle', label: '不变' },
  error: { status: 'bad', label: '有误' },
}

const DUTIES: Record<Row['duty'], string> = { marker: '阅卷教师', leader: '题组长' }

/** Takes markers from a spreadsheet: what each row comes to is shown before anything is written. */
export function ImportMarkersDialog(props: {
  examId: number
  subjectId: number
  onClose: () => void
}) {
  const on = { exam_id: props.examId, subject_id: props.subjectId }
  const [file, setFile] = useState<File | null>(null)
  const queryClient = useQueryClient()
  const preview = useCall(markersImport)
  const write = useCall(markersImport, {
    onSuccess: async () => {
      toast.done('阅卷教师已导入')
      props.onClose()
      for (const route of [allocationGet, blockSettingsGet])
        await queryClient.invalidateQueries({ queryKey: routeKey(route) })
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
    <Dialog
      isOpen
      title="导入阅卷教师"
      onClose={props.onClose}
      style={{ width: 'min(1040px, 96vw)' }}
    >
      <DialogBody>
        <p className={css['columns']}>
          表头，列的顺序不限：
          {COLUMNS.map((column) => (REQUIRED.includes(column) ? `${column}*` : column)).join('、')}
          。题块可填「全部」或用顿号隔开几个；职责不填为阅卷教师；同名教师请填账号，联考中可填学校。表中没有的教师保持不变。可以先下载现有名单，改好后导入。
        </p>
        <TableChoice file={file} onChoose={choose} />
        {preview.isPending && <p className={css['need']}>正在核对…</p>}
        {error && (
          <div role="alert" className={css['importError']}>
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
              onClick={() => file && write.mutate({ query: on, payload: payloadOf(file) })}
            >
              {report ? `导入 ${countWritten(report)} 行` : '导入'}
            </ReasonButton>
          </>
        }
      >
        <DownloadButton variant="minimal" route={markersTable} input={{ query: on }}>
          下载现有名单
        </DownloadButton>
      </DialogFooter>
    </Dialog>
  )
}

const countWritten = ({ rows }: Report): number =>
  rows.filter(({ result }) => result === 'add' || result === 'change').length

function reasonAgainst(file: File | null, report: Report | undefined): string | null {
  if (!file) return '请先选择表格文件'
  if (!report) return '表格还没有核对'
  const errors = report.rows.filter(({ result }) => result === 'error').length
  if (errors > 0) return `有 ${errors} 行有误，请在表格中改好后重新选择`
  const refused = report.blocks.find(({ problem }) => problem !== '')
  if (refused) return `${refused.block_name}：${refused.problem}`
  return countWritten(report) === 0 ? '表格与现有安排相同，没有要导入的' : null
}

function payloadOf(file: File): FormData {
  const payload = new FormData()
  payload.append('marker_file', file)
  return payload
}

/** Rows with errors first, as those are what has to be done; then by the table. */
function Preview({ report }: { report: Report }) {
  const rows = report.rows.toSorted(
    (a, b) => Number(b.result === 'error') - Number(a.result === 'error') || a.row - b.row,
  )
  return (
    <>
      <ul className={css['importBlocks']}>
        {report.blocks.map((block) => (
          <li key={block.block_id}>
            <strong>{block.block_name}</strong> 新增 {block.added}，修改 {block.changed}，其余{' '}
            {block.kept} 人不变{block.note !== '' && `；${block.note}`}
            {block.problem !== '' && <StatusTag status="bad">{block.problem}</StatusTag>}
          </li>
        ))}
      </ul>
      <div className={css['importRows']}>
        <table className={css['table']}>
          <thead>
            <tr>
              {['行', '结果', '题块', '教师', '账号', '学校', '职责', '任务量或比例', '说明'].map(
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
                <td className={css['figure']}>{row.row}</td>
                <td>
                  <StatusTag status={RESULTS[row.result].status}>
                    {RESULTS[row.result].label}
                  </StatusTag>
                </td>
                <td>{row.block_name}</td>
                <td>{row.teacher}</td>
                <td>{row.account}</td>
                <td>{row.school}</td>
                <td>{DUTIES[row.duty]}</td>
                <td className={css['figure']}>{row.quota ?? ''}</td>
                <td className={css['importNote']}>{row.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
