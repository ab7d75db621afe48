import type { SheetDesign } from '@hengjuan/domain'
import { layoutSheet, sampleDesigns, sampleKeys } from '@hengjuan/sheet'
import { beforeAll, describe, expect, it } from 'vitest'
import { renderBlankPages } from './blank-pages.ts'
import { makeAnswers, numberOffRoster, simulateClass } from './simulate-class.ts'
import type { PrintedSheet, SheetSimulation, SimulatedSheet } from './simulate-sheet.ts'
import { simulateSheet } from './simulate-sheet.ts'
import type { DecodedScan } from './testing/scan-measure.ts'
import { bubbleDarkness, darknessAt, decodeScan, inkShare } from './testing/scan-measure.ts'
import type { Defect } from './truth.ts'

/** Darkness, 0 to 1, that separates what the pens make from print and rubbed-out residue. */
const MARKED = 0.38
const UNMARKED = 0.3
/** Less than scanners give: what is tested does not depend on it, and it is three times as quick. */
const DPI = 120
const CANDIDATE = { name: '王小明', className: '高一（1）班', examNo: '20260117' }

let english: PrintedSheet
let chinese: PrintedSheet

const printed = async (design: SheetDesign): Promise<PrintedSheet> => {
  const geometry = layoutSheet(design)
  return { geometry, blanks: await renderBlankPages(geometry, DPI) }
}

beforeAll(async () => {
  english = await printed(sampleDesigns.english)
  chinese = await printed(sampleDesigns.chinese)
}, 60_000)

const simulate = (more: Partial<SheetSimulation> = {}): Promise<SimulatedSheet> => {
  const sheet = more.sheet ?? english
  const key = sheet === chinese ? sampleKeys.chinese : sampleKeys.english
  const student = makeAnswers(sheet.geometry, CANDIDATE, key, 'test')
  return simulateSheet({ sheet, student, seed: 'test', ...more })
}

const withDefect = (defect: Defect, more: Partial<SheetSimulation> = {}) =>
  simulate({ defects: [defect], otherSheet: chinese, ...more })

/** Darkness of a field's bubbles by column and value, `3/7`, on the first page. */
const bubbles = (sheet: PrintedSheet, scan: DecodedScan, result: SimulatedSheet, id: string) => {
  const field = sheet.geometry.pages[0]!.fields.find((candidate) => candidate.id === id)!
  return field.bubbles.map((bubble) => ({
    ...bubble,
    darkness: bubbleDarkness(scan, result.truth.pages[0]!, bubble),
  }))
}

const firstScan = (result: SimulatedSheet) => decodeScan(result.pages[0]!.jpeg)

const darkColumns = async (result: SimulatedSheet) => {
  const found = bubbles(english, await firstScan(result), result, 'examNo')
  return Array.from({ length: 8 }, (_, column) =>
    found
      .filter((bubble) => bubble.column === column && bubble.darkness > MARKED)
      .map(({ value }) => value),
  )
}

