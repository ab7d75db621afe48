import type { InputOf, ReplyOf, updateResult as updateResultRoute } from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import type { Db } from '@hengjuan/db'
import { decide, type Decider, type NewDecision } from '../decide.ts'
import { answerDecision, questionNo } from '../fix-choice.ts'
import { scoreDecision } from '../fix-score.ts'
import { TOTAL_FIELD } from '../judge/scores.ts'
import { selectMarkedBlocks } from '../score-marks.query.ts'
import { maySeeMarks, requireCandidate } from './describe-result.ts'
import { type ResultPlace, selectResultFacts } from './result-facts.query.ts'
import { selectResultScores } from './result-scores.query.ts'

export type ResultChange = Pick<
  InputOf<typeof updateResultRoute>['body'],
  'candidate_id' | 'version' | 'reason' | 'answers' | 'scores'
>

/**
 * Changes answers and marks on the sheets of one candidate, all of them or none. What holds already is
 * left alone, so that a request that is sent again changes nothing.
 *
 * @throws AppError MARKING_REASON_MISSING; VERSION_CONFLICT when the result is not what the person saw;
 *   SCAN_RESULT_DECIDED for what another person confirmed; SCAN_RESULT_MARKED for a score that is not
 *   written on the sheet; SCAN_CHOICE_INVALID, SCAN_SCORE_INVALID
 */
export async function updateResult(
  who: Decider,
  change: ResultChange,
): Promise<ReplyOf<typeof updateResultRoute>> {
  const note = change.reason.trim()
  if (note === '') throw new AppError('MARKING_REASON_MISSING')
  let reply = { version: change.version, total_milli: null as number | null }
  const { ids } = await decide(
    who,
    async (db) => {
      const made = await decisionsOf(db, who, change)
      return made.map((decision) => ({ ...decision, value: { ...decision.value, note } }))
    },
    async (db) => {
      const { version } = await selectResultFacts(db, who, change.candidate_id)
      const scores = await selectResultScores(db, who, change.candidate_id)
      const isShown = maySeeMarks(who.session, scores.is_published)
      reply = { version, total_milli: isShown ? scores.total_milli : null }
    },
  )
  return { changed: ids.length, decision_ids: ids, ...reply }
}

async function decisionsOf(db: Db, who: Decider, change: ResultChange): Promise<NewDecision[]> {
  const candidate = await requireCandidate(db, who, change.candidate_id)
  const { bound, sheets, places, version } = await selectResultFacts(db, who, change.candidate_id)
  const placeOf = (kind: ResultPlace['kind'], sheetId: string, target: string) =>
    places.find((one) => one.kind === kind && one.sheet.id === sheetId && one.target === target)
  const answers = change.answers.filter(
    (given) => !isAnswered(placeOf('answer', given.sheet_id, given.target), given),
  )
  const scores = change.scores.filter((given) => {
    const place = placeOf('score', given.sheet_id, given.target)
    return place === undefined || place.isOpen || place.countedMilli !== given.score_milli
  })
  if (answers.length + scores.length === 0) return []
  if (version !== change.version)
    throw new AppError('VERSION_CONFLICT', {
      what: `${candidate.name}的结果（${await lastChange(db, sheets)}）`,
    })
  if (!bound) throw new AppError('SCAN_SHEET_NOT_FOUND')
  const blocks = await selectMarkedBlocks(db, who)
  await refuseDecidedByOthers(db, who, [
    ...answers.map(({ sheet_id, target }) => placeOf('answer', sheet_id, target)),
    ...scores.map(({ sheet_id, target }) => placeOf('score', sheet_id, target)),
  ])
  return [
    ...answers.map(({ sheet_id, target, values, resolved_as }) => {
      if (!placeOf('answer', sheet_id, target))
        throw new AppError('SCAN_CHOICE_INVALID', { no: questionNo(target), value: target })
      return answerDecision(bound.template, {
        sheetId: sheet_id,
        target,
        values,
        resolvedAs: resolved_as,
      })
    }),
    ...scores.map(({ sheet_id, target, score_milli }) => {
      if (!placeOf('score', sheet_id, target))
        throw new AppError('SCAN_RESULT_MARKED', { what: `题块 ${questionNo(target)} ` })
      return scoreDecision(bound.plan, blocks, {
        sheetId: sheet_id,
        target,
        scoreMilli: score_milli,
      })
    }),
  ]
}

/** Does this answer hold already, and does nobody wait for it to be confirmed? */
function isAnswered(
  place: ResultPlace | undefined,
  given: ResultChange['answers'][number],
): boolean {
  if (!place || place.isOpen) return false
  const { decided } = place
  const holds = decided
    ? { values: decided.value.values ?? [], as: decided.value.resolved_as }
    : machineAnswer(place)
  return (
    holds.as === given.resolved_as &&
    holds.values.toSorted().join('\n') === given.values.toSorted().join('\n')
  )
}

function machineAnswer({ page, target }: ResultPlace) {
  const values = page.reading.fields.find(({ id }) => id === target)?.values ?? []
  return { values, as: values.length === 0 ? ('blank' as const) : ('answer' as const) }
}

/** What a colleague confirmed is undone first, seen by everybody, and not painted over. */
async function refuseDecidedByOthers(
  db: Db,
  who: Decider,
  places: readonly (ResultPlace | undefined)[],
): Promise<void> {
  const taken = places.find(
    (place) => place?.decided !== undefined && place.decided.actorId !== who.session.userId,
  )
  if (!taken?.decided) return
  const { name } = await db
    .selectFrom('user')
    .select('name')
    .where('id', '=', taken.decided.actorId)
    .executeTakeFirstOrThrow()
  const what =
    taken.kind === 'answer'
      ? taken.target.startsWith('optional:')
        ? '选做题号'
        : `第 ${questionNo(taken.target)} 题的作答`
      : taken.target === TOTAL_FIELD
        ? '各题总分'
        : `题块 ${questionNo(taken.target)} 的得分`
  throw new AppError('SCAN_RESULT_DECIDED', { what, name })
}

/** Who decided or undid last, for the person who comes second. */
async function lastChange(db: Db, sheets: readonly { id: string }[]): Promise<string> {
  if (sheets.length === 0) return '答题卡已不属于该考生'
  const rows = await db
    .selectFrom('scan_decision')
    .innerJoin('user as actor', 'actor.id', 'scan_decision.actor_id')
    .leftJoin('user as undoer', 'undoer.id', 'scan_decision.undone_by')
    .where(
      'scan_decision.sheet_id',
      'in',
      sheets.map(({ id }) => id),
    )
    .select(['at', 'undone_at', 'actor.name as actor', 'undoer.name as undoer'])
    .execute()
  const acts = rows.flatMap(({ at, actor, undone_at, undoer }) => [
    { at, name: actor },
    ...(undone_at === null || undoer === null ? [] : [{ at: undone_at, name: undoer }]),
  ])
  const last = acts.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0]
  return last ? `最后修改：${last.name}` : '答题卡有变动'
}
