import { describe, expect, test } from 'vitest'
import { loadTemplate } from '../template/load-template.ts'
import type { PageMarks, ScanEffects } from '../testing/paint-page.ts'
import { paintSheet, scanSheet } from '../testing/paint-page.ts'
import { randomFrom } from '../testing/random.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { project } from '../kernels/homography.ts'
import { cropRegions } from '../crops/crop-regions.ts'
import { createReader } from './reader.ts'

const template = loadTemplate(sampleTemplate())
const [front, back] = template.pages as [(typeof template.pages)[0], (typeof template.pages)[0]]
const reader = createReader()

/** A pupil who fills everything in; also what a perfect reading says. */
function filledIn(seed: number): { marks: PageMarks['marks']; truth: Map<string, string> } {
  const random = randomFrom(seed)
  const marks: PageMarks['marks'] = []
  const truth = new Map<string, string>()
  for (const field of front.fields) {
    const columns = [...new Set(field.bubbles.map((b) => b.column))]
    const values = columns.flatMap((column) => {
      const options = field.bubbles.filter((b) => b.column === column)
      const chosen = options.filter(() => field.multiple && random() < 0.4)
      if (field.kind === 'absent' || random() < 0.05)
        return field.kind === 'examNo' ? pick(options) : []
      return chosen.length > 0 ? chosen : pick(options)
    })
    for (const { value, column } of values) {
      marks.push({ field: field.id, value, column, kind: 'full', ink: 0.5 + 0.4 * random() })
    }
    truth.set(field.id, values.map((b) => b.value).join(''))
  }
  return { marks, truth }

  function pick<T>(list: T[]): T[] {
    return [list[Math.floor(random() * list.length)]!]
  }
}

const { marks, truth } = filledIn(7)
const sheet = paintSheet(front, { marks, writing: 3 })
const read = async (effects: ScanEffects) => {
  const scan = scanSheet(sheet, front, effects)
  return { ...scan, ...(await reader.readPage(scan.gray, template)) }
}

describe('a filled-in sheet is read right and without doubt', () => {
  test.for<[string, ScanEffects]>([
    ['as scanned', {}],
    ['skewed by 3 degrees', { skewDeg: 3 }],
    ['skewed by 10 degrees on a larger bed', { skewDeg: -10, borderMm: 12 }],
    ['shifted', { shiftMm: [6, -5] }],
    ['printed at 97 %', { scale: 0.97 }],
    ['printed at 103 %', { scale: 1.03, borderMm: 5 }],
    ['upside down', { rotation: 180, skewDeg: 1 }],
    ['turned right', { rotation: 90 }],
    ['turned left', { rotation: 270, skewDeg: -2 }],
    ['on grey paper', { paper: 0.7 }],
    ['with print and marks at 40 % contrast', { black: 0.6 }],
    ['with light falling to 55 %', { falloff: 0.55 }],
    ['before a dark background', { background: 0.05, skewDeg: 2, borderMm: 4 }],
    ['before a white background', { background: 1, borderMm: 6 }],
    ['in perspective', { perspective: 0.02 }],
    ['at 100 dpi', { dpi: 100 }],
    ['at 300 dpi', { dpi: 300 }],
    ['noisy', { noise: 8 }],
    ['blurred', { blur: 2 }],
    ['fed unevenly', { bend: (_x, y) => [0, y > 105 ? (y - 105) * 0.01 : 0] }],
    ['with a wavy feed', { bend: (_x, y) => [0, 0.5 * Math.sin(y / 20)] }],
    ['photographed', { borderMm: 60, background: 0.1, perspective: 0.1, skewDeg: 8 }],
  ])('%s', async ([, effects]) => {
    const { reading, toPx } = await read(effects)
    expect(reading.issues.map((i) => i.code)).toEqual(
      Math.abs(effects.skewDeg ?? 0) > 5 && !effects.perspective ? ['SKEWED'] : [],
    )
    expect(reading.fields.map((f) => [f.id, f.values.join(''), f.reason])).toEqual(
      [...truth].map(([id, values]) => [id, values, '']),
    )
    expect(reading).toMatchObject({ status: 'ok', page: 1 })
    const [x, y] = [74, 105]
    const want = project(toPx, x, y)
    const got = project(reading.registration!.homography, x, y)
    const allowedPx = effects.bend ? 8 : 1
    expect(Math.hypot(got.x - want.x, got.y - want.y)).toBeLessThan(allowedPx)
  })
})

test('a folded corner is read with the other three and named', async () => {
  const { reading } = await read({ fold: { corner: 'BR', mm: 25 } })
  expect(reading.issues.map((i) => [i.code, i.blocking])).toEqual([['FOLDED_CORNER', false]])
  expect(reading.issues[0]!.message).toContain('右下角')
  expect(reading.fields.map((f) => f.values.join(''))).toEqual([...truth.values()])
})

test('bubbles under a fold are doubted, never read as left out', async () => {
  const { reading } = await read({ fold: { corner: 'BL', mm: 95 } })
  const wrong = reading.fields.filter((f) => !f.doubtful && f.values.join('') !== truth.get(f.id))
  expect(wrong.map((f) => f.id)).toEqual([])
  expect(reading.status).not.toBe('ok')
})

