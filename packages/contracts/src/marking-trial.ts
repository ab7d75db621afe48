import Type from 'typebox'
import { Count, IdemKey, judgement, MarkImage, MarkPoint, PressedEntry } from './marking-parts.ts'
import { can, canOrLeads, defineRoute, Id, MilliScore, nullable, Time } from './route.ts'

const State = Type.Union(
  [
    Type.Literal('open'),
    Type.Literal('waiting'),
    Type.Literal('passed'),
    Type.Literal('admitted'),
    Type.Literal('refused'),
  ],
  {
    description:
      'open 未完成、waiting 待题组长决定、passed 已通过、admitted 题组长准许、refused 题组长未准许',
  },
)
const Step = Type.Union(
  [
    Type.Literal('practice'),
    Type.Literal('qualify'),
    Type.Literal('no_scripts'),
    Type.Literal('no_set'),
    Type.Literal('waiting'),
    Type.Literal('refused'),
    Type.Literal('done'),
  ],
  {
    description:
      'practice 试评、qualify 定标、no_scripts 没有定标卷、no_set 没有另一套定标卷、waiting 待组长、refused 组长未准许、done 可以阅卷',
  },
)
/** Why a marker cannot go on without a leader. */
export const TrialWait = Type.Union(
  [Type.Literal('failed'), Type.Literal('no_set'), Type.Literal('no_scripts')],
  { description: 'failed 定标次数已用完、no_set 没有另一套定标卷、no_scripts 没有定标卷' },
)
const Scores = Type.Array(MilliScore, { maxItems: 100 })
const Places = {
  practice_done: Count,
  practice_total: Count,
  /** Of the qualification set that is under way. */
  set_done: Count,
  set_total: Count,
}

/** A marker's own way to the first live paper. Says nothing about agreed scores of papers to come. */
const OwnQualification = Type.Object({
  block_id: Id,
  block_name: Type.String(),
  full_milli: MilliScore,
  /** Does the block ask this marker to qualify? */
  needed: Type.Boolean(),
  state: State,
  step: Step,
  waits: nullable(TrialWait),
  /** Who decides. */
  leader_names: Type.Array(Type.String()),
  /** Least share of papers within the tolerance. */
  percent: Count,
  tolerance_milli: MilliScore,
  ...Places,
  rounds: Type.Array(
    Type.Object({
      is_passed: Type.Boolean(),
      papers: Count,
      within: Count,
      /** Mean of given minus agreed. */
      bias_milli: Type.Integer(),
      at: Time,
    }),
  ),
  /** The last words of a leader about it. */
  leader_note: nullable(Type.String()),
  task: nullable(
    Type.Object({
      script_id: Id,
      points: Type.Array(MarkPoint),
      /** Keys take away from full marks, as they will on the marking page. */
      is_deductive: Type.Boolean(),
      images: Type.Array(MarkImage),
    }),
  ),
})

export const ownQualification = defineRoute({
  method: 'GET',
  path: '/v1/marker/qualification/own',
  summary: '本人在题块的试评与定标：进行到哪一步、下一份试卷、已有结果',
  area: 'marking',
  access: can('marking.mark', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id }),
  reply: OwnQualification,
  errors: ['MARKING_NOT_ASSIGNED'],
})

export const trialMark = defineRoute({
  method: 'POST',
  path: '/v1/marker/qualification/marks',
  summary: '给一份试评卷或定标卷评分；试评立即得到标准分与理由，定标卷评完一套后得到结果',
  area: 'marking',
  access: can('marking.mark', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    script_id: Id,
    idem_key: IdemKey,
    scores: judgement.scores,
    active_ms: judgement.active_ms,
    rubric_version: judgement.rubric_version,
    pressed_entries: judgement.pressed_entries,
  }),
  reply: Type.Object({
    /** Null for a paper of a qualification set. */
    feedback: nullable(
      Type.Object({
        scores: Scores,
        total_milli: MilliScore,
        definitive_scores: Scores,
        definitive_milli: MilliScore,
        comments: Type.Array(Type.String()),
        is_within: Type.Boolean(),
      }),
    ),
    next: OwnQualification,
  }),
  errors: [
    'MARKING_NOT_ASSIGNED',
    'MARKING_TRIAL_NOT_NEXT',
    'MARKING_IDEMPOTENCY_MISMATCH',
    'MARKING_OFF_GRID',
    'MARKING_EMPTY_POINT',
  ],
})

export const qualificationResults = defineRoute({
  method: 'GET',
  path: '/v1/marker/qualification/results',
  summary: '各阅卷教师的试评与定标结果，待题组长决定的在前',
  area: 'marking',
  access: canOrLeads('marking.supervise', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id }),
  reply: Type.Object({
    needed: Type.Boolean(),
    percent: Count,
    count: Count,
    tolerance_milli: MilliScore,
    /** Agreed scripts of either kind. */
    practice_scripts: Count,
    calibration_scripts: Count,
    list: Type.Array(
      Type.Object({
        marker_id: Id,
        name: Type.String(),
        state: State,
        step: Step,
        waits: nullable(TrialWait),
        /** Papers for another set that the marker has not met, and how many it needs. */
        unmet_papers: Count,
        needed_papers: Count,
        ...Places,
        events: Type.Array(
          Type.Object({
            /** `pass`, `fail`, `repeat`, `admit`, `refuse`, `again`. */
            kind: Type.String(),
            papers: nullable(Count),
            within: nullable(Count),
            bias_milli: nullable(Type.Integer()),
            by_name: nullable(Type.String()),
            note: Type.String(),
            at: Time,
          }),
        ),
        trials: Type.Array(
          Type.Object({
            secret_code: Type.String(),
            /** 0 for practice, from 1 for qualification sets. */
            round: Count,
            total_milli: MilliScore,
            definitive_milli: MilliScore,
            /** As agreed by now; null where the script is in use no more. */
            definitive_now_milli: nullable(MilliScore),
            is_within: Type.Boolean(),
            /** Entries of the rubric that it was given by. */
            pressed: Type.Array(PressedEntry),
            at: Time,
          }),
        ),
      }),
    ),
  }),
})

export const qualificationWaiting = defineRoute({
  method: 'GET',
  path: '/v1/marker/qualification/waiting',
  summary: '各题块等待题组长决定定标、或等待定标卷的阅卷教师人数；没有人等待的题块不列出',
  area: 'marking',
  access: canOrLeads('marking.supervise', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id }),
  reply: Type.Object({
    list: Type.Array(
      Type.Object({
        block_id: Id,
        /** Failed as often as is allowed, or failed and without another set. */
        to_decide: Count,
        /** Nothing to begin with: scripts are to be agreed. */
        without_scripts: Count,
      }),
    ),
  }),
})

export const qualificationDecide = defineRoute({
  method: 'POST',
  path: '/v1/marker/qualification/decisions',
  summary:
    '决定一位教师的定标：换一套再试一次（repeat）、说明理由准许（admit）或不准许阅卷（refuse）、要求重新定标（again）',
  area: 'marking',
  access: canOrLeads('marking.supervise', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    marker_id: Id,
    action: Type.Union([
      Type.Literal('repeat'),
      Type.Literal('admit'),
      Type.Literal('refuse'),
      Type.Literal('again'),
    ]),
    note: Type.Optional(Type.String({ maxLength: 300 })),
  }),
  reply: Type.Object({ state: State }),
  errors: [
    'MARKING_NOT_ASSIGNED',
    'MARKING_OWN_CLEARANCE',
    'MARKING_REASON_MISSING',
    'MARKING_QUALIFICATION_SETTLED',
    'MARKING_NO_OTHER_SET',
  ],
})
