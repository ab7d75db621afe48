/**
 * Holds every sheet of the design grid against its promises: nothing meets or leaves the paper, the PDF is
 * where the geometry says, and a filled-in scan is read as it was meant. `node research/sheet-grid.ts
 * [--from 0] [--until 210]`; prints a line a sheet and ends with an error if a promise is broken.
 */
import { parseArgs } from 'node:util'
import { createReader } from '@hengjuan/omr'
import { layoutSheet, renderPdf } from '@hengjuan/sheet'
import { designGrid, gridFaults, renderPages, worstError } from '@hengjuan/sheet/testing'
import { readBack } from '../scripts/sheet-tests/read-back.ts'

const TOLERANCE_MM = 0.15
const PRINT_DPI = 300

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '0' },
    until: { type: 'string', default: String(designGrid.length) },
  },
})

const reader = createReader()
const total = { sheets: 0, pages: 0, fields: 0, doubtful: 0, worstMm: 0, broken: 0 }
for (const { name, design } of designGrid.slice(Number(values.from), Number(values.until))) {
  const geometry = layoutSheet(design)
  const faults = geometry.pages.flatMap(gridFaults)
  const prints = await renderPages(await renderPdf(geometry), geometry.pages[0]!, PRINT_DPI)
  const errors = geometry.pages.map((page, index) => worstError(prints[index]!, page))
  const worstMm = Math.max(...errors)
  if (!(worstMm < TOLERANCE_MM)) faults.push(`printed ${worstMm.toFixed(3)} mm off`)
  const { fields, wrong, doubtful } = await readBack(design, name, reader)
  faults.push(...wrong)
  total.sheets++
  total.pages += geometry.pages.length
  total.fields += fields
  total.doubtful += doubtful.length
  total.worstMm = Math.max(total.worstMm, worstMm)
  if (faults.length > 0) total.broken++
  const note = [...faults.map((fault) => `✕ ${fault}`), ...doubtful.map((each) => `? ${each}`)]
  console.log(`${name}: ${geometry.pages.length} pages, ${worstMm.toFixed(3)} mm`, note.join(' | '))
}
console.log(JSON.stringify(total))
process.exitCode = total.broken > 0 ? 1 : 0
