import type { Page } from 'playwright-core'
import { painted, pressForNext } from '../e2e/mark-by-key.ts'

/** The network that ui D1 names for a cold paper: 10 Mbit/s and a round trip of 50 ms. */
const SLOW_WAY = {
  offline: false,
  latency: 50,
  downloadThroughput: (10 * 1_000_000) / 8,
  uploadThroughput: (10 * 1_000_000) / 8,
}
/** One gesture of zooming, in wheel steps, and a line of the pen, in movements. */
const STEPS = 40

/**
 * Types a score and takes it back.
 *
 * @returns milliseconds from the key press to the frame that shows the score
 */
export async function keyToScore(page: Page, score: string): Promise<number> {
  const shown = await watchFrame(page, 'keydown', '[data-testid="mark-total"]', 'textContent')
  await page.keyboard.press(score)
  const taken = await shown()
  await page.keyboard.press('Escape')
  return taken
}

/**
 * Draws a line with the pen.
 *
 * @returns milliseconds from each movement of the pen to the frame in which the line is longer
 */
export async function penToLine(page: Page): Promise<number[]> {
  const times: number[] = []
  await page.keyboard.press('p')
  await page.mouse.move(300, 300)
  await page.mouse.down()
  for (let step = 0; step < STEPS; step += 1) {
    const done = await watchFrame(page, 'pointermove', '[data-drawing]', 'd')
    await page.mouse.move(300 + step * 6 + 6, 300 + (step % 4) * 5)
    times.push(await done())
  }
  await page.mouse.up()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('p')
  return times
}

/**
 * Zooms in and out with the wheel and drags the paper.
 *
 * @returns milliseconds from frame to frame meanwhile
 */
export async function framesWhileZooming(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    const look = () => {
      const now = performance.now()
      frames.push(now - last)
      last = now
      if (Reflect.get(window, 'zoomed') !== true) requestAnimationFrame(look)
    }
    Object.assign(window, { zoomed: false, frames })
    requestAnimationFrame(look)
  })
  await page.mouse.move(500, 400)
  for (let step = 0; step < STEPS; step += 1) await page.mouse.wheel(0, step < STEPS / 2 ? -60 : 60)
  await page.mouse.down()
  for (let step = 0; step < STEPS; step += 1) await page.mouse.move(500 + step * 4, 400 + step * 2)
  await page.mouse.up()
  const frames = await page.evaluate(() => {
    Object.assign(window, { zoomed: true })
    return (window as unknown as { frames: number[] }).frames
  })
  await page.keyboard.press('Control+0')
  return frames.slice(1)
}

/**
 * Goes back over own papers that are not on this computer, on a slow network without a cache: the call, the
 * picture, and its painting.
 *
 * @returns milliseconds from the key press to the frame in which the paper is painted
 */
export async function coldPapers(page: Page, count: number): Promise<number[]> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true })
  await browser.send('Network.emulateNetworkConditions', SLOW_WAY)
  // The desk is empty: the first way back is not one from paper to paper.
  await page.keyboard.press('[')
  await painted(page)
  const times: number[] = []
  for (let paper = 1; paper < count; paper += 1) times.push(await pressForNext(page, '['))
  await browser.detach()
  return times
}

/** Waits for the next event of a kind, and then for the frame in which something else is seen. */
async function watchFrame(
  page: Page,
  event: 'keydown' | 'pointermove',
  selector: string,
  what: 'textContent' | 'd',
): Promise<() => Promise<number>> {
  await page.evaluate(
    ([kind, place, field]) => {
      const seen = () => {
        const element = document.querySelector(place)
        return field === 'textContent' ? element?.textContent : element?.getAttribute('d')
      }
      const before = seen()
      const frame = new Promise<number>((done) => {
        window.addEventListener(
          kind,
          ({ timeStamp }) => {
            const look = () => {
              if (seen() === before) requestAnimationFrame(look)
              else done(performance.now() - timeStamp)
            }
            requestAnimationFrame(look)
          },
          { capture: true, once: true },
        )
      })
      Object.assign(window, { seenFrame: frame })
    },
    [event, selector, what] as const,
  )
  return () => page.evaluate(() => (window as unknown as { seenFrame: Promise<number> }).seenFrame)
}
