import { useMatches } from 'react-router'
import type { Page } from './page.ts'

/** The page on screen, from the table; null on the not-found page. Knows no table itself: pages use it. */
export function useCurrentPage(): Page | null {
  const match = useMatches().at(-1)
  return (match?.handle as Page | undefined) ?? null
}
