import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** What keeps people out of a page who use it without a mouse or without seeing it: the serious findings of axe. */
export async function barriersOn(page: Page): Promise<string[]> {
  // As a value and not as a script of the page, which its security policy would refuse.
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>(
    'axe.run(document, { resultTypes: ["violations"] })',
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`)
}
