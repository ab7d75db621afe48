import type { SheetKeyRule } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AppError,
  appErrorOf,
  checkPartialScores,
  isObjectiveType,
  normaliseAnswer,
  type ObjectiveRule,
  type QuestionType,
} from '@hengjuan/domain'
import type { Static } from 'typebox'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { type KeyRule, scoreSoon } from '../scoring/index.ts'
import { selectQuestionsWithKeys } from './sheet.query.ts'

type GivenRule = Static<typeof SheetKeyRule>

/**
 * Sets answer keys by question number: version 1, or the next version where the key or its rule
 * changes, and has scored what was read already; call `finishScores` behind the transaction.
 *
 * @returns how many keys were written
 * @throws AppError ANSWER_KEY_INVALID, PARTIAL_SCORE_INVALID
 */
export async function setKeys(
  services: Services,
  db: Db,
  target: { examId: number; subjectId: number; authorId: number },
  keys: Readonly<Record<string, string[]>>,
  rules: Readonly<Record<string, GivenRule>> = {},
): Promise<number> {
  const questions = await selectQuestionsWithKeys(db, target.examId, target.subjectId)
  let written = 0
  for (const [no, letters] of Object.entries(keys)) {
    const question = questions.find((one) => one.no === no)
    // A key is a set; the order in which letters were clicked makes no new version.
    const answer = normaliseAnswer(letters).sort()
    const type = question?.type as QuestionType | undefined
    const single = type === 1 || type === 13
    const fits =
      question &&
      type !== undefined &&
      isObjectiveType(type) &&
      (single ? answer.length === 1 : answer.length > 0) &&
      [...answer, ...(rules[no]?.accept_sets ?? []).join('')].every(
        (letter) => letter.charCodeAt(0) - 65 < (question.option_count ?? 26),
      )
    if (!fits) throw new AppError('ANSWER_KEY_INVALID', { no, key: letters.join('') || '（空）' })
    const before = question.key && (JSON.parse(question.key.rule) as KeyRule)
    // A rule that is not given stays what it was.
    const scoring =
      rules[no] === undefined && before ? before.scoring : ruleOf(type, rules[no] ?? {})
    if (scoring.type === 2) {
      const problem = checkPartialScores(no, question.full_milli, scoring)
      if (problem) throw appErrorOf(problem.code, problem.facts)
    }
    const rule: KeyRule = { scoring, status: before?.status ?? 'normal' }
    const same =
      question.key?.answer === JSON.stringify(answer) && question.key.rule === JSON.stringify(rule)
    if (same) continue
    await db
      .insertInto('answer_key')
      .values({
        question_id: question.id,
        version: (question.key?.version ?? 0) + 1,
        answer: JSON.stringify(answer),
        rule: JSON.stringify(rule),
        author_id: target.authorId,
        reason: question.key ? '随答题卡保存修改' : '随答题卡保存',
        created_at: isoNow(services.clock),
      })
      .execute()
    written += 1
  }
  if (written > 0)
    await scoreSoon(db, services, { exam_id: target.examId, subject_id: target.subjectId })
  return written
}

function ruleOf(type: QuestionType, given: GivenRule): ObjectiveRule {
  if (type === 2)
    return {
      type,
      missingScoreMilli: given.missing_milli ?? 0,
      ...(given.missing_by_count ? { missingByCount: given.missing_by_count } : {}),
      ...(given.accept_sets?.length
        ? { acceptSets: given.accept_sets.map((set) => normaliseAnswer(set).toSorted()) }
        : {}),
    }
  if (type === 99)
    return {
      type,
      optionScoresMilli: given.custom_option_scores ?? {},
      allowExceed: (given.exceed_option_milli ?? 0) !== 0,
      allowMissing: (given.missing_option_milli ?? 0) !== 0,
      allowError: (given.error_option_milli ?? 0) !== 0,
    }
  return { type: type === 13 ? 13 : 1, ...(given.accept?.length ? { accept: given.accept } : {}) }
}
