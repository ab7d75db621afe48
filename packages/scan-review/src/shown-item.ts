import { useState } from 'react'
import type { ReviewItem, ReviewKey } from './types.ts'

/** What was shown, and where it lay in its list. */
export interface ShownPlace {
  /** Which list: a category and what it is narrowed to. */
  list: string
  id: ReviewKey
  at: number
}

type Listed = Pick<ReviewItem, 'exception_id'>

/**
 * The item that is shown: the one asked for, or the one that was shown, wherever it lies by now. What came to its
 * place once it is gone; the first of another list.
 */
export function shownItem<Item extends Listed>(
  items: readonly Item[],
  picked: ReviewKey | null,
  before: Omit<ShownPlace, 'list'> | null,
): Item | undefined {
  const find = (id: ReviewKey | undefined) => items.find(({ exception_id }) => exception_id === id)
  const inPlace = items[Math.min(before?.at ?? 0, items.length - 1)]
  return find(picked ?? undefined) ?? find(before?.id) ?? inPlace
}

/**
 * Keeps the item that somebody looks at on the page: others come to the list before it, and leave it, while it is
 * being decided about.
 *
 * @param list names the list that `items` are of
 */
export function useShownItem<Item extends Listed>(
  items: readonly Item[],
  picked: ReviewKey | null,
  list: string,
): Item | undefined {
  const [before, setBefore] = useState<ShownPlace | null>(null)
  const item = shownItem(items, picked, before?.list === list ? before : null)
  if (item) {
    const now = { list, id: item.exception_id, at: items.indexOf(item) }
    if (before?.list !== list || before.id !== now.id || before.at !== now.at) setBefore(now)
  }
  return item
}
