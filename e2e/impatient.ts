import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

export const textOf = (page: Page, shown: string): Promise<string> =>
  page.locator(shown).first().innerText()

/** A double click whose second half comes when the next item is there. */
export async function clickTwice(page: Page, button: Locator, shown: string): Promise<void> {
  const before = await textOf(page, shown)
  await button.click()
  await expect.poll(() => textOf(page, shown), { interval: 5 }).not.toBe(before)
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await secondHalf(page)
}

/** Of a double click, where the pointer is. */
export async function secondHalf(page: Page): Promise<void> {
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
}
