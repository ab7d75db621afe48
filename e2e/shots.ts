import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page, Request } from 'playwright-core'

/** Windows that every page must fit. */
export const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
] as const

/** The marking page fits a smaller one as well. */
export const DESK_SIZES = [...SIZES, { width: 1024, height: 640 }] as const

/** Set, pages are photographed into this folder. */
const SHOTS = process.env['E2E_SHOTS']

/** Keeps a picture of the page in every size, if somebody wants to look at them; the window is as before after it. */
export async function shoot(
  page: Page,
  path: string,
  state: string,
  sizes: readonly { width: number; height: number }[] = SIZES,
): Promise<void> {
  if (SHOTS === undefined) return
  await mkdir(resolve(SHOTS), { recursive: true })
  const name = path
    .replaceAll(/\/:\w+/g, '')
    .replaceAll('/', '-')
    .slice(1)
  const before = page.viewportSize()
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.waitForTimeout(200)
    await page.screenshot({ path: join(resolve(SHOTS), `${name}-${state}-${size.width}.png`) })
  }
  if (before) await page.setViewportSize(before)
}

/** Sizes in which the page stays wider than its window; charts take a moment to follow. */
export async function tooWide(page: Page): Promise<number[]> {
  const wide: number[] = []
  for (const size of SIZES) {
    await page.setViewportSize(size)
    const fits = page.waitForFunction(
      () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      null,
      { timeout: 15_000 },
    )
    await fits.catch(() => wide.push(size.width))
  }
  return wide
}

/** Quiet for so long, a page asks for nothing more: what one answer calls for comes at once. */
const QUIET_MS = 250
/** A page that keeps asking is looked at as it is. */
const PATIENCE_MS = 10_000

/** Requests under way by page, and since when there are none. */
const traffic = new WeakMap<Page, { open: Set<Request>; quietSince: number }>()

/** Follows what a page asks for, so that `settle` knows; to be called before it asks for anything. */
export function followTraffic(page: Page): void {
  const state = { open: new Set<Request>(), quietSince: performance.now() }
  traffic.set(page, state)
  page.on('request', (request) => {
    // A stream of events is never over.
    if (request.resourceType() !== 'eventsource' && !isStream(request)) state.open.add(request)
  })
  const end = (request: Request) => {
    if (state.open.delete(request) && state.open.size === 0) state.quietSince = performance.now()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  // What a page asked for is of no interest to the next one.
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return
    state.quietSince = performance.now()
  })
}

const isStream = (request: Request): boolean =>
  request.headers()['accept']?.includes('text/event-stream') === true

/** Waits until the page has what it asked for. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
  const state = traffic.get(page)
  if (!state) throw new Error('the traffic of this page is not followed')
  const until = performance.now() + PATIENCE_MS
  while (performance.now() < until) {
    if (state.open.size === 0 && performance.now() - state.quietSince >= QUIET_MS) break
    await new Promise((next) => setTimeout(next, 20))
  }
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
}
