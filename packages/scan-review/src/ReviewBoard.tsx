import { InputGroup } from '@blueprintjs/core'
import { ErrorState, type ImageViewerHandle, SkeletonLines, SkeletonPage } from '@hengjuan/ui'
import { type ReactNode, useRef, useState } from 'react'
import { AnchorTargets } from './AnchorTargets.tsx'
import { CategoryTabs } from './CategoryTabs.tsx'
import { ChoiceStrip } from './ChoiceStrip.tsx'
import { DecisionPanel } from './DecisionPanel.tsx'
import { DuplicateCompare } from './DuplicateCompare.tsx'
import { ExceptionList } from './ExceptionList.tsx'
import { InHand } from './InHand.tsx'
import { NoExceptions } from './NoExceptions.tsx'
import { ReviewFoot } from './ReviewFoot.tsx'
import { useReviewKeys } from './use-review-keys.ts'
import css from './scan-review.module.css'
import { SheetViewer } from './SheetViewer.tsx'
import type {
  FindCandidates,
  ReviewCounts,
  ReviewDecisions,
  ReviewDetail,
  ReviewItem,
  ReviewKey,
} from './types.ts'

/** What was asked of a server or a station, and what came of it. */
export interface Asked<T> {
  data: T | undefined
  error: unknown
  retry: () => void
}

/** Where the person is: what further ways out need to know. */
export interface ReviewPlace {
  detail: ReviewDetail
  /** Something was decided: on to the next. */
  onDone: () => void
  onLocate: (pageSeq: number) => void
  /** Corner marks are being pointed at, and have the keys. */
  isLocating: boolean
}

export interface ReviewBoardProps {
  counts: ReviewCounts
  category: string
  onCategory: (category: string) => void
  list: Asked<{ list: readonly ReviewItem[]; total: number }>
  keyword: string
  onKeyword: (keyword: string) => void
  /** The item that is shown, of `useShownItem`. */
  item: ReviewItem | undefined
  onPick: (id: ReviewKey | null) => void
  /** Of the item shown; of another one while it is being fetched. */
  detail: Asked<ReviewDetail>
  decisions: ReviewDecisions
  findCandidates: FindCandidates
  /** Decisions can be made here; otherwise the board only shows. */
  hasDecisions: boolean
  /** Questions one at a time beside their sheet, in place of twelve on a screen. */
  oneByOne: boolean
  onOneByOne: (oneByOne: boolean) => void
  /** Has anything been scanned yet? */
  isScanned: boolean
  stripHead?: ReactNode
  /** In place of the list and the sheet, for a category that is not about sheets. */
  instead?: ReactNode
  /** Further ways out of an exception. */
  extra?: (at: ReviewPlace) => ReactNode
  /** Further ways to narrow the list, below the search. */
  filters?: ReactNode
  /** One of those is set. */
  isNarrowed?: boolean
  /** In the foot, on its right. */
  foot?: ReactNode
  /** Sheets that other people have before them, with their names; absent where one works alone. */
  inHand?: ReadonlyMap<string, string>
  onTake?: (sheetId: string) => void
}

const nobody: ReadonlyMap<string, string> = new Map()

