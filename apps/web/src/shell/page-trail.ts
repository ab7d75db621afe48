import { pages } from '../routes.tsx'
import type { Page } from './page.ts'

/** The page and those above it, topmost first. */
export function trailOf(page: Page): Page[] {
  const above = pages.find(({ path }) => path === page.parent)
  return above ? [...trailOf(above), page] : [page]
}
