import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PageIssueCode } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { createReader } from '../reader/reader.ts'
import { loadTemplate } from '../template/load-template.ts'
import type { ScanTruth } from '../testing/real-scan.ts'
import { sheetFamilies, templateOfTruth } from '../testing/real-scan.ts'
import { qualityThresholds } from './thresholds.ts'

const root = fileURLToPath(new URL('../../../../test-scans/', import.meta.url))
const cases = readdirSync(root).filter((name) => existsSync(join(root, name, 'template.json')))
const reader = createReader()

/** What the gate must say of a case; about every other case it says nothing. */
const expected: Record<string, PageIssueCode[]> = {
  'a4-blank-second-page/scan-2.jpg': ['BLANK_PAGE'],
  'a4-folded-corner/scan-1.jpg': ['FOLDED_CORNER'],
  'a4-folded-corner/scan-2.jpg': ['FOLDED_CORNER'],
  'a4-missing-corner/scan-1.jpg': ['FOLDED_CORNER'],
  'a4-missing-corner-top-left/scan-1.jpg': ['FOLDED_CORNER'],
  'a4-missing-corner-upside-down/scan-1.jpg': ['FOLDED_CORNER'],
  'a4-page-of-other-exam/scan-1.jpg': ['PAGE_OF_OTHER_SHEET'],
  'drill-a3-skew-10deg/scan-1.jpg': ['SKEWED'],
  'drill-angled-feed-clipped-corner/scan-1.jpg': ['CLIPPED'],
  'drill-corner-folded-over-mark/scan-1.jpg': ['FOLDED_CORNER'],
  'drill-double-feed/scan-1.jpg': ['FOLDED_CORNER', 'DOUBLE_FEED'],
  'drill-skew-10deg/scan-1.jpg': ['SKEWED'],
  'drill-streak-3px/scan-1.jpg': ['STREAKS'],
  'drill-torn-corner/scan-1.jpg': ['FOLDED_CORNER'],
  'drill-two-marks-missing/scan-1.jpg': ['FOLDED_CORNER'],
}

/** A note of these is allowed where black and white has taken the outlines, or a camera stood askew. */
const allowed: Record<string, PageIssueCode[]> = {
  'drill-a3-phone-on-dark-table/scan-1.jpg': ['SKEWED'],
  'drill-bilevel/scan-1.jpg': ['SATURATED'],
  'drill-dither/scan-1.jpg': ['SATURATED'],
  'drill-overexposed/scan-1.jpg': ['SATURATED'],
  'drill-phone-on-dark-table/scan-1.jpg': ['SKEWED'],
  'drill-red-card-colour-scan/scan-1.jpg': ['NO_COLOUR'],
  // Not a stroke on it, number included: a pale pen may be lost.
  'drill-unmarked-form/scan-1.jpg': ['SATURATED'],
}

const scans = cases.flatMap((name) =>
  readdirSync(join(root, name))
    .filter((file) => file.startsWith('scan-'))
    .map((file) => `${name}/${file}`),
)

test.for(scans)('%s: the gate says what is wrong and nothing else', async (scan) => {
  const folder = join(root, scan, '..')
  const template = loadTemplate(readFileSync(join(folder, 'template.json'), 'utf8'))
  const { reading } = await reader.readPage(readFileSync(join(root, scan)), template)
  const said = reading.issues
    .map((i) => i.code)
    .filter((code) => !(allowed[scan] ?? []).includes(code))
  expect(said).toEqual(expected[scan] ?? [])
})

test('measures of sound pages keep their distance from the thresholds', async () => {
  for (const scan of scans.filter((s) => s.startsWith('a') && !expected[s])) {
    const template = loadTemplate(readFileSync(join(root, scan, '..', 'template.json'), 'utf8'))
    const { reading } = await reader.readPage(readFileSync(join(root, scan)), template)
    const { sharpness, contrast, streaks } = reading.quality
    expect(sharpness, scan).toBeGreaterThan(2 * qualityThresholds.blurred)
    expect(contrast, scan).toBeGreaterThan(2 * qualityThresholds.lowContrast)
    expect(streaks, scan).toBe(0)
    expect(reading.registration!.residualMm, scan).toBeLessThan(
      qualityThresholds.highResidualMm / 2,
    )
  }
})

test('no real scan is stopped or said to be streaked', async () => {
  for (const [folder, family] of Object.entries(sheetFamilies)) {
    for (const file of readdirSync(join(root, 'real', folder))) {
      if (!file.endsWith('.truth.json')) continue
      const truth = JSON.parse(readFileSync(join(root, 'real', folder, file), 'utf8')) as ScanTruth
      const template = loadTemplate(templateOfTruth(truth, family))
      const bytes = readFileSync(join(root, 'real', folder, truth.image))
      const { reading } = await reader.readPage(bytes, template)
      expect(reading.issues.filter((i) => i.blocking || i.code === 'STREAKS')).toEqual([])
    }
  }
})
