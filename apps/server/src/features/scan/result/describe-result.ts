import { selectUserNames } from '../../../user-names.query.ts'
import type { candidateResult, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, mayDo } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import type { Viewer } from '../../quality/index.ts'
import { describeChoice, findField } from '../describe-exceptions.ts'
import { describeScore, scoreQuad } from '../describe-score.ts'
import { describeSheet } from '../describe-sheet.ts'
import { selectPeople } from '../exception.query.ts'
import { type BoundTemplate, type Scope, selectQuestionOfField } from '../facts.query.ts'
import { fieldQuad } from '../geometry.ts'
import { pageSight } from '../page-sight.ts'
import { selectMarkedBlocks } from '../score-marks.query.ts'
import { type ResultPlace, selectResultFacts } from './result-facts.query.ts'
import { selectResultScores } from './result-scores.query.ts'

type Result = ReplyOf<typeof candidateResult>

/**
 * What a candidate has in a subject: the sheets, each answer and mark read from them with what counts, and
 * the totals that follow.
 *
 * @throws AppError CANDIDATE_NOT_FOUND
 */
export async function describeResult(
  services: Services,
  viewer: Viewer,
  scope: Scope,
  candidateId: number,
): Promise<Result> {
  const { db } = services
  const candidate = await requireCandidate(db, scope, candidateId)
  const { bound, sheets: facts, places, version } = await selectResultFacts(db, scope, candidateId)
  const scores = await selectResultScores(db, scope, candidateId)
  const seesMarks = maySeeMarks(viewer, scores.is_published)
  const sheets: Result['sheets'] = []
  if (bound)
    for (const { id } of facts)
      sheets.push(await describeSheet(db, services, viewer, scope, bound, id))
  const history = sheets.flatMap(({ decisions }) => decisions)
  const last = history
    .filter(({ undone_at }) => undone_at === null)
    .toSorted((a, b) => b.decision_id - a.decision_id)[0]
  const shown = bound
    ? await describePlaces(services, viewer, scope, bound, candidateId, places)
    : { answers: [], scores: [] }
  const questions = await selectQuestionOfField(db, scope)
  return {
    candidate,
    exam_name: scores.exam_name,
    subject_name: scores.subject_name,
    version,
    is_published: scores.is_published,
    marks_hidden: !seesMarks,
    sheets,
    answers: shown.answers.map((answer) => ({
      ...answer,
      ...scores.itemOf(questions.get(answer.target)),
      ...(seesMarks ? {} : { score_milli: null }),
    })),
    scores: shown.scores,
    blocks: scores.blocks
      .filter(({ block_key }) => !onPaper(bound, block_key))
      .map(withoutKey)
      .map((block) => (seesMarks ? block : { ...block, final_milli: null })),
    ...(seesMarks
      ? {
          objective_milli: scores.objective_milli,
          subjective_milli: scores.subjective_milli,
          total_milli: scores.total_milli,
        }
      : { objective_milli: null, subjective_milli: null, total_milli: null }),
    last_change: last ? { text: last.text, actor_name: last.actor_name, at: last.at } : null,
  }
}

/** @throws AppError CANDIDATE_NOT_FOUND */
export async function requireCandidate(db: Db, scope: Scope, candidateId: number) {
  const filter = { withoutSheet: false, candidateIds: [candidateId] }
  const { list } = await selectPeople(db, scope, filter, { limit: 1, offset: 0 })
  const [candidate] = list
  if (!candidate) throw new AppError('CANDIDATE_NOT_FOUND', { examNo: `（编号 ${candidateId}）` })
  return candidate
}

async function describePlaces(
  services: Services,
  viewer: Viewer,
  scope: Scope,
  bound: BoundTemplate,
  candidateId: number,
  places: readonly ResultPlace[],
) {
  const { db } = services
  const sight = await pageSight(db, services, viewer, scope, [candidateId])
  const blocks = await selectMarkedBlocks(db, scope)
  const names = await selectUserNames(
    db,
    places.flatMap(({ decided }) => decided?.actorId ?? []),
  )
  const answers: Omit<Result['answers'][number], 'full_milli' | 'score_milli'>[] = []
  const scores: Result['scores'] = []
  for (const place of places) {
    const { kind, target, sheet, page, decided } = place
    const urlOf = (one: typeof page) => sight.urlOf({ ...sheet, candidateId }, one)
    const at = {
      sheet_id: sheet.id,
      target,
      page_seq: page.seq,
      is_open: place.isOpen,
      decided_by: decided
        ? { user_id: decided.actorId, name: names.get(decided.actorId) ?? '' }
        : null,
    }
    if (kind === 'answer') {
      const choice = describeChoice(urlOf, bound, sheet, target)
      const found = findField(sheet, target)
      if (!choice || !found) continue
      answers.push({
        ...at,
        quad: fieldQuad(found.page.reading, found.field, 2),
        choice,
        resolved_as: decided?.value.resolved_as ?? null,
      })
    } else {
      const score = describeScore(urlOf, bound, blocks, sheet, target)
      if (score)
        scores.push({
          ...at,
          quad: scoreQuad(bound, page.reading, target),
          score,
          counted_milli: place.countedMilli,
        })
    }
  }
  return { answers, scores }
}

/**
 * Whoever only handles sheets needs what was read of them, not what it came to: before the release marks are for those
 * who have to do with marking and scores.
 */
export const maySeeMarks = ({ role }: Pick<Viewer, 'role'>, isPublished: boolean): boolean =>
  isPublished || mayDo(role, 'marking.supervise') || mayDo(role, 'score.preview')

/** Is the mark of this block written on the sheet? Then it is among the scores. */
const onPaper = (bound: BoundTemplate | undefined, blockKey: string): boolean =>
  bound?.plan.some(({ scores }) =>
    [...scores.values()].some((score) => score.blockKey === blockKey),
  ) ?? false

const withoutKey = <T extends { block_key: string }>({
  block_key: _key,
  ...block
}: T): Omit<T, 'block_key'> => block
