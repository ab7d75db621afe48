import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type PageVisit, pageVisits } from './addresses.ts'
import { useStage } from './stage.ts'

const stage = useStage()

/** Set, every page is photographed in every state into this folder. */
const SHOTS = process.env['E2E_SHOTS']
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
] as const

async function shoot(page: Page, visit: PageVisit, state: string): Promise<void> {
  if (SHOTS === undefined) return
  const folder = resolve(SHOTS)
  await mkdir(folder, { recursive: true })
  const name = visit.path.split('/').filter((part) => part && !part.startsWith(':')).join('-')
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await page.waitForTimeout(250)
    await page.screenshot({ path: join(folder, `${name}-${state}-${size.width}.png`) })
  }
}

/** Calls of the page itself; who is signed in is known. */
const isData = (url: string): boolean =>
  url.includes('/v1/') && !url.includes('/v1/user') && !url.includes('login')

test('every page shows its data within the window', async () => {
  for (const visit of visitsByAccount()) {
    const { page } = await windowOf(visit.account)
    await page.goto(visit.address)
    await settle(page)
    await shoot(page, visit, 'data')
    // No page scrolls sideways.
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, visit.title).toBeLessThanOrEqual(0)
  }
})

test('every page says what happened when the server fails, and offers to try again', async () => {
  for (const visit of visitsByAccount()) {
    const { page } = await windowOf(visit.account)
    await page.route(
      (url) => isData(url.pathname),
      (route) =>
        route.fulfill({
          status: 500,
          contentType: 'application/json',
          body: JSON.stringify({
            code: 'INTERNAL',
            msg: '服务器出现意外错误，请稍后重试；若仍然出现，请把追踪号告诉管理员',
            request_id: 'e2e-0001',
          }),
        }),
    )
    await page.goto(visit.address)
    await settle(page)
    await shoot(page, visit, 'failing')
    await page.unroute(() => true).catch(() => undefined)
    await page.unrouteAll()
  }
})

test('every page shows that it is loading while the server takes its time', async () => {
  for (const visit of visitsByAccount()) {
    const { page } = await windowOf(visit.account)
    await page.route(
      (url) => isData(url.pathname),
      async (route) => {
        await new Promise((resume) => setTimeout(resume, 4000))
        await route.continue().catch(() => undefined)
      },
    )
    await page.goto(visit.address)
    await page.waitForTimeout(1500)
    await shoot(page, visit, 'loading')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

const windows = new Map<string, Promise<{ page: Page }>>()
const windowOf = (account: string): Promise<{ page: Page }> => {
  const open = windows.get(account)
  if (open) return open
  const made = stage.enter(account, '/MainPage/homePage')
  windows.set(account, made)
  return made
}

const visitsByAccount = (): PageVisit[] => {
  windows.clear()
  return pageVisits(stage.world).toSorted((a, b) => a.account.localeCompare(b.account))
}

async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('#root')?.childElementCount)
  await page
    .waitForLoadState('networkidle', { timeout: 4000 })
    .catch(() => page.waitForTimeout(500))
}
