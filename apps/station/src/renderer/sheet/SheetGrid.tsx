import { Button } from '@blueprintjs/core'
import { EmptyState, ErrorState, Segmented, STATUS_SHAPES } from '@hengjuan/ui'
import { type KeyboardEvent, useState } from 'react'
import type { BatchState } from '../../bridge/batch-api.ts'
import type { SheetSummary } from '../../bridge/sheet-api.ts'
import type { StationInput } from '../../bridge/station-api.ts'
import { useScreen } from '../station-store.ts'
import { useAnswer, useTransport } from '../transport/use-station.ts'
import { ownerOf, sheetStatus } from './sheet-status.ts'
import css from './sheet.module.css'

type Filter = NonNullable<StationInput<'listSheets'>['filter']>

const PAGE = 60

/** The sheets of a batch as they come in, the newest first. */
export function SheetGrid({ batch }: { batch: BatchState }) {
  const [filter, setFilter] = useState<Filter>('all')
  const [limit, setLimit] = useState(PAGE)
  const { batch_id } = batch
  const { answer, error, retry } = useAnswer(
    'listSheets',
    { batch_id, filter, limit },
    `${batch.sheets} ${batch.uploaded} ${batch.refused} ${batch.flagged}`,
  )
  const options: { value: Filter; label: string; count: number }[] = [
    { value: 'all', label: '全部', count: batch.sheets },
    {
      value: 'flagged',
      label: '异常',
      count: batch.exceptions - batch.unreadable - batch.duplicates,
    },
    { value: 'to_upload', label: '待上传', count: batch.to_upload },
    { value: 'refused', label: '被退回', count: batch.refused },
  ]
  return (
    <section className={css['sheets']} aria-label="答题卡">
      <Segmented label="显示" options={options} value={filter} onChange={setFilter} />
      {error !== null && <ErrorState error={error} onRetry={retry} />}
      {answer?.list.length === 0 && <NoSheets filter={filter} folder={batch.folder} />}
      <div className={css['grid']}>
        {answer?.list.map((sheet) => (
          <SheetCard
            key={sheet.sheet_id}
            sheet={sheet}
            subject={batch.subjects.length > 1 ? subjectOf(batch, sheet) : ''}
          />
        ))}
      </div>
      {answer && answer.total > limit && (
        <Button
          className={css['more'] ?? ''}
          text={`再显示 ${Math.min(PAGE, answer.total - limit)} 张（共 ${answer.total} 张）`}
          onClick={() => setLimit(limit + PAGE)}
        />
      )}
    </section>
  )
}

const NoSheets = (props: { filter: Filter; folder: string }) =>
  props.filter === 'all' ? (
    <EmptyState size="large" title="等待图像">
      {props.folder === ''
        ? '连接右侧的扫描仪，放好纸，点「开始扫描」。每收好一张，这里就会显示。'
        : `正在监视 ${props.folder}。扫描仪每存好一页，这里就会显示。`}
    </EmptyState>
  ) : (
    <EmptyState size="large" title="没有这一类答题卡" />
  )

const subjectOf = ({ subjects }: BatchState, { subject_id }: SheetSummary): string =>
  subjects.find((one) => one.subject_id === subject_id)?.subject_name ?? ''

/** `subject` is named in stacks of several. */
function SheetCard({ sheet, subject }: { sheet: SheetSummary; subject: string }) {
  const { pictureAddress } = useTransport()
  const openSheet = useScreen((screen) => screen.openSheet)
  const { status, text } = sheetStatus(sheet)
  return (
    <button
      type="button"
      className={css['card']}
      data-status={status}
      aria-label={`第 ${sheet.seq} 张，${ownerOf(sheet)}，${subject === '' ? '' : `${subject}，`}${text}`}
      onClick={() => openSheet(sheet.sheet_id)}
      onKeyDown={moveFocus}
    >
      <span className={css['picture']}>
        {sheet.cover_id !== null && (
          <img src={pictureAddress(sheet.cover_id, 'thumb')} alt="" loading="lazy" />
        )}
        <span className={css['seq']}>{sheet.seq}</span>
        {subject !== '' && <span className={css['cardSubject']}>{subject}</span>}
      </span>
      <span className={css['owner']}>{ownerOf(sheet)}</span>
      <span className={css['cardState']} data-status={status}>
        <b aria-hidden="true">{STATUS_SHAPES[status]}</b> {text}
      </span>
    </button>
  )
}

/** Arrow keys walk through the grid. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const card = event.currentTarget
  const cards = [...(card.parentElement?.children ?? [])] as HTMLElement[]
  const columns = cards.filter((each) => each.offsetTop === cards[0]?.offsetTop).length
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
  }
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  cards[cards.indexOf(card) + step]?.focus()
}
