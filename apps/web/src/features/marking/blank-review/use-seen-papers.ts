import { type RefObject, useLayoutEffect, useReducer } from 'react'
import { NOTHING_SEEN, seeMore, type SeenPapers, type Shown, type Sight } from './seen-papers.ts'

/** So much of a paper has to be within the list to have been seen, or to fill the list where it is higher than that. */
const SHARE = 0.75
/** The observer tells of every twentieth of a paper. */
const STEPS = Array.from({ length: 21 }, (_, step) => step / 20)

/**
 * Follows which papers of a list were seen.
 *
 * @param papers the same while the list is shown
 * @param list around elements with `data-unit`
 */
export function useSeenPapers(
  papers: readonly Shown[],
  list: RefObject<HTMLElement | null>,
): [SeenPapers, (sight: Sight) => void] {
  const [known, note] = useReducer(
    (before: SeenPapers, sight: Sight) => seeMore(papers, before, sight),
    NOTHING_SEEN,
  )
  useLayoutEffect(() => {
    const root = list.current
    if (!root) return undefined
    const unitsOf = (entries: readonly IntersectionObserverEntry[]) =>
      entries.map(({ target }) => Number((target as HTMLElement).dataset['unit']))
    const observer = new IntersectionObserver(
      (entries) =>
        note({
          kind: 'moved',
          in: unitsOf(entries.filter(isShown)),
          out: unitsOf(entries.filter((entry) => !isShown(entry))),
        }),
      { root, threshold: STEPS },
    )
    for (const element of root.querySelectorAll('[data-unit]')) observer.observe(element)
    return () => observer.disconnect()
  }, [list])
  return [known, note]
}

const isShown = ({
  isIntersecting,
  intersectionRatio,
  intersectionRect,
  rootBounds,
}: IntersectionObserverEntry): boolean =>
  isIntersecting &&
  (intersectionRatio >= SHARE ||
    intersectionRect.height >= SHARE * (rootBounds?.height ?? Infinity))
