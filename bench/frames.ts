import type { Page } from 'playwright-core'

const FLOOR_FRAMES = 120

/** Milliseconds between the frames that the page paints while something is done to it. */
export async function framesOf(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const gaps: number[] = []
    let last = 0
    let isRunning = true
    const tick = (now: number) => {
      if (last > 0) gaps.push(now - last)
      last = now
      if (isRunning) requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
    Object.assign(window, {
      stopFrames: () => {
        isRunning = false
        return gaps
      },
    })
  })
  await act()
  return page.evaluate(() => (window as unknown as { stopFrames: () => number[] }).stopFrames())
}

/** Nothing but an empty loop of frames. */
export const idle = (page: Page): Promise<void> =>
  page.evaluate(
    (count) =>
      new Promise<void>((done) => {
        let left = count
        const tick = () => (left-- > 0 ? requestAnimationFrame(tick) : done())
        requestAnimationFrame(tick)
      }),
    FLOOR_FRAMES,
  )
