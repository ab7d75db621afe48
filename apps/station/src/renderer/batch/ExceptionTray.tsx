import { Button } from '@blueprintjs/core'
import { EmptyState, ErrorState, KeyHint, SkeletonLines, StatusTag, toast } from '@hengjuan/ui'
import type { BatchState } from '../../bridge/batch-api.ts'
import type { ProblemImage, SheetSummary } from '../../bridge/sheet-api.ts'
import { useScreen } from '../station-store.ts'
import { useAnswer, useTransport } from '../transport/use-station.ts'
import css from './batch.module.css'

/** Right: what a person should look at, the newest first, with what to do. */
export function ExceptionTray({ batch }: { batch: BatchState }) {
  const { batch_id } = batch
  const openReview = useScreen((screen) => screen.openReview)
  const version = `${batch.exceptions} ${batch.refused} ${batch.state}`
  const sheets = useAnswer('listSheets', { batch_id, filter: 'flagged', limit: 200 }, version)
  const images = useAnswer('listProblemImages', { batch_id }, version)
  const isEmpty = sheets.answer?.list.length === 0 && images.answer?.length === 0
  const failure = sheets.error ?? images.error
  const retry = () => {
    sheets.retry()
    images.retry()
  }
  return (
    <aside className={css['tray']} aria-label="异常">
      <h2 className={css['trayTitle']}>
        异常 <small>{batch.exceptions}</small>
        <Button
          className={css['traySettle'] ?? ''}
          size="small"
          intent={batch.flagged > 0 ? 'primary' : 'none'}
          onClick={() => openReview({ sheetId: null })}
        >
          处理异常 <KeyHint keys="Alt+E" />
        </Button>
      </h2>
      {failure !== null && <ErrorState error={failure} onRetry={retry} />}
      {failure === null && !sheets.answer && <SkeletonLines />}
      {isEmpty ? (
        <EmptyState title="没有异常">异常会立刻出现在这里，并说明怎样处理。</EmptyState>
      ) : (
        <ul className={css['trayList']}>
          {images.answer?.map((image) => (
            <ImageItem key={image.image_id} image={image} isClosed={batch.state === 'closed'} />
          ))}
          {sheets.answer?.list.map((sheet) => (
            <SheetItem key={sheet.sheet_id} sheet={sheet} />
          ))}
        </ul>
      )}
    </aside>
  )
}

function ImageItem({ image, isClosed }: { image: ProblemImage; isClosed: boolean }) {
  const { call } = useTransport()
  const settle = (decision: 'discard' | 'keep') => {
    call('settleImage', { image_id: image.image_id, decision }).catch(toast.error)
  }
  const isCopy = image.kind === 'duplicate'
  return (
    <li className={css['item']}>
      <span className={css['itemHead']}>
        <StatusTag status={isCopy ? 'warn' : 'bad'}>{isCopy ? '重复图像' : '图像打不开'}</StatusTag>
        <span className={css['itemName']}>{image.name}</span>
      </span>
      <p>{image.reason}</p>
      {!isClosed && (
        <span className={css['itemActions']}>
          <Button size="small" text="丢弃" onClick={() => settle('discard')} />
          <Button
            size="small"
            variant="minimal"
            text={isCopy ? '保留' : '再试一次'}
            onClick={() => settle('keep')}
          />
        </span>
      )}
    </li>
  )
}

function SheetItem({ sheet }: { sheet: SheetSummary }) {
  const openSheet = useScreen((screen) => screen.openSheet)
  const [first] = sheet.findings
  const isRefused = sheet.upload === 'refused'
  const labels = [...new Set(sheet.findings.map((finding) => finding.label))]
  return (
    <li className={css['item']}>
      <button type="button" className={css['itemButton']} onClick={() => openSheet(sheet.sheet_id)}>
        <span className={css['itemHead']}>
          {isRefused && <StatusTag status="bad">上传被退回</StatusTag>}
          {labels.map((label) => (
            <StatusTag key={label} status="warn">
              {label}
            </StatusTag>
          ))}
          <span className={css['itemName']}>第 {sheet.seq} 张</span>
        </span>
        <p>{isRefused ? sheet.upload_message : first?.message}</p>
        {sheet.findings.length > 1 && (
          <p className={css['batchNote']}>另有 {sheet.findings.length - 1} 处</p>
        )}
      </button>
    </li>
  )
}