/** Exceptions by category on the left, the sheet in the middle, what to decide on the right. */
export function ReviewBoard(props: ReviewBoardProps) {
  const { counts, list, item, detail, inHand = nobody } = props
  const [locating, setLocating] = useState<{ item: ReviewKey; page: number } | null>(null)
  const [whole, setWhole] = useState(false)
  const [hasGhost, setGhost] = useState(true)
  const viewer = useRef<ImageViewerHandle>(null)
  const items = list.data?.list ?? []
  const index = item ? items.indexOf(item) : 0
  const isList = props.instead === undefined
  const isStrip = isList && props.category === 'choice' && !props.oneByOne
  const shown = detail.data?.item.exception_id === item?.exception_id ? detail.data : undefined
  const isLocating = locating !== null && locating.item === item?.exception_id
  const heldBy = item?.state === 'open' ? inHand.get(item.sheet_id ?? '') : undefined
  // What another person has in hand can be looked at.
  const decisions = heldBy === undefined ? props.decisions : { ...props.decisions, pending: true }
  const hand = heldBy !== undefined && (
    <InHand name={heldBy} onTake={() => props.onTake?.(item?.sheet_id ?? '')} />
  )

  const select = (id: ReviewKey | null) => {
    props.onPick(id)
    setLocating(null)
    setWhole(false)
  }
  const move = (step: number) =>
    select(items[Math.max(0, Math.min(items.length - 1, index + step))]?.exception_id ?? null)
  const locate = (page: number) => setLocating(item ? { item: item.exception_id, page } : null)
  const isFree = ({ sheet_id }: ReviewItem) => !inHand.has(sheet_id ?? '')
  const goOn = () => {
    const next = items.slice(index + 1).find(isFree) ?? items.slice(0, index).findLast(isFree)
    select((next ?? items[index + 1] ?? items[index - 1])?.exception_id ?? null)
  }

  const hasList = isList && !isStrip
  useReviewKeys('list', {
    undo: () => void decisions.undoLast(),
    next: hasList ? () => move(1) : undefined,
    previous: hasList ? () => move(-1) : undefined,
    whole: hasList
      ? () => {
          const region = detail.data?.regions[0]
          if (whole && region) select(item?.exception_id ?? null)
          else viewer.current?.fitPage()
          setWhole(!whole)
        }
      : undefined,
    ghost: hasList ? () => setGhost(!hasGhost) : undefined,
  })

  const centre = () => {
    if (!isList) return props.instead
    if (isStrip)
      return (
        <ChoiceStrip
          items={items}
          total={list.data?.total ?? 0}
          decisions={props.decisions}
          head={props.stripHead}
          onOpen={(id) => {
            select(id)
            props.onOneByOne(true)
          }}
        />
      )
    // The list says beside it why there is nothing to show.
    if (!list.data) return list.error ? null : <SkeletonPage inset />
    if (!item)
      return (
        <NoExceptions
          isScanned={props.isScanned}
          open={counts.open}
          category={props.category}
          keyword={props.keyword.trim()}
          isNarrowed={props.isNarrowed ?? false}
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
            findCandidates={props.findCandidates}
            onDone={goOn}
          />
        </div>
      )
    return isLocating ? (
      <AnchorTargets
        key={item.exception_id}
        detail={shown}
        pageSeq={locating.page}
        hasGhost={hasGhost}
        decisions={decisions}
        onDone={goOn}
        onCancel={() => setLocating(null)}
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
  const hasPanel =
    props.hasDecisions && isList && !isStrip && shown && item?.category !== 'duplicate'
  return (
    <>
      <div
        className={css['panes']}
        data-wide={isStrip || !isList || item?.category === 'duplicate' || undefined}
        data-bare={!props.hasDecisions || undefined}
      >
        <aside className={css['left']}>
          <CategoryTabs
            counts={counts}
            value={props.category}
            onChange={(category) => {
              select(null)
              props.onCategory(category)
            }}
          />
          {isList && (
            <>
              <div className={css['search']}>
                <InputGroup
                  value={props.keyword}
                  onValueChange={props.onKeyword}
                  placeholder="按考号、姓名、拼音筛选"
                  aria-label="筛选异常"
                  type="search"
                />
                {props.filters}
              </div>
              {list.error ? (
                <ErrorState error={list.error} onRetry={list.retry} />
              ) : !list.data ? (
                <div className={css['waiting']}>
                  <SkeletonLines lines={6} />
                </div>
              ) : (
                <ExceptionList
                  items={items}
                  total={list.data.total}
                  selected={item?.exception_id ?? null}
                  showCategory={props.category === 'all'}
                  inHand={inHand}
                  onSelect={select}
                />
              )}
            </>
          )}
        </aside>
        <section className={css['centre']} aria-label="待处理的答卷">
          {centre()}
        </section>
        {hasPanel && (
          <aside className={css['right']}>
            <DecisionPanel
              detail={shown}
              decisions={decisions}
              findCandidates={props.findCandidates}
              isQuiet={isLocating}
              instead={hand}
              onDone={goOn}
              onLocate={locate}
              extra={props.extra?.({
                detail: shown,
                onDone: goOn,
                onLocate: locate,
                isLocating,
              })}
            />
          </aside>
        )}
      </div>
      <ReviewFoot counts={counts} hasKeys={hasList} hasSheet={item?.category !== 'duplicate'}>
        {props.foot}
      </ReviewFoot>
    </>
  )
}
