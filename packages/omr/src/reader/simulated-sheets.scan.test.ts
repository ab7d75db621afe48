import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FieldReading, PageReading } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { project } from '../kernels/homography.ts'
import { loadTemplate } from '../template/load-template.ts'
import { createReader } from './reader.ts'

/** The part of a case's `truth.json` that is compared. */
interface CaseTruth {
  examNo: { barcode: string | null; bubbled: string | null; expect: string }
  absent: { filled: boolean }
  choices: { fieldId: string; meant: string[]; expect: string }[]
  optional: { fieldId: string; meant: string[]; expect: string }[]
  ink: { regionId: string; amount: number }[]
  pages: { page: number | null; kind: string; upsideDown: boolean; homography: number[] }[]
}

const root = fileURLToPath(new URL('../../../../test-scans/', import.meta.url))
const cases = readdirSync(root).filter((name) => existsSync(join(root, name, 'template.json')))
const reader = createReader()

/** Of the fields that a careful person would be sure of, at most this share may be shown to one. */
const mostNeedlessFlags = 0.005
/** Distance in millimetres between true and found places that no crop or bubble would notice. */
const mostOffMm = 0.3

const needless = { fields: 0, flagged: 0 }

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
    expect(reading.issues.filter((issue) => issue.blocking)).toEqual([])
    expect(reading.page).toBe(pageTruth.page)
    expect(reading.registration!.rotation).toBe(pageTruth.upsideDown ? 180 : 0)
    expect(offMm(reading, pageTruth.homography)).toBeLessThan(mostOffMm)
    faults.push(...faultsOf(reading, truth))
  }
  expect(faults).toEqual([])
})

test('hardly any field is shown to a person that need not be', () => {
  expect(needless.fields).toBeGreaterThan(500)
  expect(needless.flagged / needless.fields).toBeLessThanOrEqual(mostNeedlessFlags)
})

function faultsOf(reading: PageReading, truth: CaseTruth): string[] {
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
    return { values: truth.absent.filled ? ['absent'] : [], expect: 'clear' }
  if (field.kind === 'examNo') {
    const { bubbled, expect: expectation } = truth.examNo
    return { values: [...(bubbled ?? '')].map((d) => (d === '*' ? '?' : d)), expect: expectation }
  }
  const entry = [...truth.choices, ...truth.optional].find((c) => c.fieldId === field.id)
  if (!entry) throw new Error(`truth has no field ${field.id}`)
  return { values: entry.meant, expect: entry.expect }
}

/** Largest distance between true and found place of four points of the page. */
function offMm(reading: PageReading, homography: number[]): number {
  const scale = reading.widthPx / 210
  return Math.max(
    ...[
      [30, 30],
      [180, 30],
      [180, 260],
      [30, 260],
    ].map(([x, y]) => {
      const got = project(reading.registration!.homography, x!, y!)
      const want = project(homography, x!, y!)
      return Math.hypot(got.x - want.x, got.y - want.y) / scale
    }),
  )
}
