import { ErrorState, type ImageViewerHandle, SkeletonPage } from '@hengjuan/ui'
import type { ReactNode, RefObject } from 'react'
import { AnchorTargets } from './AnchorTargets.tsx'
import { ChoiceStrip } from './ChoiceStrip.tsx'
import { DuplicateCompare } from './DuplicateCompare.tsx'
import { NoExceptions } from './NoExceptions.tsx'
import css from './scan-review.module.css'
import { SheetViewer } from './SheetViewer.tsx'
import type { ReviewDecisions, ReviewDetail, ReviewItem, ReviewKey } from './types.ts'
import type { ReviewBoardProps } from './review-board.ts'

/** What is decided about: many questions at a time, two sheets of one number, or one sheet. */
export function ReviewCentre(props: {
  board: ReviewBoardProps
  kind: 'instead' | 'strip' | 'sheet'
  items: readonly ReviewItem[]
  shown: ReviewDetail | undefined
  /** The page whose corner marks are pointed at; null for none. */
  locating: number | null
  whole: boolean
  hasGhost: boolean
  viewer: RefObject<ImageViewerHandle | null>
  decisions: ReviewDecisions
  hand: ReactNode
  onSelect: (id: ReviewKey | null) => void
  onDone: () => void
  onLocated: () => void
}) {
  const {
    board,
    kind,
    items,
    shown,
    locating,
    whole,
    hasGhost,
    viewer,
    decisions,
    hand,
    onSelect,
  } = props
  const { list, item, detail } = board
  if (kind === 'instead') return board.instead
  if (kind === 'strip')
    return (
      <ChoiceStrip
        items={items}
        total={list.data?.total ?? 0}
        decisions={board.decisions}
        head={board.stripHead}
        onOpen={(id) => {
          onSelect(id)
          board.onOneByOne(true)
        }}
      />
    )
  // The list says beside it why there is nothing to show.
  if (!list.data) return list.error ? null : <SkeletonPage inset />
  if (!item)
    return (
      <NoExceptions
        isScanned={board.isScanned}
        open={board.counts.open}
        category={board.category}
        keyword={board.keyword.trim()}
        isNarrowed={board.isNarrowed ?? false}
      />
    )
  if (detail.error) return <ErrorState error={detail.error} size="large" onRetry={detail.retry} />
  if (!shown) return <SkeletonPage inset />
  if (item.category === 'duplicate')
    return (
      <div className={css['held']}>
        {hand}
        <DuplicateCompare
          key={item.exception_id}
          detail={shown}
          decisions={decisions}
          findCandidates={board.findCandidates}
          onDone={props.onDone}
        />
      </div>
    )
  return locating !== null ? (
    <AnchorTargets
      key={item.exception_id}
      detail={shown}
      pageSeq={locating}
      hasGhost={hasGhost}
      decisions={decisions}
      onDone={props.onDone}
      onCancel={props.onLocated}
    />
  ) : (
    <SheetViewer
      key={`${item.exception_id} ${whole}`}
      ref={viewer}
      sheet={shown.sheet}
      regions={whole ? [] : shown.regions}
      {...(hasGhost ? { ghosts: shown.ghosts } : {})}
      startAt={Number(/^page:(\d+)$/.exec(item.target)?.[1] ?? 1)}
    />
  )
}
