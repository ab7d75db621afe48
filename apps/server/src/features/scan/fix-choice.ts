import type { Db } from '@hengjuan/db'
import { AppError, type OmrTemplate } from '@hengjuan/domain'
import { decide, type Decider, type NewDecision, type Outcome } from './decide.ts'
import { chunksOf, requireTemplate, selectSheetFacts } from './facts.query.ts'

/** What a person says that a candidate meant. */
export interface ChoiceAnswer {
  sheetId: string
  /** Field of the template. */
  target: string
  values: readonly string[]
  resolvedAs: 'answer' | 'blank' | 'multi_invalid'
}

/**
 * Confirms one field of one sheet. The machine's reading stays beside it, untouched.
 *
 * @throws AppError SCAN_CHOICE_INVALID for an option that is not printed, several options of a single
 *   choice, or values that contradict `resolvedAs`
 */
export const confirmChoice = (who: Decider, given: ChoiceAnswer): Promise<Outcome> =>
  decide(who, async (db) => {
    const { template } = await requireTemplate(db, who)
    return [answerDecision(template, given)]
  })

/** @throws AppError SCAN_CHOICE_INVALID */
export function answerDecision(template: OmrTemplate, given: ChoiceAnswer): NewDecision {
  const field = template.pages.flatMap(({ fields }) => fields).find(({ id }) => id === given.target)
  const no = questionNo(given.target)
  const printed = field?.bubbles.map(({ value }) => value) ?? []
  const stranger = given.values.find((value) => !printed.includes(value))
  if (!field || stranger !== undefined)
    throw new AppError('SCAN_CHOICE_INVALID', { no, value: stranger ?? given.target })
  const fits =
    given.resolvedAs === 'answer'
      ? given.values.length > 0 && (field.multiple || given.values.length === 1)
      : given.values.length === 0
  if (!fits) throw new AppError('SCAN_CHOICE_INVALID', { no, value: given.values.join('') })
  // Kept in the order in which they are printed.
  const values = [...new Set(printed)].filter((value) => given.values.includes(value))
  return {
    kind: 'answer',
    target: given.target,
    sheetId: given.sheetId,
    value: { values, resolved_as: given.resolvedAs },
  }
}

/** The number of a question by its field, `choice:12`. */
export const questionNo = (target: string): string => target.split(':')[1] ?? target

/** Accepts the machine's reading of every open choice from a confidence upwards; or only counts them. */
export async function confirmConfident(
  who: Decider,
  above: number,
  preview: boolean,
): Promise<{ count: number; decision_ids: number[] }> {
  if (preview)
    return { count: (await confidentChoices(who.services.db, who, above)).length, decision_ids: [] }
  let count = 0
  const { ids } = await decide(who, async (db) => {
    const made = await confidentChoices(db, who, above)
    count = made.length
    return made
  })
  return { count, decision_ids: ids }
}

async function confidentChoices(db: Db, who: Decider, above: number): Promise<NewDecision[]> {
  const rows = await db
    .selectFrom('scan_exception')
    .select(['sheet_id', 'target'])
    .where('exam_id', '=', who.examId)
    .where('subject_id', '=', who.subjectId)
    .where('category', '=', 'choice')
    .where('state', '=', 'open')
    .where('confidence', '>=', above)
    .orderBy('id')
    .execute()
  const { template } = await requireTemplate(db, who)
  const fields = new Map(
    template.pages.flatMap((page) => page.fields).map((field) => [field.id, field]),
  )
  const made: NewDecision[] = []
  const bySheet = Map.groupBy(rows, ({ sheet_id }) => sheet_id ?? '')
  for (const sheetIds of chunksOf([...bySheet.keys()], 100))
    for (const sheet of await selectSheetFacts(db, sheetIds))
      for (const { target } of bySheet.get(sheet.id) ?? []) {
        const read = sheet.pages
          .flatMap(({ reading }) => reading.fields)
          .find(({ id }) => id === target)
        const field = fields.get(target)
        // A single choice with two marks has no reading to accept.
        if (!read || !field || (read.values.length > 1 && !field.multiple)) continue
        made.push({
          kind: 'answer',
          target,
          sheetId: sheet.id,
          value: {
            values: read.values,
            resolved_as: read.values.length === 0 ? 'blank' : 'answer',
          },
        })
      }
  return made
}
