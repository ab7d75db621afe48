import type { InputOf, sheetPointsSave } from '@hengjuan/contracts'
import type { Db, Tables } from '@hengjuan/db'
import {
  AppError,
  type OmrTemplate,
  type SheetDesign,
  type SheetQuestion,
  type TemplatePage,
} from '@hengjuan/domain'
import { loadTemplate, TemplateError } from '@hengjuan/omr'
import type { Selectable } from 'kysely'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { markingBlocks } from '../blocks/block-plan.ts'
import { assertReplaceable } from '../sheet-binding.ts'
import { assertUnlocked, assertVersion } from '../sheet-state.ts'
import { insertVersion } from '../sheet-version.ts'
import { freeSheets, syncStructure } from '../sync-structure.ts'
import { dropKeys, earlierKeys } from './carried-keys.ts'
import type { SheetImport } from './import.query.ts'
import { updateImport } from './import.query.ts'
import { byNo, questionNoOf, withLetteredDigits } from './number-questions.ts'

type Sheet = Selectable<Tables['answer_sheet']>
type Body = InputOf<typeof sheetPointsSave>['body']

const CHOICE_MILLI = 3000
const ANSWER_MILLI = 10_000

/** Checks pages as a template. @throws AppError SHEET_TEMPLATE_INVALID with one detail a problem */
export function templateOfPages(
  id: string,
  name: string,
  pages: readonly TemplatePage[],
): OmrTemplate {
  try {
    return loadTemplate({ format: 'hengjuan-omr-template', version: 1, id, name, pages })
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    const { problems } = error
    throw new AppError('SHEET_TEMPLATE_INVALID', {
      count: problems.length,
      first: (problems[0] ?? '').replace(/[。.]+$/, ''),
    }).withDetails(problems.map((message) => ({ path: 'pages', message })))
  }
}

/**
 * Saves the coordinates of an imported sheet as its next version; an exam subject that it is meant for
 * gets its questions and blocks from them.
 *
 * @param printed the pages of the call with what is printed in their areas
 * @throws AppError SHEET_LOCKED, VERSION_CONFLICT, SHEET_TEMPLATE_INVALID, SHEET_IN_USE, EXAM_PUBLISHED
 */
export async function savePoints(
  services: Services,
  db: Db,
  userId: number,
  sheet: Sheet,
  found: SheetImport,
  body: Body,
  printed: readonly TemplatePage[],
) {
  await assertUnlocked(db, sheet)
  assertVersion(sheet, body.version)
  const examId = sheet.exam_id ?? found.examId
  const subjectId = sheet.subject_id ?? found.subjectId
  const binding = examId !== null && subjectId !== null ? { examId, subjectId } : null
  if (binding) await assertReplaceable(db, binding)
  const version = sheet.version + 1
  const id = `sheet-${sheet.id}-v${version}`
  const template = templateOfPages(id, sheet.name, withLetteredDigits(printed))
  // Found anew whenever areas move.
  const { pages: draft } = templateOfPages(id, sheet.name, body.pages)
  const design = designOf(JSON.parse(sheet.design) as SheetDesign, template, body.scores ?? {})
  const at = isoNow(services.clock)
  const stored = JSON.stringify(design)
  await db
    .updateTable('answer_sheet')
    .set({
      version,
      exam_id: binding?.examId ?? null,
      subject_id: subjectId,
      design: stored,
      template: JSON.stringify(template),
      block_plan: null,
      updated_at: at,
    })
    .where('id', '=', sheet.id)
    .execute()
  await insertVersion(db, {
    sheetId: sheet.id,
    version,
    design: stored,
    blockPlan: null,
    note: '调整坐标',
    authorId: userId,
    at,
  })
  await updateImport(services, db, sheet.id, { draft, state: 'ready', message: '' })
  if (binding) {
    const earlier = await earlierKeys(db, binding, sheet.id)
    await dropKeys(db, binding, earlier, design, body.keep_keys ?? {})
    await freeSheets(db, binding, sheet.id)
    const blocks = markingBlocks(design, null)
    await syncStructure(db, { ...binding, sheet: { id: sheet.id, design, blocks } })
  }
  return { sheet_id: sheet.id, version, template_id: id }
}

/** Options from A to the last that is printed: of A, B, E and H there are eight, some of which nobody can choose. */
const lettersUpTo = (letters: readonly string[]) =>
  Math.max(...letters.map((letter) => letter.charCodeAt(0))) - 'A'.charCodeAt(0) + 1

/** The question table that follows from a template: a choice per field with letters, an answer per block. */
function designOf(
  before: SheetDesign,
  template: OmrTemplate,
  scores: Readonly<Record<string, number>>,
): SheetDesign {
  const known = new Map(
    before.sections.flatMap(({ questions }) => questions.map((q) => [q.no, q.fullMilli] as const)),
  )
  const scoreOf = (no: string, usual: number) => scores[no] ?? known.get(no) ?? usual
  const fields = template.pages.flatMap((page) => page.fields)
  const choices = fields.flatMap((field): SheetQuestion[] => {
    const no = questionNoOf(field.id)
    const isLettered = field.bubbles.every(({ value }) => /^[A-Z]$/.test(value))
    if (field.kind !== 'choice' || no === null || !isLettered) return []
    return [
      {
        no,
        type: field.multiple ? 2 : 1,
        fullMilli: scoreOf(no, CHOICE_MILLI),
        optionCount: lettersUpTo(field.bubbles.map(({ value }) => value)),
      },
    ]
  })
  const keys = template.pages.flatMap((page) => page.regions.map(({ blockKey }) => blockKey))
  const answers = [...new Set(keys.filter((key) => key !== null))].map((key): SheetQuestion => ({
    no: key,
    type: 4,
    fullMilli: scoreOf(key, ANSWER_MILLI),
    blockKey: key,
  }))
  const number = fields.find(({ kind }) => kind === 'examNo')
  const digits = number ? new Set(number.bubbles.map(({ column }) => column)).size : 0
  return {
    ...before,
    id: template.id,
    paper: (template.pages[0]?.widthMm ?? 0) > 300 ? 'A3' : 'A4',
    examNoDigits: digits || before.examNoDigits,
    sections: [
      { title: '选择题', questions: choices.sort(byNo) },
      { title: '解答题', questions: answers.sort(byNo) },
    ].filter(({ questions }) => questions.length > 0),
  }
}
