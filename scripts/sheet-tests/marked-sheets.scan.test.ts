import type { FieldReading, PageReading, SheetDesign } from '@hengjuan/domain'
import { formatMilli } from '@hengjuan/domain'
import { createReader } from '@hengjuan/omr'
import type { HandMarking, PrintedSheet } from '@hengjuan/scan-simulator'
import {
  createRandom,
  makeMarking,
  renderBlankPages,
  simulateSheet,
} from '@hengjuan/scan-simulator'
import { layoutSheet, markedSampleDesign, templateOf } from '@hengjuan/sheet'
import { beforeAll, describe, expect, test } from 'vitest'

/** Sheets of each kind, each with its own hand, pen and scan. */
const sheetCount = 12
/** Of all handwritten marks, at least this share is proposed rightly. */
const leastProposed = 0.85
/** A proposal that claims this much is right; a person confirms it all the same. */
const sureProposal = 0.97

interface Marked {
  marking: HandMarking
  readings: PageReading[]
}

const reader = createReader()

async function readMarked(design: SheetDesign): Promise<Marked[]> {
  const geometry = layoutSheet(design)
  const template = templateOf(geometry)
  const sheet: PrintedSheet = { geometry, blanks: await renderBlankPages(geometry, 200) }
  const marked: Marked[] = []
  for (let number = 0; number < sheetCount; number++) {
    const random = createRandom(`marked sheets ${number}`)
    const marking = makeMarking(design, random)
    const examNo = String(20260101 + number)
    const { pages } = await simulateSheet({
      sheet,
      seed: `${design.scoreEntry} ${number}`,
      student: {
        name: '王小明',
        className: '1班',
        examNo,
        absent: false,
        choices: Object.fromEntries(Array.from({ length: 10 }, (_, i) => [String(i + 1), ['B']])),
        optional: {},
        writing: { '11-12': 0.5, '13': 0.4, '14': 0.6, '15': 0.2 },
        marking,
      },
    })
    const readings: PageReading[] = []
    for (const { jpeg } of pages) readings.push((await reader.readPage(jpeg, template)).reading)
    marked.push({ marking, readings })
  }
  return marked
}

const fieldsOf = ({ readings }: Marked, kind: FieldReading['kind']) =>
  readings.flatMap(({ fields }) => fields.filter((field) => field.kind === kind))

describe('sheets with score bars', () => {
  let sheets: Marked[] = []
  beforeAll(async () => {
    sheets = await readMarked({ ...markedSampleDesign, scoreEntry: 'bars', totalEntry: true })
  }, 120_000)

  test('every bar is read as its mark, and one without a mark is doubted', () => {
    for (const sheet of sheets) {
      const bars = fieldsOf(sheet, 'score')
      // Four blocks, and what their marks come to.
      expect(bars).toHaveLength(5)
      for (const { id, values, doubtful, state } of bars) {
        const score = sheet.marking.scores[id.slice('score:'.length)]
        if (score === undefined) expect([state, doubtful]).toEqual(['blank', true])
        else if (!doubtful) expect(values).toEqual([formatMilli(score)])
      }
    }
  })

  test('hardly a filled bar is doubted', () => {
    const filled = sheets.flatMap((sheet) =>
      fieldsOf(sheet, 'score').filter(
        ({ id }) => sheet.marking.scores[id.slice('score:'.length)] !== undefined,
      ),
    )
    expect(filled.filter(({ doubtful }) => doubtful).length).toBeLessThanOrEqual(1)
  })

  test('misconduct and the variant of the paper are read', () => {
    for (const sheet of sheets) {
      const { misconduct, paperVariant } = sheet.marking
      const [box] = fieldsOf(sheet, 'misconduct')
      const [variant] = fieldsOf(sheet, 'paperVariant')
      expect([box!.doubtful, box!.values]).toEqual([false, misconduct ? ['misconduct'] : []])
      expect([variant!.doubtful, variant!.values]).toEqual([
        false,
        paperVariant === null ? [] : [paperVariant],
      ])
    }
  })
})

describe('sheets with boxes for handwritten marks', () => {
  let sheets: Marked[] = []
  beforeAll(async () => {
    sheets = await readMarked(markedSampleDesign)
  }, 120_000)

  const proposals = () =>
    sheets.flatMap(({ marking, readings }) =>
      readings
        .flatMap(({ digits }) => digits ?? [])
        .map((proposal) => ({ ...proposal, written: marking.scores[proposal.blockKey] })),
    )

  test('every block has a proposal, and none where nothing is written', () => {
    expect(proposals()).toHaveLength(sheetCount * 4)
    for (const { written, text, scoreMilli } of proposals()) {
      if (written !== undefined) continue
      expect(text.trim()).toBe('')
      expect(scoreMilli).toBeNull()
    }
  })

  test('most marks are proposed rightly, and what is claimed to be sure is right', () => {
    const written = proposals().filter((proposal) => proposal.written !== undefined)
    const right = written.filter(({ written: mark, scoreMilli }) => mark === scoreMilli)
    expect(right.length / written.length).toBeGreaterThanOrEqual(leastProposed)
    for (const { written: mark, scoreMilli, confidence, text } of written)
      if (confidence >= sureProposal)
        expect({ text, score: scoreMilli }).toMatchObject({ score: mark })
  })
})
