// Reads pages until told how much memory that takes; started by omr-load.ts, ends by itself. One
// thread of the pool reads; before the first page there is only the process that starts it.
import { createReaderPool } from '@hengjuan/omr/pool'
import type { MemoryFigure } from './omr-load.ts'
import type { BenchScan } from './omr-scans.ts'

const megabytes = () => process.memoryUsage.rss() / 1e6

process.once('message', (message) => {
  const { scans, pages } = message as { scans: BenchScan[]; pages: number }
  void readAll(scans, pages).then((figure) => {
    process.send!(figure)
    process.disconnect()
  })
})

async function readAll(scans: readonly BenchScan[], pages: number): Promise<MemoryFigure> {
  const figure: MemoryFigure = {
    pages,
    atStart: megabytes(),
    afterWarmUp: 0,
    quarters: [0, 0, 0, 0],
    peak: 0,
    last: 0,
  }
  const pool = createReaderPool({ size: 1 })
  for (let i = 0; i < pages; i++) {
    const { jpeg, twelveAreas } = scans[i % scans.length]!
    await pool.read({ bytes: jpeg, template: twelveAreas })
    if (i === Math.min(300, pages >> 1)) figure.afterWarmUp = megabytes()
    if (i % 20 > 0) continue
    const quarter = Math.floor((4 * i) / pages)
    figure.quarters[quarter] = Math.max(figure.quarters[quarter]!, megabytes())
  }
  figure.peak = Math.max(...figure.quarters)
  figure.last = megabytes()
  await pool.close()
  return figure
}