describe('a simulated sheet', () => {
  it('is the same to the byte for the same seed, and another for another', async () => {
    const [first, second, other] = [
      await simulate(),
      await simulate(),
      await simulate({ seed: 'x' }),
    ]
    expect(second.truth).toEqual(first.truth)
    expect(second.pages.map(({ jpeg }) => Buffer.from(jpeg).toString('base64'))).toEqual(
      first.pages.map(({ jpeg }) => Buffer.from(jpeg).toString('base64')),
    )
    expect(Buffer.from(other.pages[0]!.jpeg).equals(first.pages[0]!.jpeg)).toBe(false)
  })

  it.each(['one', 'two', 'three', 'four', 'five', 'six'])(
    'has its marks where the truth says and nowhere else (seed %s)',
    async (seed) => {
      const result = await simulate({ seed, upsideDownShare: 0.5, pages: [1] })
      const scan = await firstScan(result)
      for (const choice of result.truth.choices)
        for (const bubble of bubbles(english, scan, result, choice.fieldId)) {
          const mark = choice.marks.find(({ value }) => value === bubble.value)
          if (mark && mark.shape !== 'erased') expect(bubble.darkness).toBeGreaterThan(MARKED)
          else expect(bubble.darkness).toBeLessThan(UNMARKED)
        }
      expect(await darkColumns(result)).toEqual([...CANDIDATE.examNo].map((digit) => [digit]))
    },
  )

  it('pastes a barcode and fills the optional choice on an A3 sheet', async () => {
    const result = await simulate({ sheet: chinese })
    const scan = await firstScan(result)
    expect(result.truth.examNo.barcode).toBe(CANDIDATE.examNo)
    const code = chinese.geometry.pages[0]!.barcodes[0]!
    const centre = {
      ...code,
      xMm: code.xMm + code.widthMm / 2,
      yMm: code.yMm + code.heightMm * 0.38,
      widthMm: 20,
      heightMm: 4,
    }
    expect(darknessAt(scan, result.truth.pages[0]!, centre)).toBeGreaterThan(0.3)
    const meant = result.truth.optional[0]!.meant
    expect(meant).toHaveLength(1)
    for (const bubble of bubbles(chinese, scan, result, 'optional:A'))
      expect(bubble.darkness > MARKED).toBe(bubble.value === meant[0])
  })

  it('writes where the truth says that something is written', async () => {
    const student = makeAnswers(english.geometry, CANDIDATE, sampleKeys.english, 'test')
    const writing = { '56-65': 0.9, '66-67': 0, '68': 0.8 }
    const result = await simulate({ student: { ...student, writing } })
    const amounts = new Map(result.truth.ink.map(({ regionId, amount }) => [regionId, amount]))
    expect(amounts.get('block:66-67:0')).toBe(0)
    const scan = await decodeScan(result.pages[1]!.jpeg)
    const inkOf = (id: string) => {
      const region = english.geometry.pages[1]!.regions.find((one) => one.id === id)!
      const box = {
        xMm: region.xMm + region.widthMm / 2,
        yMm: region.yMm + 14,
        widthMm: region.widthMm * 0.7,
        heightMm: 9,
      }
      return darknessAt(scan, result.truth.pages[1]!, box)
    }
    expect(inkOf('block:68:0')).toBeGreaterThan(inkOf('block:66-67:0') + 0.02)
  })

  it('refuses a defect that the sheet cannot have', async () => {
    await expect(withDefect({ kind: 'doubleMark', questionNo: '999' })).rejects.toThrow(RangeError)
  })
})

