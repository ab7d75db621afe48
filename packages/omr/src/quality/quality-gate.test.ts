import type { OmrTemplate } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import type { Gray } from '../kernels/gray.ts'
import { project } from '../kernels/homography.ts'
import { bilevel, blurred, clipped, fadeTo, streaked, turned } from '../locate/testing/degrade.ts'
import { createReader } from '../reader/reader.ts'
import { loadTemplate } from '../template/load-template.ts'
import { paintSheet, scanSheet } from '../testing/paint-page.ts'
import { sampleTemplate } from '../testing/sample-template.ts'

const template = loadTemplate(sampleTemplate())
const [front, back] = template.pages as [(typeof template.pages)[0], (typeof template.pages)[0]]
const reader = createReader()
const marks = Array.from({ length: 24 }, (_, i) => ({
  field: `choice:${i + 1}`,
  value: 'ABCD'[(i * 5) % 4]!,
  kind: 'full' as const,
}))
const scan = scanSheet(paintSheet(front, { marks, writing: 2 }), front, {})
const backScan = scanSheet(paintSheet(back, { marks: [], writing: 4 }), back, {})

const copyOf = (change: (copy: OmrTemplate) => void): OmrTemplate => {
  const copy = structuredClone(sampleTemplate())
  change(copy)
  return loadTemplate(copy)
}

/** One picture above the other, cut to the second's first rows: what a scanner sees of two sheets. */
function beneath(upper: Gray, lower: Gray, shownPx: number): Gray {
  const { width } = upper
  const data = new Uint8Array(width * (upper.height + shownPx))
  data.set(upper.data)
  data.set(lower.data.subarray((lower.height - shownPx) * width), upper.height * width)
  return { data, width, height: upper.height + shownPx }
}

/** The lower part of a sheet covered by the upper part of another. */
function covered(lower: Gray, upper: Gray, fromPx: number): Gray {
  const data = Uint8Array.from(lower.data)
  const { width, height } = lower
  data.set(upper.data.subarray(0, (height - fromPx) * width), fromPx * width)
  return { data, width, height }
}

test.for<[string, Gray, string, boolean]>([
  ['pale', fadeTo(scan.gray, 0.16), 'LOW_CONTRAST', false],
  ['hopelessly pale', fadeTo(scan.gray, 0.07), 'LOW_CONTRAST', true],
  ['out of focus', blurred(scan.gray, 4), 'BLURRED', false],
  ['askew', turned(scan.gray, 7), 'SKEWED', false],
  ['cut off below', clipped(scan.gray, [0, 0, 0, 220]), 'CLIPPED', false],
  ['behind dirty glass', streaked(scan.gray, 400, 2), 'STREAKS', false],
  ['with another drawn in over it', covered(scan.gray, backScan.gray, 900), 'DOUBLE_FEED', true],
  ['with another drawn in after it', beneath(scan.gray, scan.gray, 500), 'DOUBLE_FEED', true],
])('a page %s gets a picture of the evidence', async ([, gray, code, isBlocking]) => {
  const { reading } = await reader.readPage(gray, template)
  const issue = reading.issues.find((i) => i.code === code)
  expect(issue).toMatchObject({ code, blocking: isBlocking })
  expect(issue!.message).toMatch(/[重请]/)
  for (const { xPx, yPx, widthPx, heightPx } of issue!.evidence!) {
    expect(xPx + widthPx).toBeGreaterThan(0)
    expect(yPx + heightPx).toBeGreaterThan(0)
    expect(xPx).toBeLessThan(gray.width)
    expect(yPx).toBeLessThan(gray.height)
  }
  expect(reading.status === 'rejected').toBe(isBlocking)
})

test('pale outlines that a black and white scan has lost are named, and the marks are read all the same', async () => {
  const { reading } = await reader.readPage(bilevel(scan.gray, 60), template)
  const issue = reading.issues.find((i) => i.code === 'SATURATED')
  expect(issue).toMatchObject({ blocking: false })
  expect(issue!.evidence!.length).toBeGreaterThan(0)
  const read = reading.fields.filter((f) => f.kind === 'choice' && !f.doubtful)
  expect(read.length).toBeGreaterThan(20)
  for (const field of read) {
    expect(field.values).toEqual([marks.find((m) => m.field === field.id)!.value])
  }
})

