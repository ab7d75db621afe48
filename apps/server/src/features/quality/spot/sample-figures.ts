import { runInWorker } from '../../../reader-thread/run-in-worker.ts'
import { isoNow } from '../../../clock.ts'
import {
  countMixed,
  countSample,
  selectNextOfSample,
  selectPoolMedianMs,
} from './spot-check.query.ts'
import type { Sample } from './spot-sample.ts'

/** More than checkers take at the same moment. */
const DRAWN_AT_ONCE = 20

/** The next readings of a sample, away from those who mark: each look goes through all readings of the block. */
export const drawnOf = runInWorker(
  import.meta.url,
  'drawnOf',
  ({ db, clock }, sample: Sample, checkerId: number) =>
    selectNextOfSample(db, sample, checkerId, { now: isoNow(clock), most: DRAWN_AT_ONCE }),
)

/** How much of a sample nobody has checked, away from those who mark. */
export const sampleCounts = runInWorker(
  import.meta.url,
  'sampleCounts',
  async ({ db, clock }, sample: Sample, checkerId: number) => ({
    ...(await countSample(db, sample, checkerId, isoNow(clock))),
    ...(sample.kind === 'mixed' ? { parts: await countMixed(db, sample, checkerId) } : {}),
  }),
)

/** What readings of a block usually take, milliseconds; away from those who mark. */
export const usualMs = runInWorker(import.meta.url, 'usualMs', ({ db }, blockId: number) =>
  selectPoolMedianMs(db, blockId),
)