describe('a defect is visible:', () => {
  it('no exam number', async () => {
    const result = await withDefect({ kind: 'noExamNo' })
    expect((await darkColumns(result)).flat()).toEqual([])
    expect(result.truth.examNo).toMatchObject({ bubbled: '????????', expect: 'doubtful' })
  })

  it.each([
    ['blank', 0, '?'],
    ['double', 2, '*'],
  ] as const)('a column of the exam number that is %s', async (how, marks, sign) => {
    const result = await withDefect({ kind: 'partialExamNo', how }, { pages: [1] })
    const columns = await darkColumns(result)
    const at = result.truth.examNo.bubbled!.indexOf(sign)
    expect(columns.map(({ length }) => length)).toEqual(
      columns.map((_, column) => (column === at ? marks : 1)),
    )
  })

  it.each(['wrongExamNo', 'duplicateNumber'] as const)('%s', async (kind) => {
    const examNo = numberOffRoster(CANDIDATE.examNo, new Set([CANDIDATE.examNo]), 'test')
    const result = await withDefect({ kind, examNo })
    expect((await darkColumns(result)).flat().join('')).toBe(examNo)
    expect(examNo).not.toBe(CANDIDATE.examNo)
    expect(result.truth.student.examNo).toBe(CANDIDATE.examNo)
  })

  it.each(
    (['missingCorner', 'foldedCorner'] as const).flatMap((kind) =>
      (['tl', 'tr', 'bl', 'br'] as const).map((corner) => ({ kind, corner })),
    ),
  )('$kind $corner hides that mark and no other', async ({ kind, corner }) => {
    const result = await withDefect({ kind, corner })
    const scan = await firstScan(result)
    for (const anchor of english.geometry.pages[0]!.anchors) {
      const dark = darknessAt(scan, result.truth.pages[0]!, anchor)
      if (anchor.id === `corner:${corner}`) expect(dark).toBeLessThan(0.35)
      else expect(dark).toBeGreaterThan(0.7)
    }
    expect(result.truth.pages.map(({ lostCorners }) => lostCorners.length)).toEqual([1, 1])
    for (const choice of result.truth.choices) expect(choice.expect).toBe('clear')
  })

  it.each([
    ['doubleMark', [MARKED, 1], 2],
    ['faintMark', [0.06, 0.34], 1],
    ['halfFilled', [0.15, 0.62], 1],
    ['tickMark', [0.1, 0.55], 1],
    ['crossMark', [0.15, 0.6], 1],
    ['smudge', [MARKED, 1], 1],
  ] as const)('%s', async (kind, [least, most], marks) => {
    const result = await withDefect({ kind, questionNo: '24' }, { pages: [1] })
    const choice = result.truth.choices.find(({ questionNo }) => questionNo === '24')!
    expect(choice).toMatchObject({ expect: 'doubtful', because: kind })
    expect(choice.marks).toHaveLength(marks)
    const clean = await simulate({ pages: [1] })
    const found = bubbles(english, await firstScan(result), result, choice.fieldId)
    const before = bubbles(english, await firstScan(clean), clean, choice.fieldId)
    for (const [index, bubble] of found.entries()) {
      const marked = choice.marks.some(({ value }) => value === bubble.value)
      if (marked) {
        expect(bubble.darkness).toBeGreaterThan(least)
        expect(bubble.darkness).toBeLessThan(most)
      } else if (kind !== 'smudge') expect(bubble.darkness).toBeLessThan(UNMARKED)
      expect(bubble.label).toBe(before[index]!.label)
    }
    if (kind !== 'smudge') return
    const unmarked = (list: typeof found) =>
      Math.max(
        ...list.filter(({ value }) => !choice.meant.includes(value)).map((one) => one.darkness),
      )
    expect(unmarked(found)).toBeGreaterThan(0.24)
  })

  it.each([
    ['absentBoxNoAnswers', 0],
    ['absentBoxWithAnswers', 50],
  ] as const)('%s', async (kind, answers) => {
    const result = await withDefect({ kind })
    const scan = await firstScan(result)
    expect(bubbles(english, scan, result, 'absent')[0]!.darkness).toBeGreaterThan(MARKED)
    const dark = result.truth.choices.flatMap(({ fieldId }) =>
      bubbles(english, scan, result, fieldId).filter(({ darkness }) => darkness > MARKED),
    )
    if (answers === 0) expect(dark).toEqual([])
    else expect(dark.length).toBeGreaterThan(answers)
    expect(result.truth.absent.filled).toBe(true)
  })

  it('a blank page behind the first', async () => {
    const result = await withDefect({ kind: 'blankPage' })
    expect(result.truth.pages.map(({ kind }) => kind)).toEqual(['sheet', 'blank'])
    expect(inkShare(await decodeScan(result.pages[1]!.jpeg))).toBeLessThan(0.0005)
    expect(inkShare(await firstScan(result))).toBeGreaterThan(0.01)
  })

  it('a page of another exam', async () => {
    const result = await withDefect({ kind: 'otherExamPage' })
    const [page] = result.truth.pages
    expect(page).toMatchObject({ page: null, kind: 'other', templateId: 'sample-chinese-v1' })
    const scan = await firstScan(result)
    const code = chinese.geometry.pages[0]!.pageCode!
    const bits = code.cells.map((cell) => (darknessAt(scan, page!, cell) > 0.5 ? '1' : '0'))
    expect(bits.join('')).toBe(code.bits)
    expect(code.bits).not.toBe(english.geometry.pages[0]!.pageCode!.bits)
  })

  it('a missing second page', async () => {
    const result = await withDefect({ kind: 'missingSecondPage' })
    expect(result.pages).toHaveLength(1)
    expect(result.truth.pages.map(({ page }) => page)).toEqual([1])
  })

  it('a sheet fed upside down', async () => {
    const result = await withDefect({ kind: 'upsideDown' })
    const [page] = result.truth.pages
    expect(page!.homography[0]).toBeLessThan(0)
    const anchor = english.geometry.pages[0]!.anchors[0]!
    expect(darknessAt(await firstScan(result), page!, anchor)).toBeGreaterThan(0.7)
  })
})

describe('a simulated class', () => {
  it('gives each candidate the same sheet whoever makes which part', async () => {
    const students = ['20260101', '20260102', '20260103'].map((examNo) =>
      makeAnswers(english.geometry, { ...CANDIDATE, examNo }, sampleKeys.english, 'class'),
    )
    const make = async (from: number, until: number) => {
      const made: { index: number; number: string | null; first: string }[] = []
      const part = simulateClass({ sheet: english, students, seed: 'class', from, until })
      for await (const { index, truth, pages } of part) {
        const first = Buffer.from(pages[0]!.jpeg).toString('base64')
        made.push({ index, number: truth.examNo.bubbled, first })
      }
      return made
    }
    const whole = await make(0, 3)
    expect(whole.map(({ number }) => number)).toEqual(['20260101', '20260102', '20260103'])
    expect(
      [...(await make(2, 3)), ...(await make(0, 2))].sort((a, b) => a.index - b.index),
    ).toEqual(whole)
  })
})
