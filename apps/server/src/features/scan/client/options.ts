import { isDeepStrictEqual } from 'node:util'
import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Decider, NewDecision } from '../decide.ts'
import { requireTemplate, selectSheetFacts } from '../facts.query.ts'
import { answerDecision, type ChoiceAnswer, questionNo } from '../fix-choice.ts'
import { assignPages } from '../judge/pages.ts'

interface Option {
  target: string
  values: string[]
  resolved_as: ChoiceAnswer['resolvedAs']
}

/** What a person says that a candidate meant, in several fields. @throws AppError SCAN_CHOICE_INVALID */
export async function correctedOptions(
  db: Db,
  who: Decider,
  sheetId: string,
  options: readonly Option[],
): Promise<NewDecision[]> {
  const { template } = await requireTemplate(db, who)
  refuseTwice(options)
  return options.map(({ target, values, resolved_as }) =>
    answerDecision(template, { sheetId, target, values, resolvedAs: resolved_as }),
  )
}

/**
 * Accepts what the machine read in fields that it doubts.
 *
 * @throws AppError SCAN_READING_CHANGED when it reads something else by now; SCAN_CHOICE_INVALID for two
 *   marks in a single choice, which are no answer
 */
export async function confirmedOptions(
  db: Db,
  who: Decider,
  sheetId: string,
  options: readonly Pick<Option, 'target' | 'values'>[],
): Promise<NewDecision[]> {
  const { template, plan } = await requireTemplate(db, who)
  refuseTwice(options)
  const [sheet] = await selectSheetFacts(db, [sheetId])
  const read = new Map(
    (sheet ? assignPages(sheet, plan) : [])
      .filter(({ role }) => role === 'used')
      .flatMap(({ reading }) => reading.fields.map((field) => [field.id, field.values] as const)),
  )
  return options.map(({ target, values }) => {
    const now = read.get(target)
    if (!isDeepStrictEqual(now, values))
      throw new AppError('SCAN_READING_CHANGED', {
        no: questionNo(target),
        now: now === undefined ? '未识别' : now.join('') || '空白',
      })
    const resolvedAs = values.length === 0 ? ('blank' as const) : ('answer' as const)
    return answerDecision(template, { sheetId, target, values, resolvedAs })
  })
}

function refuseTwice(options: readonly { target: string }[]): void {
  const targets = options.map(({ target }) => target)
  const twice = targets.find((target, at) => targets.indexOf(target) !== at)
  if (twice !== undefined)
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'options', message: `第 ${questionNo(twice)} 题出现了两次` },
    ])
}
