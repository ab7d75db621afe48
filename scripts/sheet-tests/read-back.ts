import { formatMilli, type SheetDesign, WRITTEN_TOTAL } from '@hengjuan/domain'
import { loadTemplate, type Reader } from '@hengjuan/omr'
import { makeAnswers, renderBlankPages, simulateSheet } from '@hengjuan/scan-simulator'
import { blocksOf, layoutSheet, templateOf } from '@hengjuan/sheet'

/** How a sheet that was filled in and scanned by simulation was read. */
export interface ReadBack {
  pages: number
  fields: number
  /** Read surely, and not what was meant. */
  wrong: string[]
  /** Shown to a person although nothing was unclear. */
  doubtful: string[]
}

const SCAN_DPI = 200

/** Prints a design, fills it in as a candidate, scans it on an ordinary scanner and reads it. */
export async function readBack(
  design: SheetDesign,
  seed: string,
  reader: Reader,
): Promise<ReadBack> {
  const geometry = layoutSheet(design)
  const template = loadTemplate(JSON.parse(JSON.stringify(templateOf(geometry))))
  const sheet = { geometry, blanks: await renderBlankPages(geometry, SCAN_DPI) }
  const examNo = '314159265358'.slice(0, design.examNoDigits)
  const candidate = { name: '王小明', className: '高一（1）班', examNo }
  const marks = blocksOf(design).map(({ key, fullMilli }, index) => {
    const points = Math.floor(fullMilli / 1000)
    return [key, ((index * 3 + 2) % (points + 1)) * 1000] as const
  })
  if (design.totalEntry) marks.push([WRITTEN_TOTAL, marks.reduce((sum, [, mark]) => sum + mark, 0)])
  const student = {
    ...makeAnswers(geometry, candidate, {}, seed),
    marking: {
      scores: design.scoreEntry ? Object.fromEntries(marks) : {},
      misconduct: false,
      paperVariant: design.paperVariants ? 'B' : null,
    },
  }
  const { pages, truth } = await simulateSheet({ sheet, student, seed })
  const meant = new Map<string, string>([
    ...truth.choices.map((choice) => [choice.fieldId, choice.meant.join('')] as const),
    ...truth.optional.map((choice) => [choice.fieldId, choice.meant.join(',')] as const),
    ['examNo', examNo],
    ['absent', ''],
    ['misconduct', ''],
    ['paperVariant', 'B'],
  ])
  const result: ReadBack = { pages: pages.length, fields: 0, wrong: [], doubtful: [] }
  for (const [index, { jpeg }] of pages.entries()) {
    const { reading } = await reader.readPage(jpeg, template)
    if (reading.page !== index + 1 || reading.status === 'rejected')
      result.wrong.push(`page ${index + 1} read as ${reading.page}, ${reading.status}`)
    for (const issue of reading.issues)
      if (issue.blocking) result.wrong.push(`page ${index + 1}: ${issue.code}`)
    for (const field of reading.fields) {
      result.fields++
      if (field.doubtful) {
        result.doubtful.push(`${field.id}: ${field.reason}`)
        continue
      }
      const got = field.values.join(field.kind === 'optionalChoice' ? ',' : '')
      const expected = field.kind === 'score' ? scoreOf(student, field.id) : meant.get(field.id)
      const read = field.kind === 'score' ? sumOf(field.values) : got
      if (read !== expected) result.wrong.push(`${field.id} read ${read}, meant ${expected}`)
    }
    for (const { id, text } of reading.barcodes)
      if (text !== examNo) result.wrong.push(`${id} read ${text}`)
  }
  return result
}

const scoreOf = (student: { marking: { scores: Record<string, number> } }, fieldId: string) =>
  formatMilli(student.marking.scores[fieldId.slice('score:'.length)] ?? 0)

const sumOf = (values: readonly string[]) =>
  formatMilli(values.reduce((sum, value) => sum + Number(value) * 1000, 0))
