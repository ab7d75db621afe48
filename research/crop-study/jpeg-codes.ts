import { cropRegions, createPageCodec, createReader } from '@hengjuan/omr'
import { renderBlankPages, simulateSheet } from '@hengjuan/scan-simulator'
import { layoutSheet, sampleDesigns, templateOf } from '@hengjuan/sheet'
import { countSymbols } from './count-symbols.ts'
import type { SymbolCounts } from './count-symbols.ts'
import { fitCodes } from './fit-codes.ts'

const subjects = ['chinese', 'mathematics', 'english'] as const
const resolutions = [200, 300] as const
/** Share of the areas that is written on: none, as exams are written, all. */
const amounts = [0, 0.6, 1] as const
const crops = [150, 200, 'scan'] as const
/** As crops are stored, and twice as fine. */
const qualities = [60, 80] as const

/** All symbols that grey JPEG files may have: those that no crop had need a code too. */
const dcSymbols = Array.from({ length: 12 }, (_, size) => size)
const acSymbols = [
  0x00,
  0xf0,
  ...Array.from({ length: 160 }, (_, i) => (Math.floor(i / 10) << 4) | ((i % 10) + 1)),
]

/**
 * Prints the codes that make the crops of simulated sheets smallest, all with the same ones.
 *
 * @param sheets how many of each subject, resolution and amount of writing
 */
export async function studyCodes(sheets: number): Promise<void> {
  const counts: SymbolCounts = { dc: new Map(), ac: new Map() }
  const [codec, reader] = [createPageCodec(), createReader()]
  for (const subject of subjects) {
    const geometry = layoutSheet(sampleDesigns[subject])
    const template = templateOf(geometry)
    const blocks = geometry.pages.flatMap(({ regions }) =>
      regions.flatMap(({ blockKey }) => (blockKey === null ? [] : [blockKey])),
    )
    for (const dpi of resolutions) {
      const sheet = { geometry, blanks: await renderBlankPages(geometry, dpi) }
      for (const amount of amounts) {
        for (let k = 0; k < sheets; k++) {
          const student = {
            name: '',
            className: '',
            examNo: '12345678'.slice(0, geometry.design.examNoDigits),
            absent: false,
            choices: {},
            optional: {},
            writing: Object.fromEntries(blocks.map((key) => [key, amount])),
          }
          const seed = `codes ${subject} ${dpi} ${amount} ${k}`
          const { pages } = await simulateSheet({ sheet, student, seed })
          for (const [i, { jpeg }] of pages.entries()) {
            const { reading, gray } = await reader.readPage(jpeg, template)
            for (const size of crops) {
              for (const crop of cropRegions(gray, template.pages[i]!, reading, { dpi: size })) {
                for (const quality of qualities) {
                  countSymbols(await codec.encodeJpeg(crop.gray, quality), counts)
                }
              }
            }
          }
        }
      }
    }
  }
  for (const [name, symbols] of [
    ['dc', dcSymbols],
    ['ac', acSymbols],
  ] as const) {
    const { counts: lengths, symbols: order } = fitCodes(symbols, counts[name])
    const hex = order.map((symbol) => symbol.toString(16).padStart(2, '0')).join('')
    console.log(`${name}: [${lengths.join(', ')}] ${hex}`)
  }
}
