import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FieldReading, PageReading } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { createReader } from '../reader/reader.ts'
import { loadTemplate } from '../template/load-template.ts'
import type { ScanTruth } from '../testing/real-scan.ts'
import { answersOf, sheetFamilies, templateOfTruth } from '../testing/real-scan.ts'
import { proposePage } from './propose-page.ts'
import { applyCorrections } from './testing/apply-corrections.ts'
import { countCorrections, knownBubbles } from './testing/count-corrections.ts'

const root = fileURLToPath(new URL('../../../../test-scans/real/', import.meta.url))
const reader = createReader()

/** The task's limit for each design. */
const mostCorrections = 3
/** Beyond real double marks, this many fields of a sheet may be shown to a person, as with the known template. */
const mostNeedless = 2

/**
 * Every real picture, how many groups are printed on it that the published template leaves out (on `sample3`
 * questions 121 to 160, and the roll number and subject code where they are not blotted out), and the other
 * pictures that its template must read. `sample5` and `sample6` show the same print: one of each reads all.
 */
const sheets = [
  ['sample1', 'sheet1', 0, []],
  ['sample3', 'rgb-100-gsm', 1, ['grayscale-80-gsm']],
  ['sample3', 'grayscale-80-gsm', 3, ['rgb-100-gsm']],
  ['sample4', 'IMG_20201116_143512', 0, ['IMG_20201116_150717658', 'IMG_20201116_150750830']],
  ['sample4', 'IMG_20201116_150717658', 0, []],
  ['sample4', 'IMG_20201116_150750830', 0, []],
  ['sample5', 'camscanner-1', 0, ['camscanner-2']],
  ['sample5', 'camscanner-2', 0, []],
  ['sample6', 'sample_roll_01', 0, ['sample_roll_02', 'sample_roll_03']],
  ['sample6', 'sample_roll_02', 0, []],
  ['sample6', 'sample_roll_03', 0, []],
] as const

const truthOf = (folder: string, name: string) =>
  JSON.parse(readFileSync(join(root, folder, `${name}.truth.json`), 'utf8')) as ScanTruth

test.for(sheets)(
  '%s/%s needs at most three corrections, and with them every scan reads as the reference says',
  { timeout: 240_000 },
  async ([folder, name, unlisted, others]) => {
    const truth = truthOf(folder, name)
    const family = sheetFamilies[folder]!
    const picture = readFileSync(join(root, folder, truth.image))
    const known = await reader.readPage(picture, loadTemplate(templateOfTruth(truth, family)))
    const bubbles = new Map(truth.bubbles.map((b) => [`${b.field} ${b.value}`, b]))
    // Letters beside the digits of a number are groups of their own.
    const groupOf = (field: string, value: string) =>
      /^(Medium|check_|stu)/.test(field) ? field : family.groupOf(bubbles.get(`${field} ${value}`)!)
    const sizeMm = ((family.bubble?.w ?? truth.bubbles[0]!.w) * family.widthMm) / truth.page.w
    const proposal = proposePage(known.gray)
    const printed = knownBubbles(known.reading, sizeMm, groupOf)
    const corrections = countCorrections(proposal, printed)
    const said = corrections.map(({ what, group, detail }) => `${what} ${group}: ${detail}`)
    expect(said.length, said.join('\n')).toBeLessThanOrEqual(mostCorrections + unlisted)
    const deletions = corrections.filter(({ what }) => what === 'delete')
    expect(deletions.length).toBeGreaterThanOrEqual(unlisted)

    const template = applyCorrections(proposal, printed, corrections)
    for (const scan of [name, ...others]) {
      const scanned = truthOf(folder, scan)
      const bytes = readFileSync(join(root, folder, scanned.image))
      const { reading } = await reader.readPage(bytes, template)
      const { wrong, missing, needless } = compare(reading, answersOf(scanned))
      expect(wrong, scan).toEqual([])
      expect(missing, scan).toEqual([])
      expect(needless.length, `${scan}: ${needless.join(' ')}`).toBeLessThanOrEqual(mostNeedless)
    }
  },
)

/** Fields that were read otherwise than the reference says, were not read, or are shown without need. */
function compare({ fields }: PageReading, answers: ReadonlyMap<string, readonly string[]>) {
  const read = new Map(fields.map((field) => [publishedName(field.id), field]))
  const number = read.get('examNo')
  const digits = [...answers].filter(([field]) => field.startsWith('roll'))
  const wrong: string[] = []
  const missing: string[] = []
  const needless: string[] = []
  const judge = (id: string, found: FieldReading | undefined, values: readonly string[]) => {
    if (!found) missing.push(id)
    else if (found.doubtful) needless.push(...(values.length < 2 ? [id] : []))
    else if (found.values.join() !== values.join()) wrong.push(`${id} read ${found.values.join()}`)
  }
  if (number) {
    judge(
      'examNo',
      number,
      digits.map(([, values]) => values.join('')),
    )
  }
  for (const [id, values] of answers)
    if (!number || !id.startsWith('roll')) judge(id, read.get(id), values)
  return { wrong, missing, needless }
}

/** `choice:5-1` is `q5_1`, `choice:12` is `q12`; what a person named is as it is. */
const publishedName = (id: string) =>
  id
    .replace(/^choice:(\d)/, 'q$1')
    .replace(/^choice:/, '')
    .replace('-', '_')
