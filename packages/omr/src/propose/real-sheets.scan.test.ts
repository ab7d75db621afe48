import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createReader } from '../reader/reader.ts'
import { loadTemplate } from '../template/load-template.ts'
import type { ScanTruth } from '../testing/real-scan.ts'
import { answersOf, sheetFamilies, templateOfTruth } from '../testing/real-scan.ts'
import { proposePage } from './propose-page.ts'
import { countCorrections, knownBubbles } from './testing/count-corrections.ts'

const root = fileURLToPath(new URL('../../../../test-scans/real/', import.meta.url))
const reader = createReader()

/** The task's limit for each design. */
const mostCorrections = 3
/** Beyond real double marks, this many fields of a sheet may be shown to a person, as with the known template. */
const mostNeedless = 2

/**
 * One picture of each design; how many groups are printed on it that the published template leaves out (on
 * `sample3` questions 121 to 160); and how many fields the proposal names as the published template does, so
 * that they can be compared without a person in between. `sample1`, a photograph of 85 dpi, is too coarse to
 * take measures from: with what was measured on it, the reader refuses it rather than misreads it.
 */
const designs = [
  ['sample1', 'sheet1', 0, null],
  ['sample3', 'rgb-100-gsm', 1, 100],
  ['sample4', 'IMG_20201116_143512', 0, 11],
  ['sample5', 'camscanner-1', 0, 13],
  ['sample6', 'sample_roll_01', 0, 0],
] as const

test.for(designs)(
  '%s/%s needs at most three corrections; what they leave reads as the reference says',
  { timeout: 60_000 },
  async ([folder, name, unlisted, compared]) => {
    const text = readFileSync(join(root, folder, `${name}.truth.json`), 'utf8')
    const truth = JSON.parse(text) as ScanTruth
    const family = sheetFamilies[folder]!
    const picture = readFileSync(join(root, folder, truth.image))
    const known = await reader.readPage(picture, loadTemplate(templateOfTruth(truth, family)))
    const bubbles = new Map(truth.bubbles.map((b) => [`${b.field} ${b.value}`, b]))
    // Letters beside the digits of a number are groups of their own.
    const groupOf = (field: string, value: string) =>
      /^(Medium|check_|stu)/.test(field) ? field : family.groupOf(bubbles.get(`${field} ${value}`)!)
    const sizeMm = ((family.bubble?.w ?? truth.bubbles[0]!.w) * family.widthMm) / truth.page.w
    const proposal = proposePage(known.gray)
    const corrections = countCorrections(proposal, knownBubbles(known.reading, sizeMm, groupOf))
    const said = corrections.map(({ what, group, detail }) => `${what} ${group}: ${detail}`)
    expect(said.length, said.join('\n')).toBeLessThanOrEqual(mostCorrections + unlisted)
    const deletions = corrections.filter(({ what }) => what === 'delete')
    expect(deletions.length).toBeGreaterThanOrEqual(unlisted)

    const answers = answersOf(truth)
    const wrongGroups = new Set(corrections.map(({ group }) => group))
    const nameOf = (id: string) => id.replace('choice:', 'q')
    const isSame = (id: string, value: string) =>
      answers.has(nameOf(id)) &&
      bubbles.has(`${nameOf(id)} ${value}`) &&
      !wrongGroups.has(groupOf(nameOf(id), value))
    const { page } = proposal
    const fields = page.fields.filter(({ id, bubbles: [first] }) => isSame(id, first!.value))
    const number = page.fields.filter(({ kind }) => kind === 'examNo')
    const template = loadTemplate({
      format: 'hengjuan-omr-template',
      version: 1,
      id: name,
      name,
      pages: [{ ...page, fields: [...fields, ...number], regions: [] }],
    })
    const { reading } = await reader.readPage(picture, template)
    if (compared === null) {
      expect(reading.status).toBe('rejected')
      return
    }
    const choices = reading.fields.filter(({ kind }) => kind === 'choice')
    expect(choices).toHaveLength(compared)
    const wrong = choices.filter(
      (f) => !f.doubtful && f.values.join() !== answers.get(nameOf(f.id))!.join(),
    )
    expect(wrong.map((f) => `${f.id} read ${f.values.join()}`)).toEqual([])
    const isDouble = (id: string) => answers.get(nameOf(id))!.length > 1
    const needless = choices.filter((f) => f.doubtful && !isDouble(f.id))
    expect(needless.length).toBeLessThanOrEqual(mostNeedless)
    const rolls = [...answers].filter(([field]) => field.startsWith('roll'))
    const examNo = reading.fields.find(({ kind }) => kind === 'examNo')
    if (examNo && !examNo.doubtful)
      expect(examNo.values.join('')).toBe(rolls.map(([, values]) => values.join('')).join(''))
  },
)
