import { type Db, lockRows } from '@hengjuan/db'
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
import { audit } from '../../http/audit.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { type KeyRule, type ScoredQuestion, selectScoredQuestions } from '../scoring/index.ts'
import {
  objectivePart,
  scoreCandidates,
  type StoredAnswer,
  subjectRounding,
} from '../scoring/index.ts'

interface Act {
  services: Services
  session: Session
  request: { id: string }
}

type KeyChange = InputOf<typeof fixOption>['body']

interface KeyEffect {
  version: number
  present: number
  warning: string | null
  affected: AffectedCandidate[]
}

/**
 * Gives a question a new key version and scores its candidates again; or, as a preview, only tells who
 * would be affected.
 *
 * @throws AppError NOT_FOUND, ANSWER_KEY_INVALID, PARTIAL_SCORE_INVALID
 * @source domain rules 2.4
 */
export async function changeKey(act: Act, change: KeyChange): Promise<KeyEffect> {
  const { services, session } = act
  return services.db.transaction().execute(async (db) => {
    const { exam_id: examId, subject_id: subjectId } = change
    // One key change of a subject at a time: the next version number is read below.
    await lockRows(
      db,
      db
        .selectFrom('question')
        .select('id')
        .where('exam_id', '=', examId)
        .where('subject_id', '=', subjectId)
        .orderBy('id'),
    ).execute()
    const questions = await selectScoredQuestions(db, examId, subjectId)
    const question = questions.find(({ no }) => no === change.question_no)
    if (!question || !isObjectiveType(question.type))
      throw new AppError('NOT_FOUND', { what: `客观题第 ${change.question_no} 题` })
    const version = (question.key?.version ?? 0) + 1
    const undone = change.undo === 1 ? await keyBefore(db, question) : null
    const key = { version, ...(undone ?? checkedKey(question, change)) }
    const effect = {
      version,
      warning: warningOf(question, key),
      ...(await affectedBy(db, { examId, subjectId, questions }, question, { ...question, key })),
    }
    if (change.preview === 1) return effect

    await db
      .insertInto('answer_key')
      .values({
        question_id: question.id,
        version: key.version,
        answer: JSON.stringify(key.answer),
        rule: JSON.stringify(key.rule),
        author_id: session.userId,
        reason: change.reason || (undone ? `撤销，恢复第 ${version - 2} 版的答案` : ''),
        created_at: isoNow(services.clock),
      })
      .execute()
    await scoreCandidates(db, { examId, subjectId })
    await audit(db, act, {
      action: 'change-key',
      object: `question:${question.id}`,
      before: question.key,
      after: { ...key, affected: effect.affected.length },
    })
    return effect
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

interface AffectedCandidate {
  candidate_id: number
  exam_no: string
  name: string
  answer: string[] | null
  before_milli: number | null
  after_milli: number | null
  total_before_milli: number | null
  total_after_milli: number | null
}

async function affectedBy(
  db: Db,
  subject: { examId: number; subjectId: number; questions: readonly ScoredQuestion[] },
  before: ScoredQuestion,
  after: ScoredQuestion,
): Promise<Pick<KeyEffect, 'present' | 'affected'>> {
  const { examId, subjectId, questions } = subject
  const rounded = await subjectRounding(
    db,
    examId,
    subjectId,
    questions.map((one) => (one.id === after.id ? after : one)),
  )
  const rows = await db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .where('candidate_subject.exam_id', '=', examId)
    .where('candidate_subject.subject_id', '=', subjectId)
    .where('candidate_subject.attendance', '=', 0)
    .select(['candidate.id', 'candidate.exam_no', 'candidate.name'])
    .select([
      'candidate_subject.answers',
      'candidate_subject.objective_milli',
      'candidate_subject.subjective_milli',
      'candidate_subject.total_milli',
    ])
    .orderBy('candidate.exam_no')
    .execute()
  const affected = rows.flatMap((row): AffectedCandidate[] => {
    const answers = JSON.parse(row.answers ?? '{}') as Record<string, StoredAnswer>
    const [was, will] = [before, after].map(
      (question) => objectivePart([question], answers).items[question.id] ?? null,
    ) as [number | null, number | null]
    return was === will
      ? []
      : [
          {
            candidate_id: row.id,
            exam_no: row.exam_no,
            name: row.name,
            answer: answers[before.id]?.answer ?? null,
            before_milli: was,
            after_milli: will,
            total_before_milli: row.total_milli,
            total_after_milli:
              row.objective_milli === null || row.subjective_milli === null
                ? null
                : rounded(row.objective_milli + row.subjective_milli - (was ?? 0) + (will ?? 0)),
          },
        ]
  })
  return { present: rows.length, affected }
}
