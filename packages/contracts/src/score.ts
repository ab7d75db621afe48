import Type from 'typebox'
import { SheetKeyRule } from './sheet.ts'
import { can, defineRoute, Id, MilliScore, nullable } from './route.ts'

/** How an objective answer is scored beside its key. @source domain rules 2.3, 2.4 */
export const ObjectiveRuleBody = Type.Object({
  ...SheetKeyRule.properties,
  status: Type.Optional(
    Type.Union([
      Type.Literal('normal'),
      Type.Literal('void'),
      Type.Literal('gift'),
      Type.Literal('gift_if_answered'),
    ]),
  ),
})

/** A change of a key; with `preview` nothing is stored and the reply says who would be affected. */
export const fixOption = defineRoute({
  method: 'POST',
  path: '/v1/result/fix/option',
  summary:
    '修改客观题答案与计分规则并重新计分（preview=1 时只预览影响的考生；undo=1 时恢复前一版答案）',
  area: 'scan exceptions',
  access: can('sheet.design', { exam: 'body.exam_id', subject: 'body.subject_id' }),
  body: Type.Object({
    exam_id: Id,
    subject_id: Id,
    question_no: Type.String({ minLength: 1 }),
    answer: Type.Array(Type.String({ pattern: '^[A-Z]$' }), { maxItems: 26 }),
    rule: Type.Optional(ObjectiveRuleBody),
    reason: Type.String({ maxLength: 200 }),
    preview: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
    /** Take the version before as the next one; answer and rule are then not looked at. */
    undo: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
  }),
  reply: Type.Object({
    version: Type.Integer(),
    /** Candidates who sat the subject. */
    present: Type.Integer(),
    /** Chinese: what looks odd about the rule; null when nothing does. */
    warning: nullable(Type.String()),
    affected: Type.Array(
      Type.Object({
        candidate_id: Id,
        exam_no: Type.String(),
        name: Type.String(),
        /** Null while the choice queue holds it. */
        answer: nullable(Type.Array(Type.String())),
        /** Of the question. */
        before_milli: nullable(MilliScore),
        after_milli: nullable(MilliScore),
        /** Of the subject; null while anything is open. */
        total_before_milli: nullable(MilliScore),
        total_after_milli: nullable(MilliScore),
      }),
    ),
  }),
  errors: ['ANSWER_KEY_INVALID', 'PARTIAL_SCORE_INVALID', 'NOT_FOUND'],
})
