import Type from 'typebox'
import { BestOfCount, Count, MarkImage, MarkPoint, PressedEntry, Traces } from './marking-parts.ts'
import { Id, MilliScore, nullable, Time } from './route.ts'

export const ArbView = Type.Union(
  [Type.Literal('none'), Type.Literal('scores'), Type.Literal('names')],
  {
    description: '先前评阅显示多少：不显示（没有先前评阅和分差）、只显示评分、显示评分和姓名',
  },
)

/** A point on which readings lie too far apart. */
export const GapPoint = Type.Object({
  name: Type.String(),
  gap_milli: MilliScore,
  tolerance_milli: MilliScore,
})

/** Another leader of the block who could decide a paper. */
export const Colleague = Type.Object({
  user_id: Id,
  name: Type.String(),
  is_online: Type.Boolean(),
})

export const identical = {
  identical: Type.Array(
    Type.Object({
      unit_id: Id,
      secret_code: Type.String(),
      images: Type.Array(MarkImage),
      /** Named together by a marker, rather than through a third paper. */
      is_linked: Type.Boolean(),
    }),
  ),
  /** Papers of which a leader said that they are not identical with this one. */
  identical_cut: Type.Array(
    Type.Object({ unit_id: Id, secret_code: Type.String(), by_name: Type.String(), at: Time }),
  ),
}

/** Names the pictures, questions and readings that a leader was shown. */
export const ShownVersion = Type.String({ maxLength: 64 })

export const LeaderTask = Type.Object({
  unit_id: Id,
  /** Goes along with the decision, which is refused where the paper has become another one since. */
  version: ShownVersion,
  block_id: Id,
  secret_code: Type.String(),
  reading_id: nullable(Id),
  lease_until: nullable(Time),
  points: Type.Array(MarkPoint),
  best_of: BestOfCount,
  /** Keys take away from full marks, as on the page of the block's markers. */
  is_deductive: Type.Boolean(),
  images: Type.Array(MarkImage),
  /** Is something written on it, as far as its ink tells? */
  is_written: Type.Boolean(),
  arb_view: ArbView,
  /** Earlier readings in the order of reading. */
  readings: Type.Array(
    Type.Object({
      reading_id: Id,
      label: Type.String(),
      /** Only where the block lets the arbitrator see names. */
      marker_name: Type.Optional(Type.String()),
      scores: Type.Array(MilliScore),
      total_milli: MilliScore,
      /** Entries of the rubric that it was given by. */
      pressed: Type.Array(PressedEntry),
      traces: nullable(Traces),
    }),
  ),
  /** Other leaders who could arbitrate it. */
  colleagues: Type.Array(Colleague),
  /** Points on which the readings disagree. */
  disagree: Type.Array(Type.Boolean()),
  /** Where to begin: the mean where readings agree, null where the leader decides. */
  draft: Type.Array(nullable(MilliScore)),
  gap_milli: nullable(MilliScore),
  gap_points: Type.Array(GapPoint),
  tolerance_milli: MilliScore,
  waiting_since: Time,
  problem: nullable(
    Type.Object({
      reason: Type.String(),
      reason_name: Type.String(),
      note: Type.String(),
      raised_by: nullable(Type.String()),
      /** What the marker had flagged it as, and wrote beside that. */
      flags: Type.Array(Type.String()),
      flag_note: nullable(Type.String()),
    }),
  ),
  /** Problem papers: to whom it can go back, and what becomes of it there. */
  returns: Type.Array(
    Type.Object({
      to: Type.Union([Type.Literal('raiser'), Type.Literal('others'), Type.Literal('anyone')], {
        description:
          'raiser 退回提交人；others 由其他教师代替提交人评阅；anyone 不是阅卷教师提交的，恢复到提交之前',
      }),
      state: Type.String(),
      final_milli: nullable(MilliScore),
      /** Why it can not go there; null when it can. */
      refusal: nullable(Type.String()),
    }),
  ),
  /** Problem papers: the other papers of its group of identical scripts. */
  ...identical,
  /** Questions of an optional group to choose from; empty when none has to be chosen. */
  choices: Type.Array(Type.Object({ question_id: Id, no: Type.String() })),
  choose: Count,
  /** Which of them it is so far: as it was filled in, or as a leader said. */
  chosen: Type.Array(Id),
})
