import { Button, Checkbox, TextArea } from '@blueprintjs/core'
import { EXAM_MANAGER, formatMilli, SEED_STATES } from '@hengjuan/domain'
import { ActDialog, SimpleTable, Time } from '@hengjuan/ui'
import { useState } from 'react'
import { useTyped } from '../../../../session/typed.ts'
import type { SeedMarker } from './seed-columns.tsx'
import css from '../benchmark/quality.module.css'

/** Under what the words about a marker's seeds are kept until they are sent. */
export const seedNoteOf = (blockId: number, markerId: number): string =>
  `seeds ${blockId} ${markerId}`

/** Every seed of one marker; who failed twice is let go on here, with or without marking papers again. */
export function SeedDialog(props: {
  blockId: number
  row: SeedMarker
  /** Are these the seeds of who looks? */
  isOwn: boolean
  isPending: boolean
  error: unknown
  onClose: () => void
  /** Shows the readings that lie after the last passed seed. */
  onReadings: () => void
  onClear: (note: string, sendBack: boolean) => void
}) {
  const { row } = props
  const [note, setNote] = useTyped(seedNoteOf(props.blockId, row.marker_id))
  const [sendsBack, setSendsBack] = useState(false)
  const isStopped = row.state === 'warned' || row.state === 'suspended'
  return (
    <ActDialog
      title={`${row.name} · 种子卷`}
      width="min(600px, 94vw)"
      submitText={
        !isStopped ? null : sendsBack ? `打回 ${row.remark_count} 份并继续` : '确认，继续评阅'
      }
      refusal={
        props.isOwn
          ? `不能处理本人的种子卷结果，请由其他题组长、学科组长或${EXAM_MANAGER}处理`
          : sendsBack && note.trim() === ''
            ? '打回重评请写明原因'
            : null
      }
      isPending={props.isPending}
      error={props.error}
      onSubmit={() => props.onClear(note, sendsBack)}
      onClose={props.onClose}
    >
      <p>
        {SEED_STATES[row.state]}：合格 {row.passed} 份，不合格 {row.failed} 份，还有{' '}
        {row.seeds_left} 份没有评过。
      </p>
      {row.results.length > 0 ? (
        <div className={css['rows']}>
          <SimpleTable
            label="各份种子卷"
            columns={[
              { key: 'code', title: '密号', render: (one) => one.secret_code || '–' },
              {
                key: 'definitive',
                title: '标准分',
                align: 'right',
                render: (one) => pointsText(one.definitive_milli),
              },
              { key: 'given', title: '给分', align: 'right', render: givenText },
              { key: 'at', title: '时间', render: ({ at }) => <Time at={at} /> },
              { key: 'words', title: '说明', render: wordsOf },
            ]}
            rows={row.results}
            rowKey={(_, index) => index}
            tone={({ kind }) => (kind === 'fail' ? 'bad' : undefined)}
          />
        </div>
      ) : (
        <p className={css['note']}>还没有评到种子卷。</p>
      )}
      {isStopped && (
        <>
          <div className={css['open']}>
            <p>
              {row.last_passed_at === null ? '至今没有合格的种子卷，' : '上次合格以来，'}
              {row.remark_count === 0
                ? '没有提交过评阅，不需要重评。'
                : `提交了 ${row.remark_count} 份评阅。`}
            </p>
            {row.remark_count > 0 && (
              <Button size="small" onClick={props.onReadings}>
                逐份查看…
              </Button>
            )}
          </div>
          {row.remark_count > 0 && (
            <Checkbox
              checked={sendsBack}
              label={`把这 ${row.remark_count} 份打回，由本人重评`}
              onChange={({ currentTarget }) => setSendsBack(currentTarget.checked)}
            />
          )}
          <TextArea
            fill
            aria-label="说明"
            maxLength={300}
            placeholder={sendsBack ? '打回原因，阅卷教师会看到' : '与教师沟通的情况，可不填'}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
        </>
      )}
    </ActDialog>
  )
}

type Result = SeedMarker['results'][number]

const pointsText = (milli: number | null): string => (milli === null ? '–' : formatMilli(milli))

function givenText({ kind, score_milli }: Result): string {
  if (kind === 'pass') return `✓ ${pointsText(score_milli)}`
  return kind === 'fail' ? `✕ ${pointsText(score_milli)}` : '–'
}

function wordsOf({ kind, note, by_name }: Result): string {
  if (kind === 'problem') return `报为问题卷：${note}`
  if (kind === 'clear') return [`${by_name ?? ''}确认继续`, note].filter(Boolean).join('：')
  return kind === 'pass' ? '合格' : '不合格'
}
