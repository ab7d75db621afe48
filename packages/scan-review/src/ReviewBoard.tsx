import type { ImageViewerHandle } from '@hengjuan/ui'
import { useRef, useState } from 'react'
import { DecisionPanel } from './DecisionPanel.tsx'
import { InHand } from './InHand.tsx'
import { ReviewFoot } from './ReviewFoot.tsx'
import { useReviewKeys } from './use-review-keys.ts'
import css from './scan-review.module.css'
import type { ReviewItem, ReviewKey } from './types.ts'
import type { ReviewBoardProps } from './review-board.ts'
import { ReviewList } from './ReviewList.tsx'
import { ReviewCentre } from './ReviewCentre.tsx'

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

  const hasPanel =
    props.hasDecisions && isList && !isStrip && shown && item?.category !== 'duplicate'
  return (
    <>
      <div
        className={css['panes']}
        data-wide={isStrip || !isList || item?.category === 'duplicate' || undefined}
        data-bare={!props.hasDecisions || undefined}
      >
        <ReviewList board={props} isList={isList} items={items} inHand={inHand} onSelect={select} />
        <section className={css['centre']} aria-label="待处理的答卷">
          <ReviewCentre
            board={props}
            kind={!isList ? 'instead' : isStrip ? 'strip' : 'sheet'}
            items={items}
            shown={shown}
            locating={isLocating ? locating.page : null}
            whole={whole}
            hasGhost={hasGhost}
            viewer={viewer}
            decisions={decisions}
            hand={hand}
            onSelect={select}
            onDone={goOn}
            onLocated={() => setLocating(null)}
          />
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
