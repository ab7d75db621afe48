import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FieldReading, OmrTemplate, PageReading } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { project } from '../kernels/homography.ts'
import { loadTemplate } from '../template/load-template.ts'
import { createReader } from './reader.ts'

/** The part of a case's `truth.json` that is compared. */
interface CaseTruth {
  examNo: { barcode: string | null; bubbled: string | null; expect: string }
  absent: { filled: boolean; expect?: string }
  choices: { fieldId: string; meant: string[]; expect: string }[]
  optional: { fieldId: string; meant: string[]; expect: string }[]
  ink: { regionId: string; amount: number }[]
  pages: PageTruth[]
}

interface PageTruth {
  page: number | null
  kind: string
  upsideDown: boolean
  rotation?: number
  homography: number[]
  /** `[xMm, yMm, xPx, yPx]` on a grid, row by row; absent where the matrix says it all. */
  points?: [number, number, number, number][]
}

const root = fileURLToPath(new URL('../../../../test-scans/', import.meta.url))
const cases = readdirSync(root).filter((name) => existsSync(join(root, name, 'template.json')))
const reader = createReader()

/** Of the fields that a careful person would be sure of, at most this share may be shown to one. */
const mostNeedlessFlags = 0.005
/** Distance in millimetres between true and found places that no crop or bubble would notice. */
const mostOffMm = 0.3

/** The same of sheets that something bad happened to: one trouble a sheet, most of them beyond ordinary. */
const mostFlagsInTrouble = 0.05
/** Cases with one degradation each begin with this. */
const isTrouble = (name: string) => name.startsWith('drill-')
/** Furthest that a bubble may be looked for from where it truly is, where no matrix fits the page. */
const mostBubbleOffMm = 0.5
/** Nothing can be made of these for certain, and no other reader of the study reads them. */
const mayBeRejected = new Set([
  // Another sheet lies over a third of the page.
  'drill-double-feed',
  // Every reader of the study rejects a page with two of four marks.
  'drill-two-marks-missing',
])

const ordinary = { fields: 0, flagged: 0 }
const inTrouble = { fields: 0, flagged: 0 }

test('there are cases to read', () => {
  expect(cases.length).toBeGreaterThan(15)
})

test.for(cases)('%s: nothing is read wrong without being flagged', async (name) => {
  const json = (file: string) => JSON.parse(readFileSync(join(root, name, file), 'utf8')) as unknown
  const template = loadTemplate(json('template.json'))
  const truth = json('truth.json') as CaseTruth
  const faults: string[] = []
  for (const [i, pageTruth] of truth.pages.entries()) {
    const file = join(root, name, `scan-${i + 1}.jpg`)
    if (!existsSync(file)) continue
    const { reading } = await reader.readPage(readFileSync(file), template)
    if (pageTruth.kind !== 'sheet') {
      expect(reading.status, `scan-${i + 1} is no page of this sheet`).toBe('rejected')
      continue
    }
    if (reading.status === 'rejected' && mayBeRejected.has(name)) continue
    expect(reading.issues.filter((issue) => issue.blocking)).toEqual([])
    expect(reading.page).toBe(pageTruth.page)
    const turned = pageTruth.rotation ?? (pageTruth.upsideDown ? 180 : 0)
    expect(reading.registration!.rotation).toBe(turned)
    if (isMatrix(pageTruth))
      expect(offMm(reading, pageTruth.homography, template)).toBeLessThan(mostOffMm)
    else expect(bubblesOffMm(reading, pageTruth, template)).toBeLessThan(mostBubbleOffMm)
    faults.push(...faultsOf(reading, truth, isTrouble(name) ? inTrouble : ordinary))
  }
  expect(faults).toEqual([])
})

test('hardly any field is shown to a person that need not be', () => {
  expect(ordinary.fields).toBeGreaterThan(500)
  expect(ordinary.flagged / ordinary.fields).toBeLessThanOrEqual(mostNeedlessFlags)
  expect(inTrouble.fields).toBeGreaterThan(1000)
  expect(inTrouble.flagged / inTrouble.fields).toBeLessThanOrEqual(mostFlagsInTrouble)
})

