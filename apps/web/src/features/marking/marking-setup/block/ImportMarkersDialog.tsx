import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { routeKey, useCall } from '@hengjuan/client/react'
import { allocationGet, blockSettingsGet, markersImport, markersTable } from '@hengjuan/contracts'
import { DownloadButton, ReasonButton, sentenceOf, TableChoice, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import css from './setup.module.css'
import { MarkersPreview } from './MarkersPreview.tsx'
import { REQUIRED, reasonAgainst, payloadOf } from './markers-payload.ts'
import { countWritten } from './count-written.ts'

const COLUMNS = ['题块', '教师', '账号', '学校', '职责', '任务量', '比例']

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
        {report && !preview.isPending && <MarkersPreview report={report} />}
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
