import type { OmrTemplate } from '@hengjuan/domain'
import { looksBlank } from '@hengjuan/domain'
import { createReader, createReaderPool } from '@hengjuan/omr'
import type { PrintedSheet } from '@hengjuan/scan-simulator'
import { createRandom, renderBlankPages, simulateSheet } from '@hengjuan/scan-simulator'
import type { SampleSubject } from '@hengjuan/sheet'
import { layoutSheet, sampleDesigns, templateOf } from '@hengjuan/sheet'
import { describe, expect, test } from 'vitest'
import { drawLine, PENS, SHORT_ANSWERS } from './paper-brush.ts'

/** Bytes that a block of 12 cm x 5 cm may take: in the middle as exams are written, and at most. */
const MEDIAN_BYTES = 40_000
const MOST_BYTES = 60_000
/** Share of their areas that candidates fill, most and all. */
const ORDINARY = 0.6
const CLOSELY = 1
const BLOCK_MM2 = 120 * 50

const reader = createReader()

async function printed(subject: SampleSubject): Promise<PrintedSheet & { template: OmrTemplate }> {
  const geometry = layoutSheet(sampleDesigns[subject])
  const blanks = await renderBlankPages(geometry, 200)
  return { geometry, blanks, template: templateOf(geometry) }
}

/** A candidate who writes the same share of every area. */
const writer = (sheet: PrintedSheet, amount: number) => ({
  name: '',
  className: '',
  examNo: '12345678'.slice(0, sheet.geometry.design.examNoDigits),
  absent: false,
  choices: {},
  optional: {},
  writing: Object.fromEntries(
    sheet.geometry.pages.flatMap(({ regions }) =>
      regions.flatMap(({ blockKey }) => (blockKey === null ? [] : [[blockKey, amount]])),
    ),
  ),
  stamps: {},
})

describe.for(['chinese', 'mathematics', 'english'] as const)(
  'the answer areas of %s',
  (subject) => {
    test('look blank when nothing is written, and only then', async () => {
      const sheet = await printed(subject)
      const random = createRandom(`areas ${subject}`)
      // Every second area gets a candidate's shortest answer, with another pen each.
      const answered = new Set<string>()
      const blanks = sheet.blanks.map((blank, i) => {
        const page = { ...blank, grey: blank.grey.slice() }
        const areas = sheet.geometry.pages[i]!.regions.filter(({ purpose }) => purpose === 'block')
        for (const [k, area] of areas.entries()) {
          if (k % 2 === 1) continue
          answered.add(area.id)
          const lines = SHORT_ANSWERS[k % 4 === 0 ? 'one stroke' : 'the letter A']!
          for (const line of lines) {
            const points = line.map(
              ([x, y]) => [area.xMm + 60 + x * 4, area.yMm + area.heightMm * 0.6 + y * 4] as const,
            )
            drawLine(page, points, PENS[k % PENS.length]!, random)
          }
        }
        return page
      })
      const scans = await simulateSheet({
        sheet: { ...sheet, blanks },
        student: writer(sheet, 0),
        seed: `areas ${subject}`,
      })
      let seen = 0
      for (const { jpeg } of scans.pages) {
        const { reading } = await reader.readPage(jpeg, sheet.template)
        for (const region of reading.regions) {
          if (region.blockKey === null) continue
          seen++
          expect([region.id, looksBlank(region)]).toEqual([region.id, !answered.has(region.id)])
        }
      }
      expect(seen).toBeGreaterThan(1)
    })

    test('make small files', async () => {
      const sheet = await printed(subject)
      const ordinary = await bytesOfBlocks(sheet, ORDINARY, `ordinary ${subject}`)
      expect(ordinary[ordinary.length >> 1]).toBeLessThan(MEDIAN_BYTES)
      expect((await bytesOfBlocks(sheet, CLOSELY, `closely ${subject}`)).at(-1)).toBeLessThan(
        MOST_BYTES,
      )
    })
  },
)

/** Bytes of every crop of a sheet, as if it were 12 cm x 5 cm, in rising order. */
async function bytesOfBlocks(
  sheet: PrintedSheet & { template: OmrTemplate },
  amount: number,
  seed: string,
): Promise<number[]> {
  const scans = await simulateSheet({ sheet, student: writer(sheet, amount), seed })
  const areas = sheet.template.pages.flatMap(({ regions }) => regions)
  const pool = createReaderPool({ size: 1 })
  try {
    const bytes: number[] = []
    for (const { jpeg } of scans.pages) {
      const { crops } = await pool.read({ bytes: jpeg, template: sheet.template })
      for (const crop of crops) {
        const { widthMm, heightMm } = areas.find(({ id }) => id === crop.id)!
        bytes.push((crop.jpeg.length * BLOCK_MM2) / (widthMm * heightMm))
      }
    }
    return bytes.sort((a, b) => a - b)
  } finally {
    await pool.close()
  }
}

test.for([0, 0.05, 0.5, 1])(
  'characters are counted to the cell, %s of the grid written',
  async (amount) => {
    const sheet = await printed('chinese')
    const scans = await simulateSheet({
      sheet,
      student: writer(sheet, amount),
      seed: `words ${amount}`,
    })
    const { reading } = await reader.readPage(scans.pages[1]!.jpeg, sheet.template)
    const grids = sheet.template.pages.flatMap(({ wordGrids }) => wordGrids ?? [])
    const wanted = grids.map(({ id, blockKey, part, columns, rows }) => {
      const { amount: share } = scans.truth.ink.find(
        ({ regionId }) => regionId === `block:${blockKey}:${part}`,
      )!
      return { id, characters: Math.round(columns * rows * share) }
    })
    const counted = reading.wordGrids!.map(({ id, characters }) => ({ id, characters }))
    expect(counted).toEqual(wanted)
  },
)
