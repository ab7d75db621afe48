import Type from 'typebox'
import { MarkImage, MarkPoint, PressedEntry, Traces, SheetAnswers } from './marking-parts.ts'
import { Id, MilliScore, nullable, Time } from './route.ts'
import { OwnProgress } from './marking-task.ts'
import { NothingNewCode } from './nothing-new.ts'

/** A paper in a marker's hands. Says nothing about the candidate, nor who else read it. */
export const MarkTask = Type.Object({
  reading_id: Id,
  unit_id: Id,
  secret_code: Type.String(),
  kind: Type.Union(
    [
      Type.Literal('normal'),
      Type.Literal('rejected'),
      Type.Literal('taken_back'),
      Type.Literal('backmark'),
    ],
    { description: 'normal 新卷、rejected 打回、taken_back 本人收回、backmark 已提交' },
  ),
  points: Type.Array(MarkPoint),
  images: Type.Array(MarkImage),
  /** Is something written on it, as far as its ink tells? */
  is_written: Type.Boolean(),
  lease_until: nullable(Time),
  /** Own earlier scores, for a paper sent back or taken back and for back-marking. */
  scores: nullable(Type.Array(MilliScore)),
  flags: Type.Array(Type.String()),
  /** What the caller wrote beside the flags; null when nothing was. */
  flag_note: nullable(Type.String()),
  /** What the caller drew on it; null when nothing was. */
  traces: nullable(Traces),
  /** Entries of the rubric that the caller gave it by; absent for none. */
  pressed: Type.Optional(Type.Array(PressedEntry)),
  /** What the checker wrote who sent it back; null otherwise. */
  reject_comment: nullable(Type.String()),
  /** Why an own reading can not be changed any more; null when it can. */
  locked_reason: nullable(Type.String()),
  submitted_at: nullable(Time),
  /** A third reading, where the block does not keep it blind: what was given before, without names. */
  earlier: Type.Optional(
    Type.Array(
      Type.Object({
        label: Type.String(),
        scores: Type.Array(MilliScore),
        total_milli: MilliScore,
        pressed: Type.Array(PressedEntry),
      }),
    ),
  ),
})

export const MarkQueue = Type.Object({
  tasks: Type.Array(MarkTask),
  /** Why there is nothing new; null where there is, or nothing was asked for. */
  reason: nullable(NothingNewCode),
  mine: OwnProgress,
  /** With `whole`. */
  sheet: Type.Optional(SheetAnswers),
})
