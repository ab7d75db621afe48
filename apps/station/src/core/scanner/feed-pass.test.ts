import type { Scanner, ScannerProfile } from '@hengjuan/scanner-bridge'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestStation, type TestStation } from '../../testing/station-context.ts'
import { feedPaper } from './feed-pass.ts'

let station: TestStation
beforeEach(async () => void (station = await openTestStation()))
afterEach(() => station.close())

test.for([
  ['stopped', true, false, false],
  ['paused', false, true, false],
  ['stopped while waiting for paper', true, false, true],
] as const)(
  'a pass that is %s before the scanner knows of it feeds nothing',
  async ([, isStopped, isPaused, isWaiting]) => {
    const { batchId } = await station.addSheets(0)
    const halting = new AbortController()
    let passes = 0
    const scanner = {
      isOpen: true,
      driver: 'simulated',
      status: async () => {
        // The paper comes at the same moment.
        if (isStopped) halting.abort()
        return { feeder: 'loaded' }
      },
      scan: async () => {
        passes++
        return { end: 'feeder-empty', fault: null, lastGoodSheet: 0 }
      },
    }
    if (isStopped && !isWaiting) halting.abort()
    const notice = await feedPaper(station, {
      scanner: scanner as unknown as Scanner,
      profile: { waitForPaperS: 60, limitSheets: 0 } as ScannerProfile,
      batchId,
      refeed: null,
      folder: station.dataDir,
      runSetting: 'run',
      signal: halting.signal,
      isWaiting,
      onFeeding: () => undefined,
      onTaken: () => undefined,
      whenRead: undefined,
      isEnding: () => halting.signal.aborted || isPaused,
      whyStopped: () => null,
    })
    expect(passes).toBe(0)
    expect(notice).toMatchObject({ put_back_from: 1 })
  },
)
