import type { previewDetail, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { blockTarget, type Override, questionTarget } from '@hengjuan/domain'

type Edit = ReplyOf<typeof previewDetail>['edits'][number]

/** Every edit of a candidate in a subject, the latest first. */
export const selectEdits = (
  db: Db,
  place: { exam_id: number; subject_id: number; candidate_id: number },
) =>
  db
    .selectFrom('score_edit')
    .where('score_edit.exam_id', '=', place.exam_id)
    .where('score_edit.subject_id', '=', place.subject_id)
    .where('score_edit.candidate_id', '=', place.candidate_id)
    .innerJoin('user as author', 'author.id', 'score_edit.by_id')
    .leftJoin('user as undoer', 'undoer.id', 'score_edit.undone_by')
    .select([
      'score_edit.id as event_id',
      'score_edit.target',
      'score_edit.kind',
      'score_edit.before',
      'score_edit.after',
      'score_edit.before_milli',
      'score_edit.after_milli',
      'score_edit.state',
      'score_edit.reason',
      'score_edit.by_id',
      'author.name as by_name',
      'score_edit.at',
      'undoer.name as undone_by_name',
    ])
    .orderBy('score_edit.id', 'desc')
    .execute()

export const storedOverride = (text: string | null): Override | null =>
  text === null ? null : (JSON.parse(text) as Override)

/** Edits with what they are of, in words. */
export function describeEdits(
  edits: Awaited<ReturnType<typeof selectEdits>>,
  questions: readonly { id: number; no: string }[],
  blocks: readonly { block_id: number; name: string }[],
): Edit[] {
  return edits.map(({ target, before: _before, after, kind, state, ...edit }) => {
    const question = questions.find(({ id }) => questionTarget(id) === target)
    const block = blocks.find(({ block_id }) => blockTarget(block_id) === target)
    const override = storedOverride(after)
    return {
      ...edit,
      kind: kind as Edit['kind'],
      state: state as Edit['state'],
      what: question ? `第 ${question.no} 题` : (block?.name ?? '本科'),
      question_no: question?.no ?? null,
      block_id: block?.block_id ?? null,
      answer: override && 'answer' in override ? override.answer.join('') || '空' : null,
    }
  })
}
