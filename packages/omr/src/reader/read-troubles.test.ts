import type { PageReading } from '@hengjuan/domain'
import { describe, expect, test } from 'vitest'
import type { Gray } from '../kernels/gray.ts'
import { rotateGray } from '../kernels/gray.ts'
import type { Homography } from '../kernels/homography.ts'
import {
  bilevel,
  blurred,
  bulging,
  clipped,
  dithered,
  fadeTo,
  folded,
  greyPaper,
  halved,
  inPerspective,
  lightFalling,
  lowerHalfSlower,
  painted,
  saltAndPepper,
  scaled,
  shadow,
  slipping,
  streaked,
  turned,
} from '../locate/testing/degrade.ts'
import { loadTemplate } from '../template/load-template.ts'
import { paintSheet, scanSheet } from '../testing/paint-page.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { createReader } from './reader.ts'

const template = loadTemplate(sampleTemplate())
const front = template.pages[0]!
const reader = createReader()

const letters = ['A', 'B', 'C', 'D']
const number = '20261047'.slice(0, 6)
const marks = [
  ...[...number].map((value, column) => ({ field: 'examNo', value, column })),
  ...Array.from({ length: 24 }, (_, i) => ({
    field: `choice:${i + 1}`,
    value: letters[(i * 7 + (i >> 2)) % 4]!,
    column: 0,
  })),
  { field: 'optional:A', value: '23', column: 0 },
].map((mark) => ({ ...mark, kind: 'full' as const, ink: 0.8 }))

const scan = scanSheet(paintSheet(front, { marks, writing: 2 }), front, { dpi: 200, skewDeg: 0.4 })
const perMm = 200 / 25.4
const anchorOf = (id: string) => front.anchors.find((a) => a.id === id)!

const without = (...ids: string[]) =>
  ids.reduce((gray, id) => {
    const { xMm, yMm, widthMm, heightMm } = anchorOf(id)
    const box = { xMm, yMm, widthMm: widthMm + 1.5, heightMm: heightMm + 1.5 }
    return painted(gray, scan.toPx, box, 247)
  }, scan.gray)

/** A dark or white round spot, millimetres from a mark's centre. */
const spot = (id: string, dx: number, dy: number, size: number, grey: number) => {
  const { xMm, yMm } = anchorOf(id)
  const box = { xMm: xMm + dx, yMm: yMm + dy, widthMm: size, heightMm: size }
  return painted(scan.gray, scan.toPx, box, grey, 'disc')
}

function wrongFields(reading: PageReading): string[] {
  return reading.fields
    .filter((field) => !field.doubtful)
    .filter((field) => {
      const meant = marks.filter((m) => m.field === field.id).map((m) => m.value)
      return field.values.join() !== meant.join()
    })
    .map((field) => `${field.id} ${field.values.join('')}`)
}

const doubtful = (reading: PageReading) => reading.fields.filter((f) => f.doubtful).length

/** Marks are printed and found to a few hundredths; a slipped sheet is followed to this. */
const wellPlacedMm = 0.1
/** Of 27 fields, so many may be shown to a person when a trouble touches them. */
const fewDoubts = 3

