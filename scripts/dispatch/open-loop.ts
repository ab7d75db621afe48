import { arrivals } from './arrivals.ts'
import { type Served, spreadOf } from './figures.ts'
import type { Desk } from './marking-load.ts'

/** What came of people marking at their own moments, whether they are served by then or not. */
export interface OpenServed extends Served {
  /** Marks a second that were due. */
  asked: number
}

/** How many take their first paper at the same time. */
const BEGINNING = 50

/**
 * Lets everybody hand in at random moments of their own. A mark counts from the moment at which it was due,
 * also while the marker's last one is still under way or the process is busy: a stall is felt by all who
 * would have marked in it.
 */
export async function markAtMoments(
  desks: readonly Desk[],
  load: { perSecond: number; seconds: number },
): Promise<OpenServed> {
  const inHand: (number | null)[] = []
  for (let first = 0; first < desks.length; first += BEGINNING)
    inHand.push(
      ...(await Promise.all(desks.slice(first, first + BEGINNING).map((desk) => desk.take()))),
    )
  const due = arrivals({ ...load, markers: desks.length, random: Math.random })
  const times: number[] = []
  const began = performance.now()
  /** Of each marker, the mark that is under way. */
  const underWay: Promise<void>[] = desks.map(() => Promise.resolve())
  const mark = async (marker: number, atMs: number): Promise<void> => {
    const readingId = inHand[marker] ?? null
    const desk = desks[marker]
    // Nobody reads a paper twice, so one may be through with a small block.
    if (readingId === null || !desk) return
    inHand[marker] = await desk.submit(readingId)
    times.push(performance.now() - began - atMs)
  }
  for (const { atMs, marker } of due) {
    const wait = atMs - (performance.now() - began)
    if (wait > 0) await new Promise((next) => void setTimeout(next, wait))
    underWay[marker] = (underWay[marker] ?? Promise.resolve()).then(() => mark(marker, atMs))
    // Told by the wait below, not as a failure that nobody heard of.
    underWay[marker].catch(() => undefined)
  }
  await Promise.all(underWay)
  const passed = (performance.now() - began) / 1000
  return {
    marks: times.length,
    perSecond: times.length / passed,
    asked: due.length / load.seconds,
    mark: spreadOf(times),
  }
}
