import type { candidateResult, InputOf, ReplyOf, updateResult } from '@hengjuan/contracts'
import type { ChoiceAnswer, ScoreDraft } from '@hengjuan/scan-review'

export type Result = ReplyOf<typeof candidateResult>
export type AnswerPlace = Result['answers'][number]
export type ScorePlace = Result['scores'][number]
export type Place = AnswerPlace | ScorePlace

/** What is about to be said of a place, and what it looked like when that began. */
export type Draft = { base: string } & ({ answer: ChoiceAnswer | null } | { score: ScoreDraft })
export type Drafts = ReadonlyMap<string, Draft>

export const placeKey = ({ sheet_id, target }: Place): string => `${sheet_id} ${target}`

export const isAnswer = (place: Place): place is AnswerPlace => 'choice' in place

/** What counts now; two marks on a single choice count as none, and are no answer to begin with. */
export function answerNow({ choice, resolved_as }: AnswerPlace): ChoiceAnswer | null {
  if (resolved_as !== null) return { values: choice.answer, resolved_as }
  if (choice.answer.length === 0) return { values: [], resolved_as: 'blank' }
  if (choice.answer.length > 1 && !choice.multiple) return null
  return { values: choice.answer, resolved_as: 'answer' }
}

/** Changes when somebody else changes the place, so that no draft goes over what was not seen. */
export const baseOf = (place: Place): string =>
  JSON.stringify([isAnswer(place) ? answerNow(place) : place.counted_milli, place.decided_by])

/** The drafts of a result, those set aside because somebody changed what they began with, and what to send. */
export function settle(result: Result, drafts: Drafts) {
  const places: Place[] = [...result.answers, ...result.scores]
  const changes: Pick<InputOf<typeof updateResult>['body'], 'answers' | 'scores'> = {
    answers: [],
    scores: [],
  }
  const changed = new Set<string>()
  const outdated = new Set<string>()
  for (const place of places) {
    const key = placeKey(place)
    const draft = drafts.get(key)
    if (!draft) continue
    if (draft.base !== baseOf(place)) {
      outdated.add(key)
      continue
    }
    const { sheet_id, target } = place
    if (isAnswer(place) && 'answer' in draft && draft.answer !== null) {
      const isSame = JSON.stringify(draft.answer) === JSON.stringify(answerNow(place))
      if (isSame && !place.is_open) continue
      changes.answers.push({ sheet_id, target, ...draft.answer })
      changed.add(key)
    } else if (!isAnswer(place) && 'score' in draft && draft.score.milli !== null) {
      if (draft.score.milli === place.counted_milli && !place.is_open) continue
      changes.scores.push({ sheet_id, target, score_milli: draft.score.milli })
      changed.add(key)
    }
  }
  return { changes, changed, outdated }
}
