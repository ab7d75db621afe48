import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadTemplate } from '../template/load-template.ts'
import type { ScanTruth } from '../testing/real-scan.ts'
import { answersOf, sheetFamilies, templateOfTruth } from '../testing/real-scan.ts'
import { createReader } from './reader.ts'

const root = fileURLToPath(new URL('../../../../test-scans/real/', import.meta.url))
const reader = createReader()
const total = { right: 0, flagged: 0 }

/** Fields read without help: two fewer than measured, for other rounding on other machines. */
const leastRight = 361

/** Fields that any person would also question: two marks where one is asked for. */
const asksForOne = 1
/** Beyond real double marks, this many fields of a sheet may be shown to a person. */
const mostNeedless = 2

const sheets = Object.keys(sheetFamilies).flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.truth.json'))
    .map((file) => [folder, file] as const),
)

test('all known sheets are there', () => {
  expect(sheets).toHaveLength(11)
})

test.for(sheets)('%s/%s: every answer is right or flagged', async ([folder, file]) => {
  const truth = JSON.parse(readFileSync(join(root, folder, file), 'utf8')) as ScanTruth
  const template = loadTemplate(templateOfTruth(truth, sheetFamilies[folder]!))
  const { reading } = await reader.readPage(readFileSync(join(root, folder, truth.image)), template)
  const answers = answersOf(truth)
  expect(reading.status).not.toBe('rejected')
  const wrong = reading.fields.filter(
    (f) => !f.doubtful && f.values.join() !== answers.get(f.id)!.join(),
  )
  expect(wrong.map((f) => `${f.id} read ${f.values.join()}`)).toEqual([])
  const flagged = reading.fields.filter((f) => f.doubtful)
  const needless = flagged.filter((f) => answers.get(f.id)!.length <= asksForOne)
  expect(needless.length).toBeLessThanOrEqual(mostNeedless)
  total.right += reading.fields.length - flagged.length
  total.flagged += flagged.length
})

test('together: nearly all fields are read without help', () => {
  // 372 fields, of which 4 are true double marks; measured 363 right and 9 flagged.
  expect(total.right + total.flagged).toBe(372)
  expect(total.right).toBeGreaterThanOrEqual(leastRight)
})
