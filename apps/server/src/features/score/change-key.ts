import { isDeepStrictEqual } from 'node:util'
import { type Db, lockRows, transact } from '@hengjuan/db'
import type { InputOf } from '@hengjuan/contracts'
import type { fixOption } from '@hengjuan/contracts'
import {
  AppError,
  appErrorOf,
  checkPartialScores,
  customScoresAddUp,
  formatMilli,
  isObjectiveType,
  normaliseAnswer,
  type ObjectiveRule,
} from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { type Act, audit } from '../../http/audit.ts'
import { whileWanted } from '../../http/caller.ts'
import {
  finishScores,
  type KeyRule,
  type ScoredQuestion,
  scoreSoon,
  selectScoredQuestions,
} from '../scoring/index.ts'
import { type Affected, affectedBy, type PlannedKey } from './affected-by-key.ts'

type KeyChange = InputOf<typeof fixOption>['body']

interface KeyEffect extends Affected {
  version: number
  warning: string | null
}

/**
 * Gives a question a new key version and scores its candidates again; or, as a preview, only tells who
 * would be affected.
 *
 * @throws AppError NOT_FOUND, ANSWER_KEY_INVALID, PARTIAL_SCORE_INVALID
 * @source domain rules 2.4
 */
export async function changeKey(act: Act, change: KeyChange): Promise<KeyEffect> {
  const { services } = act
  for (;;) {
    const planned = await planKey(services.db, change)
    // Looked through before anybody has to wait, and also where whoever ordered it has left.
    const found = await whileWanted(new AbortController().signal, () =>
      affectedBy(services, planned),
    )
    const { key, question } = planned
    const effect = { version: key.version, warning: warningOf(question, key), ...found }
    if (change.preview === 1) return effect
    if (!(await storeKey(act, change, planned, effect.affected.length))) continue
    await finishScores(services, change.exam_id)
    return effect
  }
}

/** @throws AppError NOT_FOUND, ANSWER_KEY_INVALID, PARTIAL_SCORE_INVALID */
async function planKey(db: Db, change: KeyChange): Promise<PlannedKey> {
  const { exam_id, subject_id } = change
  const questions = await selectScoredQuestions(db, exam_id, subject_id)
  const question = questions.find(({ no }) => no === change.question_no)
  if (!question || !isObjectiveType(question.type))
    throw new AppError('NOT_FOUND', { what: `客观题第 ${change.question_no} 题` })
  const version = (question.key?.version ?? 0) + 1
  const isUndo = change.undo === 1
  const given = isUndo ? await keyBefore(db, question) : checkedKey(question, change)
  return { place: { exam_id, subject_id }, questions, question, isUndo, key: { version, ...given } }
}

/** @returns false where the question is not as planned any more */
async function storeKey(
  act: Act,
  change: KeyChange,
  planned: PlannedKey,
  affected: number,
): Promise<boolean> {
  const { services, session } = act
  const { place, question, key, isUndo } = planned
  return transact(services.db, async (db) => {
    // One key change of a subject at a time: the next version number follows from what is there.
    await lockRows(
      db,
      db
        .selectFrom('question')
        .select('id')
        .where('exam_id', '=', place.exam_id)
        .where('subject_id', '=', place.subject_id)
        .orderBy('id'),
    ).execute()
    const now = (await selectScoredQuestions(db, place.exam_id, place.subject_id)).find(
      ({ id }) => id === question.id,
    )
    if (!isDeepStrictEqual(now, question)) return false
    await db
      .insertInto('answer_key')
      .values({
        question_id: question.id,
        version: key.version,
        answer: JSON.stringify(key.answer),
        rule: JSON.stringify(key.rule),
        author_id: session.userId,
        reason: change.reason || (isUndo ? `撤销，恢复第 ${key.version - 2} 版的答案` : ''),
        created_at: isoNow(services.clock),
      })
      .execute()
    await scoreSoon(db, services, place)
    await audit(db, act, {
      action: 'change-key',
      object: `question:${question.id}`,
      before: question.key,
      after: { ...key, affected },
    })
    return true
  })
}

