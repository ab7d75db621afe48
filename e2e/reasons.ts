import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** A disabled field that says why, where one points and where one comes by keyboard. */
export async function expectReason(page: Page, field: Locator, reason: string): Promise<void> {
  await field.waitFor()
  expect(await field.isDisabled()).toBe(true)
  const around = field.locator('xpath=ancestor::span[@tabindex="0"][1]')
  const said = page.getByText(reason, { exact: true })
  // A drawer that opens under the pointer may have brought another such field there.
  await page.mouse.move(0, 0)
  await expect.poll(() => said.count()).toBe(0)
  await around.hover()
  await said.waitFor()
  await page.mouse.move(0, 0)
  await said.waitFor({ state: 'detached' })
  await around.focus()
  await said.waitFor()
  // Left open, it would stand beside the next one that says the same.
  await around.blur()
  await said.waitFor({ state: 'detached' })
}
