import type { InputOf, ReplyOf, Route } from '@hengjuan/contracts'
import { useCall } from '@hengjuan/client/react'
import { type ReactNode, useState } from 'react'
import { ActDialog } from '../layout/ActDialog.tsx'
import { type SimpleColumn, SimpleTable } from '../table/SimpleTable.tsx'
import { type Status, StatusTag } from '../status/StatusTag.tsx'
import { TableChoice } from './TableChoice.tsx'
import css from './table-import.module.css'

type QueryOf<R> = InputOf<R> extends { query: infer Query } ? Omit<Query, 'preview'> : never

/**
 * Takes a table by a call of its own: with `preview` the call says what each row would come to, and only what was shown
 * is written. People and candidates come through the import engine, whose dialog is `ImportDialog` of the portal.
 */
export function TableImportDialog<R extends Route>(props: {
  title: string
  width: number | string
  /** Which columns the table has, and what becomes of what it does not name. */
  intro: ReactNode
  /** Of the field that takes the file. */
  label?: string
  route: R
  query: QueryOf<R>
  /** Under which the call expects the file. */
  fileField: string
  /** Why what was read is not written; null where it is. */
  refusal: (report: ReplyOf<R>) => string | null
  /** Of the button, with the count of what is written. */
  submitText: (report: ReplyOf<R>) => string
  /** At the left of the buttons: a table to begin with. */
  note?: ReactNode
  /** How far the writing is, where it takes its time. */
  progress?: ReactNode
  /** Shows what was read. */
  children: (report: ReplyOf<R>) => ReactNode
  onDone: (reply: ReplyOf<R>) => void | Promise<unknown>
  onClose: () => void
}) {
  const [file, setFile] = useState<File | null>(null)
  const preview = useCall(props.route)
  const write = useCall(props.route, {
    onSuccess: (reply) => {
      props.onClose()
      return props.onDone(reply)
    },
  })
  /** The contract of a route that is not named here says nothing of its query. */
  const inputOf = (chosen: File, isPreview: boolean) => {
    const payload = new FormData()
    payload.append(props.fileField, chosen)
    const query = isPreview ? { ...props.query, preview: 1 } : props.query
    return { query, payload } as unknown as InputOf<R> & { payload: FormData }
  }
  const choose = (chosen: File | null) => {
    setFile(chosen)
    write.reset()
    preview.reset()
    if (chosen) preview.mutate(inputOf(chosen, true))
  }
  const report = preview.data
  const failed = write.error ?? preview.error
  return (
    <ActDialog
      title={props.title}
      width={props.width}
      submitText={report ? props.submitText(report) : '导入'}
      refusal={!file ? '请先选择表格文件' : !report ? '表格还没有核对' : props.refusal(report)}
      isPending={write.isPending}
      error={failed}
      note={props.note}
      onSubmit={() => file && write.mutate(inputOf(file, false))}
      onClose={props.onClose}
    >
      <p className={css['intro']}>{props.intro}</p>
      <TableChoice file={file} onChoose={choose} {...(props.label ? { label: props.label } : {})} />
      {preview.isPending && <p role="status">正在核对…</p>}
      {write.isPending && props.progress}
      {failed?.fields.map(({ path, msg }) => (
        <p key={`${path}${msg}`} className={css['wrong']}>
          <code>{path}</code> {msg}
        </p>
      ))}
      {report && !preview.isPending && (
        <div className={css['report']}>{props.children(report)}</div>
      )}
    </ActDialog>
  )
}

/** What each row of a table comes to; those with errors first, as they are what has to be done. */
export function ImportedRows<Row extends { row: number; result: string; message: string }>(props: {
  rows: readonly Row[]
  results: Readonly<Record<Row['result'], readonly [Status, string]>>
  /** What was read, between the result and its reason. */
  columns: readonly SimpleColumn<Row>[]
}) {
  const isWrong = ({ result }: Row) => Number(result === 'error')
  return (
    <SimpleTable
      label="表格各行"
      maxHeight="46vh"
      columns={[
        { key: 'row', title: '行', align: 'right', render: ({ row }) => row },
        {
          key: 'result',
          title: '结果',
          render: (row) => {
            const [status, word] = props.results[row.result as Row['result']]
            return <StatusTag status={status}>{word}</StatusTag>
          },
        },
        ...props.columns,
        {
          key: 'message',
          title: '说明',
          width: 200,
          render: ({ message }) => <span className={css['message']}>{message}</span>,
        },
      ]}
      rows={props.rows.toSorted((a, b) => isWrong(b) - isWrong(a) || a.row - b.row)}
      rowKey={({ row }) => row}
    />
  )
}
