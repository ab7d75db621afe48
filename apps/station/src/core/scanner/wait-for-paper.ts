import type { Scanner } from '@hengjuan/scanner-bridge'

const LOOK_EVERY_MS = 500

/**
 * Waits until paper lies in the feeder. A scanner that cannot tell is not waited for.
 *
 * @param isEnough asked between two looks; true ends the waiting
 * @returns `paper`: go; `none`: the time is over; `cancelled`
 * @throws ScanError
 */
export async function waitForPaper(
  scanner: Pick<Scanner, 'status'>,
  seconds: number,
  isEnough: () => boolean,
): Promise<'paper' | 'none' | 'cancelled'> {
  const until = performance.now() + seconds * 1000
  for (;;) {
    if (isEnough()) return 'cancelled'
    const { feeder } = await scanner.status()
    if (feeder !== 'empty') return 'paper'
    if (performance.now() >= until) return 'none'
    await new Promise((next) => setTimeout(next, LOOK_EVERY_MS))
  }
}
