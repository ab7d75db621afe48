import Type from 'typebox'
import { Count } from './marking-parts.ts'
import { can, defineRoute, Id, MilliScore, nullable, Time } from './route.ts'

const onSubject = { exam: 'query.exam_id', subject: 'query.subject_id' } as const

const Line = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 20, pattern: '\\S' }),
  total_milli: MilliScore,
})

const NearLineRule = Type.Object({
  lines: Type.Array(Line, { minItems: 1, maxItems: 10 }),
  window_milli: Type.Integer({ minimum: 0, description: '总分在分数线上下多少分以内（含）' }),
  single_mode: Type.Integer({
    minimum: 1,
    maximum: 4,
    description: '单评题块的两次评阅怎样定分，同评卷方式；其他题块按自己的评卷方式和误差阈值',
  }),
  /** The blocks whose papers are read again; null for all. */
  block_ids: nullable(Type.Array(Id, { minItems: 1, maxItems: 200 })),
})

const NearLineState = Type.Object({
  full_milli: MilliScore,
  is_published: Type.Boolean(),
  rule: nullable(NearLineRule),
  /** Lines by the usual rates of the full mark, to begin with. */
  usual_lines: Type.Array(Line),
  blocks: Type.Array(
    Type.Object({
      block_id: Id,
      block_name: Type.String(),
      full_milli: MilliScore,
      status: Type.String(),
      /** By which rules two readings of it would be settled. */
      settle_mode: Type.Integer(),
      tolerance_milli: MilliScore,
      /** Papers that would be sent now. */
      papers: Count,
      /** What stands against their being read, in Chinese; null for nothing. */
      warning: nullable(Type.String()),
    }),
  ),
  /** What a run would do now; null without a rule. */
  preview: nullable(
    Type.Object({
      candidates: Count,
      papers: Count,
      /** Present candidates whose total is still open: nobody knows yet how near they are. */
      open_candidates: Count,
      lines: Type.Array(
        Type.Object({
          name: Type.String(),
          total_milli: MilliScore,
          candidates: Count,
          papers: Count,
        }),
      ),
    }),
  ),
  /** The latest first. */
  runs: Type.Array(
    Type.Object({
      run_id: Id,
      at: Time,
      by_name: Type.String(),
      rule: NearLineRule,
      candidates: Count,
      papers: Count,
      /** Of the papers: settled by now, and settled at another mark than before. */
      done: Count,
      changed: Count,
      /** Candidates whose total is on the other side of one of the lines now. */
      crossed: Count,
      withdrawn: Count,
      /** Papers whose second reading nobody has begun. */
      withdrawable: Count,
    }),
  ),
})

export const nearLineGet = defineRoute({
  method: 'GET',
  path: '/v1/marker/near_line',
  summary: '临界线复评：分数线、现在会送去复评的份数、历次复评的记录',
  area: 'marking',
  access: can('marking.supervise', onSubject),
  query: Type.Object({ exam_id: Id, subject_id: Id }),
  reply: NearLineState,
})

export const nearLineSet = defineRoute({
  method: 'POST',
  path: '/v1/marker/near_line',
  summary:
    '临界线复评：保存分数线（save，rule 为空时取消），把临界考生的单评试卷送去第二次评阅（run），撤回尚未开始的（withdraw）',
  area: 'marking',
  access: can('marking.setup', { exam: 'body.exam_id', subject: 'body.subject_id' }),
  body: Type.Object({
    exam_id: Id,
    subject_id: Id,
    action: Type.Union([Type.Literal('save'), Type.Literal('run'), Type.Literal('withdraw')]),
    /** With `save`; null takes it away. */
    rule: Type.Optional(nullable(NearLineRule)),
    /** With `withdraw`. */
    run_id: Type.Optional(Id),
  }),
  reply: NearLineState,
  errors: [
    'EXAM_PUBLISHED',
    'MARKING_BLOCK_NOT_FOUND',
    'MARKING_LINE_INVALID',
    'MARKING_NEAR_LINE_UNSET',
    'MARKING_NEAR_LINE_NOTHING',
    'MARKING_NEAR_LINE_NO_UNDO',
  ],
})
