import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'

/** Windows that every page must fit. */
export const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
] as const

/** Set, pages are photographed into this folder. */
const SHOTS = process.env['E2E_SHOTS']

/** Keeps a picture of the page in every size, if somebody wants to look at them. */
export async function shoot(page: Page, path: string, state: string): Promise<void> {
  if (SHOTS === undefined) return
  await mkdir(resolve(SHOTS), { recursive: true })
  const name = path
    .replaceAll(/\/:\w+/g, '')
    .replaceAll('/', '-')
    .slice(1)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await page.waitForTimeout(200)
    await page.screenshot({ path: join(resolve(SHOTS), `${name}-${state}-${size.width}.png`) })
  }
}

/** Sizes in which the page stays wider than its window; charts take a moment to follow. */
export async function tooWide(page: Page): Promise<number[]> {
  const wide: number[] = []
  for (const size of SIZES) {
    await page.setViewportSize(size)
    const fits = page.waitForFunction(
      () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      null,
      { timeout: 3000 },
    )
    await fits.catch(() => wide.push(size.width))
  }
  return wide
}

/** Waits until the page has what it asked for. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined)
}
