import { describe, expect, test } from 'vitest'
import type { Gray } from '../kernels/gray.ts'
import { project } from '../kernels/homography.ts'
import { slippedBy } from '../locate/testing/degrade.ts'
import { loadTemplate } from '../template/load-template.ts'
import { paintSheet, scanSheet } from '../testing/paint-page.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { createReader } from './reader.ts'

const template = loadTemplate(sampleTemplate())
const cornersOnly = loadTemplate({
  ...sampleTemplate(),
  pages: sampleTemplate().pages.map((page) => ({
    ...page,
    anchors: page.anchors.filter((a) => a.role === 'corner'),
  })),
})
const front = template.pages[0]!
const reader = createReader()

const letters = ['A', 'B', 'C', 'D']
const marks = [
  ...[...'202610'].map((value, column) => ({ field: 'examNo', value, column })),
  ...Array.from({ length: 24 }, (_, i) => ({
    field: `choice:${i + 1}`,
    value: letters[(i * 7 + (i >> 2)) % 4]!,
    column: 0,
  })),
  { field: 'optional:A', value: '23', column: 0 },
].map((mark) => ({ ...mark, kind: 'full' as const, ink: 0.8 }))
const meant = new Map<string, string>()
for (const { field, value } of marks) meant.set(field, (meant.get(field) ?? '') + value)

const scan = scanSheet(paintSheet(front, { marks, writing: 2 }), front, { dpi: 200, skewDeg: 0.4 })
const perMm = 200 / 25.4

/** The scan with every line seen so many millimetres higher than it lies, by where on the picture it is seen. */
const slipped = (shiftMm: (yMm: number) => number): Gray =>
  slippedBy(scan.gray, (yPx) => shiftMm(yPx / perMm) * perMm)

const wave = (mm: number, periodMm: number, phase: number) => (y: number) =>
  mm * Math.sin((2 * Math.PI * y) / periodMm + phase)
const jump = (mm: number, atMm: number, withinMm: number) => (y: number) =>
  mm / (1 + Math.exp((-4 * (y - atMm)) / withinMm))

const slips: [string, (yMm: number) => number][] = [
  ...[0.5, 1, 1.5, 2, 2.5, 3].flatMap((mm) =>
    [60, 80, 110, 150].flatMap((period) =>
      [0, 2.5].map((phase): [string, (yMm: number) => number] => [
        `${mm} mm to and fro every ${period} mm, phase ${phase}`,
        wave(mm, period, phase),
      ]),
    ),
  ),
  ...[-3, -2, -1, 1, 2, 3, 4.5].flatMap((mm) =>
    [70, 110, 150].map((at): [string, (yMm: number) => number] => [
      `a jump of ${mm} mm at ${at} mm`,
      // Lines that are seen twice are drawn out: they may not come back.
      jump(mm, at, mm < 0 ? -3 * mm : 3),
    ]),
  ),
]

/** Of fields that slip of a millimetre at most hides, so many may be shown to a person. */
const mostFlagsOfGentle = 0.04

describe.each([
  ['with marks along the edges', template],
  ['with corner marks alone', cornersOnly],
])('slip between two marks, on a sheet %s', (_, sheet) => {
  const gentle = { fields: 0, flagged: 0 }

  test.for(slips)('%s: nothing is read wrong without being flagged', async ([name, shift]) => {
    const { reading } = await reader.readPage(slipped(shift), sheet)
    const wrong = reading.fields.filter(
      (f) => !f.doubtful && f.values.join('') !== (meant.get(f.id) ?? ''),
    )
    expect(wrong.map((f) => `${f.id} ${f.values.join('')}`)).toEqual([])
    if (!/^(0\.5|1) mm/.test(name)) return
    expect(reading.status).not.toBe('rejected')
    gentle.fields += reading.fields.length
    gentle.flagged += reading.fields.filter((f) => f.doubtful).length
  })

  test('slip of a millimetre costs hardly any question to a person', () => {
    expect(gentle.fields).toBeGreaterThan(400)
    expect(gentle.flagged / gentle.fields).toBeLessThanOrEqual(mostFlagsOfGentle)
  })
})

test('bubbles are looked for where the slip has put them', async () => {
  const shift = wave(1.5, 90, 1)
  const { reading } = await reader.readPage(slipped(shift), template)
  const offs = reading.fields.flatMap((field) =>
    field.bubbles.map(({ value, column, yPx }) => {
      const bubble = front.fields
        .find((f) => f.id === field.id)!
        .bubbles.find((b) => b.value === value && b.column === column)!
      const flat = project(scan.toPx, bubble.xMm, bubble.yMm).y
      return Math.abs(yPx + shift(yPx / perMm) * perMm - flat) / perMm
    }),
  )
  // A row missed by one would be 5 mm off.
  expect(Math.max(...offs)).toBeLessThan(0.5)
})