describe('a troubled sheet is located as well as a sound one and read without a silent error', () => {
  test.for<[string, Gray, string[]]>([
    ['upside down', rotateGray(scan.gray, 180), []],
    ['turned right', rotateGray(scan.gray, 90), []],
    ['turned left', rotateGray(scan.gray, 270), []],
    ['skewed by 3 degrees', turned(scan.gray, 3), []],
    ['skewed by 10 degrees', turned(scan.gray, -10), ['SKEWED']],
    ['skewed by 2 degrees on a black bed', turned(scan.gray, 2, 8), []],
    ['printed at 95 %', scaled(scan.gray, 0.95), []],
    ['3 % larger, cut at the edges', scaled(scan.gray, 1.03), []],
    ['in 2 % perspective', inPerspective(scan.gray, 0.02), []],
    ['photographed from below', inPerspective(scan.gray, 0.12, 30), []],
    ['at half the resolution', halved(scan.gray), []],
    ['with the lower half fed 1 % slower', lowerHalfSlower(scan.gray, 0.01), []],
    ['with 1 mm of slip over the page', slipping(scan.gray, perMm, 1), []],
    ['with 1 mm of slip, twice over the page', slipping(scan.gray, perMm, 0.5), []],
    ['turned, with 1 mm of slip', rotateGray(slipping(scan.gray, perMm, 1), 90), []],
    ['at 60 % contrast', fadeTo(scan.gray, 0.6), []],
    ['at 25 % contrast', fadeTo(scan.gray, 0.25), []],
    ['on grey paper', greyPaper(scan.gray, 0.7), []],
    ['with light falling to 55 %', lightFalling(scan.gray, 0.55), []],
    ['under a shadow', shadow(scan.gray, 0.4), []],
    ['blurred by 0.35 mm', blurred(scan.gray, 0.35 * perMm), []],
    ['with 1 % salt and pepper', saltAndPepper(scan.gray, 0.01), []],
    ['with a black blob beside a mark', spot('TR', -6, 1, 5, 15), []],
    ['with a hole beside a mark', spot('BR', -6.2, -2, 6, 255), []],
    ['with a streak', streaked(scan.gray, 470, 3), ['STREAKS']],
    [
      'with a streak through its marks',
      streaked(scan.gray, Math.round(9.5 * perMm), 3),
      ['STREAKS'],
    ],
    ['without its bar', without('TL'), ['FOLDED_CORNER']],
    ['without a square', without('BR'), ['FOLDED_CORNER']],
    ['without a corner and an edge mark', without('TR', 'L1'), ['FOLDED_CORNER']],
    ['without two corners', without('TL', 'BR'), ['FOLDED_CORNER']],
    ['without three corners', without('TL', 'TR', 'BR'), ['FOLDED_CORNER']],
    ['with print for two corners only', without('TL', 'BR', 'L1', 'R1'), ['FOLDED_CORNER']],
    ['with a corner folded over a mark', folded(scan.gray, 'TR', 22 * perMm), ['FOLDED_CORNER']],
    ['with a corner torn off', folded(scan.gray, 'BL', 22 * perMm, 12), ['FOLDED_CORNER']],
    ['with a blob on a mark', spot('BL', 2.5, -2.5, 5, 15), ['FOLDED_CORNER']],
    ['with a hole through a mark', spot('BR', 1.8, 1.8, 4, 255), ['FOLDED_CORNER']],
  ])('%s', async ([, gray, codes]) => {
    const { reading } = await reader.readPage(gray, template)
    expect(reading.issues.map((i) => i.code)).toEqual(codes)
    expect(reading.status).not.toBe('rejected')
    expect(wrongFields(reading)).toEqual([])
    expect(reading.registration!.residualMm).toBeLessThan(wellPlacedMm)
    expect(doubtful(reading)).toBeLessThanOrEqual(fewDoubts)
  })
})

describe('where much is lost, what is read is right and the rest is doubted', () => {
  test.for<[string, Gray]>([
    ['in black and white', bilevel(scan.gray)],
    ['dithered', dithered(scan.gray)],
    ['bulging', bulging(scan.gray, 0.02)],
    ['bulging much', bulging(scan.gray, 0.06)],
    ['with the left half of the numbers cut off', clipped(scan.gray, [0, 0, 400, 0])],
    ['without its lower third', clipped(scan.gray, [0, 0, 0, 560])],
    ['with a wide streak', streaked(scan.gray, 450, 12)],
    ['skewed and cut', turned(scan.gray, 6, 255, true)],
  ])('%s', async ([, gray]) => {
    const { reading } = await reader.readPage(gray, template)
    expect(wrongFields(reading)).toEqual([])
  })
})

test('a missing mark is named, with the place to look at', async () => {
  const { reading } = await reader.readPage(without('TR'), template)
  const [issue] = reading.issues
  expect(issue!.message).toContain('右上角')
  const [box] = issue!.evidence!
  const { xMm, yMm } = anchorOf('TR')
  expect(box!.xPx).toBeLessThan(xMm * perMm)
  expect(box!.xPx + box!.widthPx).toBeGreaterThan(xMm * perMm)
  expect(Math.abs(box!.yPx + box!.heightPx / 2 - yMm * perMm)).toBeLessThan(2 * perMm)
})

test('marks that contradict each other are a positioning exception with the error in millimetres', async () => {
  const bare = structuredClone(sampleTemplate())
  bare.pages = [{ ...bare.pages[1]!, page: 1, fields: [], regions: [] }]
  const page = bare.pages[0]!
  const sheet = paintSheet(page, { marks: [] })
  const { gray } = scanSheet(sheet, page, {
    bend: (x, y) => [(1.6 * (x - 74) * Math.abs(y - 105)) / 7000, 0],
  })
  const { reading } = await reader.readPage(gray, loadTemplate(bare))
  expect(reading.status).toBe('rejected')
  const issue = reading.issues.find((i) => i.code === 'RESIDUAL_HIGH')!
  expect(issue).toMatchObject({ blocking: true })
  expect(issue.message).toMatch(/误差 \d\.\d\d 毫米/)
})

/** Homographies of the four turns put the same sheet point where the scan has it. */
test.for([0, 90, 180, 270] as const)('the turn of %i degrees is told', async (degrees) => {
  const { reading } = await reader.readPage(rotateGray(scan.gray, degrees), template)
  const map: Homography = reading.registration!.homography
  expect(reading.registration!.rotation).toBe(degrees)
  expect(map).toHaveLength(9)
})
