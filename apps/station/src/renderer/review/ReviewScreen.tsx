import { Button } from '@blueprintjs/core'
import {
  type FindCandidates,
  ReviewBoard,
  type ReviewKey,
  type ReviewPlace,
  usePageKeys,
  useShownItem,
} from '@hengjuan/scan-review'
import { ErrorState, KeyHint, SkeletonPage, StatusTag, toast } from '@hengjuan/ui'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { ReviewNotice } from '../../bridge/review-api.ts'
import type { BatchState } from '../../bridge/batch-api.ts'
import type { StationInput } from '../../bridge/station-api.ts'
import { useScreen } from '../station-store.ts'
import { useAnswer, useTransport } from '../transport/use-station.ts'
import { OtherWays } from './OtherWays.tsx'
import css from './review.module.css'
import { useStationDecisions } from './use-station-decisions.ts'
import { detailWithPictures, itemWithPictures } from './with-pictures.ts'
import { ReviewNotices } from './ReviewNotices.tsx'
import { BackToScan } from './BackToScan.tsx'

type Tab = StationInput<'reviewList'>['category']

/** The exceptions of a batch, settled where the paper lies; the server hears of it when it can. */
export function ReviewScreen({ batch }: { batch: BatchState }) {
  const { call, pictureRoot } = useTransport()
  const { batch_id } = batch
  const { review } = useScreen()
  const toSend = useScreen(({ live }) => live?.actions_to_send ?? 0)
  const [category, setCategory] = useState('all')
  const [oneByOne, setOneByOne] = useState(false)
  const [keyword, setKeyword] = useState('')
  const search = useDeferredValue(keyword.trim())
  const [picked, setPicked] = useState<ReviewKey | null>(null)
  const [changes, setChanges] = useState(0)
  const changed = useCallback(() => setChanges((before) => before + 1), [])
  const decisions = useStationDecisions(changed)
  const version = `${batch.exceptions} ${batch.flagged} ${toSend} ${changes}`

  const counts = useAnswer('reviewCounts', { batch_id }, version)
  const list = useAnswer(
    'reviewList',
    { batch_id, category: category as Tab, ...(search ? { keyword: search } : {}) },
    version,
  )
  const items = useMemo(
    () => list.answer?.list.map((item) => itemWithPictures(pictureRoot, item)),
    [list.answer, pictureRoot],
  )
  // Opened from a sheet, the screen begins with that sheet.
  const first = items?.find(({ sheet_id }) => sheet_id === review?.sheetId)?.exception_id ?? null
  const item = useShownItem(items ?? [], picked ?? first, `${category} ${search}`)
  const asked = item ? { exception_id: String(item.exception_id) } : null
  const answer = useAnswer('reviewDetail', asked, version)
  const detail = useMemo(
    () => (answer.answer ? detailWithPictures(pictureRoot, answer.answer) : undefined),
    [answer.answer, pictureRoot],
  )
  const findCandidates = useCallback<FindCandidates>(
    (wanted) => call('findCandidates', { batch_id, keyword: wanted }),
    [call, batch_id],
  )
  const dismiss = (notice: ReviewNotice) =>
    void call('dismissNotice', { action_id: notice.action_id }).catch(toast.error).then(changed)
  const notices = counts.answer?.notices ?? []
  const otherWays = (at: ReviewPlace) =>
    detail && (
      <OtherWays key={detail.item.exception_id} at={at} detail={detail} decisions={decisions} />
    )
  usePageKeys({ u: () => notices[0] && dismiss(notices[0]) })

  const back = <BackToScan label={batch.label} />
  if (!counts.answer)
    return (
      <main className={css['root']}>
        <header className={css['head']}>{back}</header>
        {counts.error === null ? (
          <SkeletonPage inset />
        ) : (
          <ErrorState error={counts.error} size="large" onRetry={counts.retry} />
        )}
      </main>
    )
  return (
    <main className={css['root']}>
      <header className={css['head']}>
        {back}
        {counts.answer.to_send > 0 && (
          <StatusTag
            status="busy"
            title="处理已记在本机，答题卡上传后按先后发给服务器；由他人决定的，待其登录后发送"
          >
            待发送 {counts.answer.to_send} 项
          </StatusTag>
        )}
        <span className={css['grow']} />
        {category === 'choice' && (
          <Button onClick={() => setOneByOne(!oneByOne)}>
            {oneByOne ? '12 题一屏' : '逐题处理'}
          </Button>
        )}
        <Button
          disabled={decisions.undoable === null || decisions.pending}
          title={decisions.undoable ?? '本次打开以来没有可以撤销的处理'}
          onClick={() => void decisions.undoLast()}
        >
          撤销 <KeyHint keys="Ctrl+Z" />
        </Button>
      </header>
      {notices.length > 0 && <ReviewNotices notices={notices} onDismiss={dismiss} />}
      <ReviewBoard
        counts={counts.answer}
        category={category}
        onCategory={(wanted) => {
          setCategory(wanted)
          setOneByOne(false)
        }}
        list={{
          data: items && { list: items, total: list.answer?.total ?? items.length },
          error: list.answer ? null : list.error,
          retry: list.retry,
        }}
        keyword={keyword}
        onKeyword={setKeyword}
        item={item}
        onPick={setPicked}
        detail={{ data: detail, error: detail ? null : answer.error, retry: answer.retry }}
        decisions={decisions}
        findCandidates={findCandidates}
        hasDecisions
        oneByOne={oneByOne}
        onOneByOne={setOneByOne}
        isScanned={batch.sheets > 0}
        extra={otherWays}
        foot={
          <span className={css['keys']}>
            <KeyHint keys="?" /> 全部按键
          </span>
        }
      />
    </main>
  )
}
