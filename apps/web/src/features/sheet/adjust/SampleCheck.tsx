import { Button, Dialog, DialogBody, FileInput } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { sheetImport, sheetTemplateDo } from '@hengjuan/contracts'
import type { PageReading, TemplatePage } from '@hengjuan/domain'
import { chosenFile, sentenceOf, StatusTag } from '@hengjuan/ui'
import { useState } from 'react'
import css from './adjust.module.css'
import { type Picture, SampleScan } from './SampleScan.tsx'

/** Filled-in sheets are read with the coordinates as they are now; what was read is drawn on the scan. */
export function SampleCheck(props: {
  sheetId: number
  pages: readonly TemplatePage[]
  samples: readonly Picture[]
  onClose: () => void
  onAdded: () => Promise<unknown>
}) {
  const { sheetId } = props
  const [shown, setShown] = useState<Picture | null>(null)
  const read = useCall(sheetTemplateDo)
  const open = (sample: Picture) => {
    setShown(sample)
    read.mutate({ body: { sheet_id: sheetId, sample: sample.hash, pages: [...props.pages] } })
  }
  const upload = useCall(sheetImport, {
    onSuccess: async ({ pages }) => {
      await props.onAdded()
      const [first] = pages
      if (first) open(first)
    },
  })
  const send = (file: File | null) => {
    if (!file) return
    const payload = new FormData()
    payload.append('file', file)
    upload.mutate({ query: { sheet_id: sheetId }, payload })
  }
  const reading = read.data?.reading ?? null
  const error = upload.error ?? read.error
  return (
    <Dialog
      isOpen
      title="用样张核对"
      onClose={props.onClose}
      style={{ width: 'min(1180px, 96vw)', marginTop: 24 }}
    >
      <DialogBody className={css['check'] ?? ''}>
        <aside>
          <FileInput
            fill
            text="上传填好的答题卡"
            buttonText="浏览"
            inputProps={{ accept: '.pdf,.jpg,.jpeg,.png,.tif,.tiff', 'aria-label': '样张文件' }}
            onInputChange={({ currentTarget }) => send(chosenFile(currentTarget))}
          />
          {props.samples.map((sample, at) => (
            <Button
              key={sample.hash}
              fill
              alignText="start"
              active={sample.hash === shown?.hash}
              onClick={() => open(sample)}
            >
              样张 {at + 1}
            </Button>
          ))}
          {(upload.isPending || read.isPending) && (
            <p className={css['quiet']} role="status">
              {upload.isPending ? '正在上传样张…' : '正在按现在的坐标识别…'}
            </p>
          )}
          {error && (
            <p role="alert" className={css['bad']}>
              ✕ {sentenceOf(error)}
            </p>
          )}
          {reading && <Verdict reading={reading} />}
        </aside>
        <div className={css['scan']}>
          {shown ? (
            <SampleScan picture={shown} reading={reading} />
          ) : (
            <p className={css['quiet']}>
              上传一张填好的答题卡：按现在的坐标识别，涂满的框和读出的内容画在图上，不影响考试数据。
            </p>
          )}
        </div>
      </DialogBody>
    </Dialog>
  )
}

function Verdict({ reading }: { reading: PageReading }) {
  const doubtful = reading.fields.filter((field) => field.doubtful)
  if (reading.status === 'rejected')
    return (
      <p role="alert" className={css['bad']}>
        ✕ 没有定位：{reading.issues[0]?.message ?? '请检查定位点'}
      </p>
    )
  return (
    <>
      <StatusTag status={doubtful.length > 0 ? 'warn' : 'ok'}>
        读出 {reading.fields.length - doubtful.length} 项，存疑 {doubtful.length} 项
      </StatusTag>
      <ul className={css['values']} aria-label="识别结果">
        {reading.fields.map((field) => (
          <li key={field.id} data-doubtful={field.doubtful || undefined} title={field.reason}>
            <span>{nameOf(field.id)}</span>
            <b>{field.values.join('') || '未涂'}</b>
          </li>
        ))}
      </ul>
    </>
  )
}

const nameOf = (id: string) => (id === 'examNo' ? '考号' : id.replace(/^choice:/, ''))
