import { type Db, lockRows } from '@hengjuan/db'
import type { InputOf } from '@hengjuan/contracts'
import type { fixOption } from '@hengjuan/contracts'
import {
  AppError,
  appErrorOf,
  checkPartialScores,
  isObjectiveType,
  normaliseAnswer,
  type ObjectiveRule,
} from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { audit } from '../../http/audit.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { type KeyRule, type ScoredQuestion, selectScoredQuestions } from '../scoring/index.ts'
import { objectivePart, scoreCandidates, type StoredAnswer } from '../scoring/index.ts'

interface Act {
  services: Services
  session: Session
  request: { id: string }
}

type KeyChange = InputOf<typeof fixOption>['body']

/**
 * Gives a question a new key version and scores its candidates again; or, as a preview, only tells who
 * would be affected.
 *
 * @throws AppError NOT_FOUND, ANSWER_KEY_INVALID, PARTIAL_SCORE_INVALID
 * @source domain rules 2.4
 */
export async function changeKey(
  act: Act,
  change: KeyChange,
): Promise<{ version: number; affected: AffectedCandidate[] }> {
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
    const key = { version: (question.key?.version ?? 0) + 1, ...checkedKey(question, change) }
    const affected = await affectedBy(db, examId, subjectId, question, { ...question, key })
    if (change.preview === 1) return { version: key.version, affected }

    await db
      .insertInto('answer_key')
      .values({
        question_id: question.id,
        version: key.version,
        answer: JSON.stringify(key.answer),
        rule: JSON.stringify(key.rule),
        author_id: session.userId,
        reason: change.reason,
        created_at: isoNow(services.clock),
      })
      .execute()
    await scoreCandidates(db, { examId, subjectId })
    await audit(db, act, {
      action: 'change-key',
      object: `question:${question.id}`,
      before: question.key,
      after: { ...key, affected: affected.length },
    })
    return { version: key.version, affected }
  })
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
  const fits =
    answer.every((letter) => letters.includes(letter)) &&
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
  switch (question.type) {
    case 2: {
      const missing = before?.type === 2 ? before.missingScoreMilli : 0
      return { type: 2, missingScoreMilli: change.rule?.missing_milli ?? missing }
    }
    case 99:
      return before?.type === 99
        ? before
        : {
            type: 99,
            optionScoresMilli: {},
            allowExceed: false,
            allowMissing: true,
            allowError: true,
          }
    case 13:
    case 1: {
      const accept = change.rule?.accept
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
  before_milli: number | null
  after_milli: number | null
}

async function affectedBy(
  db: Db,
  examId: number,
  subjectId: number,
  before: ScoredQuestion,
  after: ScoredQuestion,
): Promise<AffectedCandidate[]> {
  const rows = await db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .where('candidate_subject.exam_id', '=', examId)
    .where('candidate_subject.subject_id', '=', subjectId)
    .where('candidate_subject.attendance', '=', 0)
    .select(['candidate.id', 'candidate.exam_no', 'candidate.name', 'candidate_subject.answers'])
    .orderBy('candidate.exam_no')
    .execute()
  return rows.flatMap((row) => {
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
            before_milli: was,
            after_milli: will,
          },
        ]
  })
}
