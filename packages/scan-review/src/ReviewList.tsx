import { InputGroup } from '@blueprintjs/core'
import { ErrorState, SkeletonLines } from '@hengjuan/ui'
import { CategoryTabs } from './CategoryTabs.tsx'
import { ExceptionList } from './ExceptionList.tsx'
import css from './scan-review.module.css'
import type { ReviewItem, ReviewKey } from './types.ts'
import type { ReviewBoardProps } from './review-board.ts'

/** Categories, and the exceptions of the chosen one. */
export function ReviewList(props: {
  board: ReviewBoardProps
  isList: boolean
  items: readonly ReviewItem[]
  inHand: ReadonlyMap<string, string>
  onSelect: (id: ReviewKey | null) => void
}) {
  const { board, isList, items, inHand, onSelect } = props
  const { list, item } = board
  return (
    <aside className={css['left']}>
      <CategoryTabs
        counts={board.counts}
        value={board.category}
        onChange={(category) => {
          onSelect(null)
          board.onCategory(category)
        }}
      />
      {isList && (
        <>
          <div className={css['search']}>
            <InputGroup
              value={board.keyword}
              onValueChange={board.onKeyword}
              placeholder="按考号、姓名、拼音筛选"
              aria-label="筛选异常"
              type="search"
            />
            {board.filters}
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
              showCategory={board.category === 'all'}
              inHand={inHand}
              onSelect={onSelect}
            />
          )}
        </>
      )}
    </aside>
  )
}
