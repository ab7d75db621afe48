import type { Locator, Page } from 'playwright-core'

/** Addresses of pictures of papers. */
export const PICTURES = /\/v1\/resource\//

/** The answer on the desk, in the single view. */
export const paper = (page: Page | Locator) => page.getByRole('img', { name: '考生作答' })

/** Which picture is on the desk. */
const imageOf = (page: Page): Promise<string | null> => paper(page).getAttribute('data-picture')

/** Waits until the paper that is on the desk is on the screen as well: until then it takes no score. */
export async function painted(page: Page | Locator): Promise<void> {
  const frame = page.locator('[aria-busy="false"]:has([role="img"][aria-label="考生作答"])')
  // Pages hear of a painting after it.
  await frame
    .first()
    .evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await looked(page)
}

/** Waits until what came last has been on the screen for long enough to be decided about. */
export async function looked(page: Page | Locator): Promise<void> {
  await page.locator('[data-new]').first().waitFor({ state: 'detached' })
}

/** Waits until each of these small papers shows its picture. */
export async function pictured(papers: Locator): Promise<void> {
  for (const one of await papers.all())
    await one.getByRole('img').evaluate(async (image) => {
      if (image instanceof HTMLImageElement) await image.decode()
    })
}

export const codeNow = async (page: Page): Promise<string | null> => {
  const code = page.getByText(/^密号/)
  return (await code.count()) > 0 ? code.first().innerText() : null
}

/** Types a score; one that could go on, like the 1 of 10, is closed. */
export async function typeScore(page: Page, score: number): Promise<void> {
  for (const key of String(score)) await page.keyboard.press(key)
  const isOpen = (await page.getByText('按 Enter 或 ↓ 确认这个分数').count()) > 0
  if (isOpen) await page.keyboard.press('ArrowDown')
}

/**
 * Presses a key and waits for the next paper.
 *
 * @returns milliseconds from the key press to the frame in which another image, or none, is painted
 */
export async function pressForNext(page: Page, key: string): Promise<number> {
  const before = await imageOf(page)
  await page.evaluate((old) => {
    const next = new Promise<number>((done) => {
      let pressedAt = 0
      const press = (event: KeyboardEvent) => (pressedAt = event.timeStamp)
      window.addEventListener('keydown', press, { capture: true, once: true })
      const look = () => {
        const image = document.querySelector<HTMLCanvasElement>('canvas[aria-label="考生作答"]')
        // Without a paper there is nothing to wait for but the notice that says why.
        const isWaiting = document.querySelector(
          '[data-testid="mark-total"], [aria-label="正在领取试卷"]',
        )
        const isNext = image ? image.dataset['picture'] !== old : !isWaiting
        // Seen in a frame callback, painted at the end of that frame.
        if (pressedAt > 0 && isNext)
          requestAnimationFrame(() => done(performance.now() - pressedAt))
        else requestAnimationFrame(look)
      }
      look()
    })
    Object.assign(window, { nextPaper: next })
  }, before)
  await page.keyboard.press(key)
  return page.evaluate(() => (window as unknown as { nextPaper: Promise<number> }).nextPaper)
}

/** The value that this share of the sorted values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 0
}
