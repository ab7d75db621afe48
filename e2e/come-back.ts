import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { settle } from './shots.ts'

/** The window is looked at again after a while in another one: what is on it is read anew, once it is old enough. */
export async function comeBack(page: Page, call = '/alloc/marker'): Promise<void> {
  let isRead = false
  page.once('response', function see(reply) {
    if (reply.url().includes(call)) isRead = true
    else page.once('response', see)
  })
  await expect
    .poll(
      async () => {
        await page.evaluate(() =>
          document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
        )
        return isRead
      },
      { timeout: 30_000, interval: 250 },
    )
    .toBe(true)
  await settle(page)
}
