import { Dialog, DialogBody } from '@blueprintjs/core'
import { EmptyState, ErrorState, Segmented, SkeletonLines } from '@hengjuan/ui'
import { useState } from 'react'
import type { BatchState } from '../../bridge/batch-api.ts'
import { BatchTag } from '../batch/BatchTag.tsx'
import { useScreen } from '../station-store.ts'
import { useAnswer } from '../transport/use-station.ts'
import { HistoryRow } from './HistoryRow.tsx'
import css from './history.module.css'
import { OldPictures } from './OldPictures.tsx'

const PAGE = 200

/** The batches of late, and what became of every sheet of one. */
export function HistoryDialog(props: { first: BatchState; isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      title="批次记录"
      className={css['dialog'] ?? ''}
      onClose={props.onClose}
    >
      <Content first={props.first} />
    </Dialog>
  )
}

function Content({ first }: { first: BatchState }) {
  const batches = useScreen(({ live }) => live?.batches) ?? []
  const [batchId, setBatchId] = useState(first.batch_id)
  const [filter, setFilter] = useState<'all' | 'changed'>('all')
  const [limit, setLimit] = useState(PAGE)
  const [changes, setChanges] = useState(0)
  const [pictures, setPictures] = useState<{ ids: string[]; title: string } | null>(null)
  const batch = batches.find(({ batch_id }) => batch_id === batchId) ?? first
  const version = `${batch.sheets} ${batch.uploaded} ${batch.in_tray} ${batch.state} ${batch.clearing_id} ${changes}`
  const input = { batch_id: batch.batch_id, filter, limit }
  const { answer, error, retry } = useAnswer('batchHistory', input, version)
  return (
    <DialogBody className={css['body'] ?? ''}>
      <ul className={css['batches']} aria-label="批次">
        {batches.map((each) => (
          <li key={each.batch_id}>
            <button
              type="button"
              className={css['batch']}
              aria-current={each.batch_id === batch.batch_id}
              onClick={() => {
                setBatchId(each.batch_id)
                setLimit(PAGE)
              }}
            >
              <span className={css['batchHead']}>
                <strong>{each.label}</strong>
                <BatchTag batch={each} />
              </span>
              <span className={css['muted']}>
                {each.subjects.map(({ subject_name }) => subject_name).join('、')} · {each.sheets}{' '}
                张 · {new Date(each.opened_at).toLocaleString('zh-CN', SHORT)}
                {each.account !== '' && ` · ${each.account}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <section className={css['sheets']} aria-label={`「${batch.label}」的记录`}>
        <Segmented
          label="范围"
          value={filter}
          onChange={setFilter}
          options={[
            { value: 'all', label: '全部' },
            { value: 'changed', label: '有改动的' },
          ]}
        />
        <div className={css['scroll']}>
          {error !== null && !answer && <ErrorState error={error} onRetry={retry} />}
          {!answer && error === null && <SkeletonLines lines={8} />}
          {answer?.list.length === 0 && (
            <EmptyState title={filter === 'all' ? '还没有答题卡' : '没有改动'}>
              {filter === 'all'
                ? '扫描以后，每张纸的经过都记在这里。'
                : '重扫、取出、照用、处理异常和清空过的答题卡会列在这里。'}
            </EmptyState>
          )}
          <ol className={css['list']}>
            {answer?.list.map((entry, at) => (
              <HistoryRow
                key={entry.sheet_id ?? `${entry.seq} ${at}`}
                entry={entry}
                isOfMany={batch.subjects.length > 1}
                onPictures={(ids, title) => setPictures({ ids, title })}
                onChanged={() => setChanges((before) => before + 1)}
              />
            ))}
          </ol>
          {answer && answer.total > answer.list.length && (
            <button
              type="button"
              className={css['more']}
              onClick={() => setLimit(Math.min(1000, limit + PAGE))}
            >
              共 {answer.total} 张，再显示一些
            </button>
          )}
        </div>
      </section>
      {pictures && <OldPictures {...pictures} onClose={() => setPictures(null)} />}
    </DialogBody>
  )
}

const SHORT = { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const
