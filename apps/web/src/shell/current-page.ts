import { useMatches } from 'react-router'
import { pages } from '../routes.tsx'
import type { Page } from './page.ts'

/** The page on screen, from the table; null on the not-found page. */
export function useCurrentPage(): Page | null {
  const match = useMatches().at(-1)
  return (match?.handle as Page | undefined) ?? null
}

/** The page and those above it, topmost first. */
export function trailOf(page: Page): Page[] {
  const above = pages.find(({ path }) => path === page.parent)
  return above ? [...trailOf(above), page] : [page]
}