test('the back is told from the front by its printed code', async () => {
  const { gray } = scanSheet(paintSheet(back, { marks: [] }), back, { rotation: 180 })
  const { reading } = await reader.readPage(gray, template)
  expect(reading).toMatchObject({ status: 'ok', page: 2, pageCode: { bits: '01101' } })
  expect(reading.fields.every((f) => f.state === 'blank' && !f.doubtful)).toBe(true)
})

test('a page of another sheet is refused with its bits', async () => {
  const other = structuredClone(front)
  other.pageCode!.bits = '11001'
  const { gray } = scanSheet(paintSheet(other, { marks }), other, {})
  const { reading } = await reader.readPage(gray, template)
  expect(reading).toMatchObject({
    status: 'rejected',
    page: null,
    fields: [],
    pageCode: { bits: '11001' },
  })
  expect(reading.issues[0]).toMatchObject({ code: 'PAGE_OF_OTHER_SHEET', blocking: true })
})

test.for([
  ['nothing', 'BLANK_PAGE'],
  ['neither anchors nor page code', 'ANCHORS_MISSING'],
  ['anchors, but no code', 'PAGE_CODE_UNREADABLE'],
] as const)('a page with %s is rejected', async ([what, code]) => {
  const bare = { ...front, pageCode: null }
  const page = what === 'nothing' ? { ...bare, anchors: [], fields: [], regions: [] } : bare
  const painted = paintSheet(page, {
    marks: what === 'nothing' ? [] : marks,
    missingAnchors: what.startsWith('neither') ? front.anchors.map((a) => a.id) : [],
  })
  const { gray } = scanSheet(painted, front, {})
  const { reading } = await reader.readPage(gray, template)
  expect(reading.status).toBe('rejected')
  expect(reading.issues.map((i) => i.code)).toEqual([code])
})

test('a sheet whose anchors do not tell up from down is not guessed', async () => {
  const symmetric = structuredClone(sampleTemplate())
  const page = symmetric.pages[0]!
  page.pageCode = null
  page.anchors = page.anchors
    .filter((a) => a.role === 'corner')
    .map((a) => (a.id === 'TL' ? { ...a, kind: 'square', xMm: 9.5, widthMm: 5 } : a))
  page.fields = page.fields.map((f) => ({ ...f, outlined: false }))
  symmetric.pages = [page]
  const { gray } = scanSheet(paintSheet(page, { marks: [] }), page, {})
  const { reading } = await reader.readPage(gray, loadTemplate(symmetric))
  expect(reading.status).toBe('rejected')
  expect(reading.issues[0]!.message).toContain('方向')
})

test('crops are straight, at the wanted resolution, and empty of the candidate’s identity', async () => {
  const { reading, gray } = await read({ skewDeg: 2.5, rotation: 180 })
  const [crop] = cropRegions(gray, front, reading, { dpi: 200 })
  const block = front.regions[0]!
  expect(crop!.gray.width).toBe(Math.round((block.widthMm * 200) / 25.4))
  expect(crop!.gray.height).toBe(Math.round((block.heightMm * 200) / 25.4))
  // The frame lies along all four edges.
  const { data, width, height } = crop!.gray
  const dark = (at: (i: number) => number, n: number) => {
    let count = 0
    for (let i = 0; i < n; i++) if (Math.min(data[at(i)]!, data[at(i) + 1] ?? 255) < 150) count++
    return count / n
  }
  expect(dark((i) => i, width)).toBeGreaterThan(0.9)
  expect(dark((i) => (height - 1) * width + i, width - 1)).toBeGreaterThan(0.9)
  expect(dark((i) => i * width, height)).toBeGreaterThan(0.9)

  const leaky = structuredClone(front)
  leaky.regions.push({ ...block, id: 'name', purpose: 'name', blockKey: null, widthMm: 30 })
  const [hidden] = cropRegions(gray, leaky, reading)
  expect(hidden!.gray.data[(height >> 1) * width + 100]).toBe(255)
})

test('ink of an answer area is near nothing when it is empty and grows with writing', async () => {
  const ratios: number[] = []
  for (const writing of [0, 1, 4]) {
    const { gray } = scanSheet(paintSheet(front, { marks, writing }), front, { skewDeg: 1 })
    ratios.push((await reader.readPage(gray, template)).reading.regions[0]!.inkRatio)
  }
  expect(ratios[0]).toBeLessThan(0.002)
  expect(ratios[1]).toBeGreaterThan(0.01)
  expect(ratios[2]).toBeGreaterThan(ratios[1]! * 2)
})

test('two pages read by one reader at once do not take each other’s place', async () => {
  const scans = [11, 12].map((seed) => {
    const { marks } = filledIn(seed)
    return scanSheet(paintSheet(front, { marks }, seed), front, { skewDeg: 0.5, noise: 2, seed })
      .gray
  })
  const alone = []
  for (const gray of scans) alone.push((await reader.readPage(gray, template)).reading)
  const together = await Promise.all(scans.map((gray) => reader.readPage(gray, template)))
  expect(together.map(({ reading }) => reading)).toEqual(alone)
  expect(together[0]!.gray.data.buffer).not.toBe(together[1]!.gray.data.buffer)
})