test('a page that lies the wrong side up is named by its code', async () => {
  const { reading } = await reader.readPage(backScan.gray, template, { page: 1 })
  expect(reading.status).toBe('rejected')
  expect(reading.issues.map((i) => [i.code, i.blocking])).toEqual([['BACK_SIDE', true]])
  expect(reading.issues[0]!.message).toContain('第 2 页')
})

test('another form with the same marks but no code is refused', async () => {
  const other = copyOf((copy) => {
    copy.pages = [copy.pages[0]!]
    copy.pages[0]!.pageCode = null
    copy.pages[0]!.regions = []
    for (const field of copy.pages[0]!.fields) {
      for (const bubble of field.bubbles) {
        ;[bubble.xMm, bubble.yMm] = [bubble.xMm * 0.5 + 40, bubble.yMm * 0.3 + 150]
        ;[bubble.widthMm, bubble.heightMm] = [2.4, 1.1]
      }
    }
  })
  const { reading } = await reader.readPage(scan.gray, other)
  expect(reading.status).toBe('rejected')
  expect(reading.issues.map((i) => i.code)).toContain('WRONG_TEMPLATE')
})

test('a sheet of another exam on another paper is refused as the wrong template', async () => {
  const foreign = copyOf((copy) => {
    copy.pages = [copy.pages[0]!]
    copy.pages[0]!.pageCode!.bits = '11111'
  })
  const bed = scanSheet(paintSheet(front, { marks }), front, { borderMm: 25 }).gray
  const wide = clipped(bed, [0, 150, 0, 150])
  const { reading } = await reader.readPage(wide, foreign)
  expect(reading.issues.map((i) => [i.code, i.blocking])).toEqual([['WRONG_TEMPLATE', true]])
})

test.for([
  [0, 4.5],
  [0, -4.5],
  [5.8, 0],
  [-5.8, 0],
  [0, 9],
])('grids that are printed %f, %f mm off their template are not read', async ([dx, dy]) => {
  // Without a code nothing but the grids themselves can tell.
  const shifted = copyOf((copy) => {
    copy.pages = [copy.pages[0]!]
    copy.pages[0]!.pageCode = null
    for (const field of copy.pages[0]!.fields) {
      for (const bubble of field.bubbles) {
        bubble.xMm += dx!
        bubble.yMm += dy!
      }
    }
  })
  const { reading } = await reader.readPage(scan.gray, shifted)
  expect(reading.status).toBe('rejected')
  const issue = reading.issues.find((i) => i.code === 'GRID_SHIFTED')
  expect(issue).toMatchObject({ blocking: true })
})

test('points that a person sets beside the marks are drawn to them, and wrong ones never lead to a wrong reading', async () => {
  const corners = front.anchors.filter((a) => a.role === 'corner')
  const at = (moves: Record<string, [number, number]>, all: [number, number] = [0, 0]) =>
    corners.map((a) => {
      const [dx, dy] = moves[a.id] ?? all
      const p = project(scan.toPx, a.xMm + dx, a.yMm + dy)
      return { id: a.id, xPx: p.x, yPx: p.y }
    })
  const shifts = [-9, -4.5, -2, 0, 2, 4.5, 9]
  const cases = [
    ...shifts.flatMap((dx) => shifts.map((dy) => at({}, [dx, dy]))),
    ...corners.flatMap((a) =>
      [
        [6, 0],
        [0, 6],
        [-4, 4],
        [0, -9],
      ].map((move) => at({ [a.id]: move as [number, number] })),
    ),
  ]
  let read = 0
  for (const anchors of cases) {
    const gray = { ...scan.gray, data: Uint8Array.from(scan.gray.data) }
    const { reading } = await reader.readPage(gray, template, { page: 1, anchors })
    const wrong = reading.fields.filter(
      (f) =>
        f.kind === 'choice' &&
        !f.doubtful &&
        f.values.join() !== marks.find((m) => m.field === f.id)!.value,
    )
    expect(wrong.map((f) => f.id)).toEqual([])
    if (reading.status !== 'rejected') read++
  }
  // Up to 5 mm off, and with one point wrong, the marks themselves are found.
  expect(read).toBeGreaterThan(cases.length / 3)
})
