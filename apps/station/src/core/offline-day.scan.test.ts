import { expect, test } from 'vitest'
import { runOfflineDay } from '../testing/offline-day.ts'

const SHEETS = 60

// The whole day of 20,000 sheets: `npx pnpm bench station --offline-day`.
test(
  'a day without a network ends with every sheet on the server',
  { timeout: 300_000 },
  async () => {
    const day = await runOfflineDay({ sheets: SHEETS, perBatch: 20 })
    expect(day).toMatchObject({ sheets: SHEETS, batches: 3, onServer: SHEETS, closed: 3 })
    // The packed copies go once the server has them.
    expect(day.diskBytesPerSheetAfter).toBeLessThan(day.diskBytesPerSheet)
  },
)