function faultsOf(reading: PageReading, truth: CaseTruth, needless: typeof ordinary): string[] {
  return reading.fields.flatMap((field) => {
    const expected = expectedOf(field, truth)
    if (expected.expect === 'clear') {
      needless.fields++
      if (field.doubtful) needless.flagged++
    } else if (!field.doubtful) {
      return [`${field.id} should have been flagged, read ${field.values.join('')}`]
    }
    const isSilentlyWrong = !field.doubtful && field.values.join() !== expected.values.join()
    return isSilentlyWrong
      ? [`${field.id} read ${field.values.join()}, meant ${expected.values.join()}`]
      : []
  })
}

function expectedOf(field: FieldReading, truth: CaseTruth): { values: string[]; expect: string } {
  if (field.kind === 'absent')
    return {
      values: truth.absent.filled ? ['absent'] : [],
      expect: truth.absent.expect ?? 'clear',
    }
  if (field.kind === 'examNo') {
    const { bubbled, expect: expectation } = truth.examNo
    return { values: [...(bubbled ?? '')].map((d) => (d === '*' ? '?' : d)), expect: expectation }
  }
  const entry = [...truth.choices, ...truth.optional].find((c) => c.fieldId === field.id)
  if (!entry) throw new Error(`truth has no field ${field.id}`)
  return { values: entry.meant, expect: entry.expect }
}

/** Largest distance between true and found place of four points of the page. */
function offMm(reading: PageReading, homography: number[], template: OmrTemplate): number {
  const page = template.pages[reading.page! - 1]!
  const scale = pixelsPerMm(homography)
  return Math.max(
    ...[
      [0.15, 0.1],
      [0.85, 0.1],
      [0.85, 0.87],
      [0.15, 0.87],
    ].map(([x, y]) => {
      const [xMm, yMm] = [x! * page.widthMm, y! * page.heightMm]
      const got = project(reading.registration!.homography, xMm, yMm)
      const want = project(homography, xMm, yMm)
      return Math.hypot(got.x - want.x, got.y - want.y) / scale
    }),
  )
}

const pixelsPerMm = (homography: number[]) => {
  const [a, b] = [project(homography, 0, 0), project(homography, 100, 0)]
  return Math.hypot(b.x - a.x, b.y - a.y) / 100
}

/** Distance in millimetres by which points may miss the matrix for their being rounded. */
const roundingMm = 0.02

const residual = ([x, y, xPx, yPx]: [number, number, number, number], homography: number[]) => {
  const { x: u, y: v } = project(homography, x, y)
  return { dx: xPx - u, dy: yPx - v }
}

const isMatrix = ({ points = [], homography }: PageTruth) =>
  points.every((point) => {
    const { dx, dy } = residual(point, homography)
    return Math.hypot(dx, dy) / pixelsPerMm(homography) < roundingMm
  })

/** Largest distance of a bubble from where it truly is; between the known points the slip is even. */
function bubblesOffMm(reading: PageReading, truth: PageTruth, template: OmrTemplate): number {
  const { points = [], homography } = truth
  const fields = template.pages[reading.page! - 1]!.fields
  const slipAt = (xMm: number, yMm: number) => {
    const [above, below] = [
      points.findLast(([, y]) => y <= yMm)![1],
      points.find(([, y]) => y > yMm)![1],
    ]
    const near = (row: number) => {
      const line = points.filter(([, y]) => y === row)
      const best = line.reduce((a, b) => (Math.abs(b[0] - xMm) < Math.abs(a[0] - xMm) ? b : a))
      return residual(best, homography)
    }
    const share = (yMm - above) / (below - above)
    const [one, other] = [near(above), near(below)]
    return {
      dx: one.dx * (1 - share) + other.dx * share,
      dy: one.dy * (1 - share) + other.dy * share,
    }
  }
  const offs = reading.fields.flatMap((field) =>
    field.bubbles.map(({ value, column, xPx, yPx }) => {
      const { xMm, yMm } = fields
        .find(({ id }) => id === field.id)!
        .bubbles.find((one) => one.value === value && one.column === column)!
      const straight = project(homography, xMm, yMm)
      const { dx, dy } = slipAt(xMm, yMm)
      return Math.hypot(xPx - straight.x - dx, yPx - straight.y - dy) / pixelsPerMm(homography)
    }),
  )
  return Math.max(...offs)
}