/** Answer and rule of the version before the one that rules. @throws AppError NOT_FOUND */
async function keyBefore(
  db: Db,
  { id, no, key }: ScoredQuestion,
): Promise<{ answer: string[]; rule: KeyRule }> {
  const row = await db
    .selectFrom('answer_key')
    .where('question_id', '=', id)
    .where('version', '=', (key?.version ?? 0) - 1)
    .select(['answer', 'rule'])
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND', { what: `第 ${no} 题更早的答案` })
  return {
    answer: JSON.parse(row.answer) as string[],
    rule: JSON.parse(row.rule) as KeyRule,
  }
}

function warningOf(
  { fullMilli }: ScoredQuestion,
  { answer, rule }: { answer: string[]; rule: KeyRule },
): string | null {
  const { scoring } = rule
  if (scoring.type !== 99 || customScoresAddUp(answer, fullMilli, scoring.optionScoresMilli))
    return null
  return `正确选项的得分之和与满分 ${formatMilli(fullMilli)} 分不一致`
}

/** The key and rule of a change, checked against the question. */
function checkedKey(
  question: Pick<ScoredQuestion, 'no' | 'type' | 'fullMilli' | 'optionCount' | 'key'>,
  change: Pick<KeyChange, 'answer' | 'rule'>,
): { answer: string[]; rule: KeyRule } {
  const answer = normaliseAnswer(change.answer)
  const letters = Array.from({ length: question.optionCount ?? 26 }, (_, index) =>
    String.fromCharCode(65 + index),
  )
  const status = change.rule?.status ?? question.key?.rule.status ?? 'normal'
  const single = question.type === 1 || question.type === 13
  const named = [
    ...answer,
    ...(change.rule?.accept ?? []),
    ...(change.rule?.accept_sets ?? []).flatMap((set) => [...set]),
    ...Object.keys(change.rule?.custom_option_scores ?? {}),
  ]
  const fits =
    named.every((letter) => letters.includes(letter)) &&
    (status !== 'normal' || answer.length > 0) &&
    (!single || answer.length <= 1)
  if (!fits) throw new AppError('ANSWER_KEY_INVALID', { no: question.no, key: answer.join('') })
  const scoring = scoringOf(question, change)
  if (scoring.type === 2) {
    const problem = checkPartialScores(question.no, question.fullMilli, scoring)
    if (problem) throw appErrorOf(problem.code, problem.facts)
  }
  return { answer, rule: { scoring, status } }
}

/** Each set in one order, none of them twice. */
function acceptSetsOf(sets: readonly (string | readonly string[])[] | undefined): {
  acceptSets?: string[][]
} {
  const known = new Set((sets ?? []).map((set) => normaliseAnswer(set).toSorted().join('')))
  return known.size === 0 ? {} : { acceptSets: [...known].map((set) => [...set]) }
}

function scoringOf(
  question: Pick<ScoredQuestion, 'type' | 'key'>,
  change: Pick<KeyChange, 'rule'>,
): ObjectiveRule {
  const before = question.key?.rule.scoring
  const { rule } = change
  switch (question.type) {
    case 2: {
      const old = before?.type === 2 ? before : null
      const byCount =
        rule?.missing_by_count ??
        (rule?.missing_milli === undefined ? old?.missingByCount : undefined)
      return {
        type: 2,
        missingScoreMilli: rule?.missing_milli ?? old?.missingScoreMilli ?? 0,
        ...(byCount && Object.keys(byCount).length > 0 ? { missingByCount: byCount } : {}),
        ...acceptSetsOf(rule?.accept_sets ?? old?.acceptSets),
      }
    }
    case 99: {
      const old = before?.type === 99 ? before : null
      const flag = (value: number | undefined, known: boolean) =>
        value === undefined ? known : value !== 0
      return {
        type: 99,
        optionScoresMilli: rule?.custom_option_scores ?? old?.optionScoresMilli ?? {},
        allowExceed: flag(rule?.exceed_option_milli, old?.allowExceed ?? false),
        allowMissing: flag(rule?.missing_option_milli, old?.allowMissing ?? true),
        allowError: flag(rule?.error_option_milli, old?.allowError ?? true),
      }
    }
    case 13:
    case 1: {
      const old = before?.type === 1 || before?.type === 13 ? before.accept : undefined
      const accept = rule ? rule.accept : old
      return { type: question.type, ...(accept?.length ? { accept } : {}) }
    }
    default:
      throw new Error(`not an objective type: ${question.type}`)
  }
}
