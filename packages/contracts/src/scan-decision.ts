import Type from 'typebox'
import { plainText } from './page-reading.ts'
import { can, defineRoute, Id, nullable } from './route.ts'
import { Ulid } from './sheet-container.ts'

const examSubject = { exam_id: Id, subject_id: Id }
const Count = Type.Integer({ minimum: 0 })
const onBody = { exam: 'body.exam_id', subject: 'body.subject_id' } as const

/** What a decision did. */
export const DecisionOutcome = Type.Object({
  decision_id: nullable(Id),
  sheet_id: nullable(Type.String()),
  /** Categories that the sheet is still in. */
  open: Type.Array(Type.String()),
})

export const decisionErrors = [
  'SCAN_SHEET_NOT_FOUND',
  'SCAN_SHEET_PUBLISHED',
  'SCAN_SHEET_ALREADY_RESOLVED',
  'SCAN_SHEET_BUSY',
] as const

export const matchOne = defineRoute({
  method: 'POST',
  path: '/v1/checking/singlematch',
  summary: '为一张答题卡选择考生；作答不受影响',
  area: 'scan exceptions',
  access: can('exception.handle', { ...onBody, scanSheet: 'body.sheet_id' }),
  body: Type.Object({ ...examSubject, sheet_id: Ulid, candidate_id: Id }),
  reply: DecisionOutcome,
  errors: [...decisionErrors, 'CANDIDATE_NOT_FOUND'],
})

export const matchAll = defineRoute({
  method: 'POST',
  path: '/v1/checking/match',
  summary: '用现有考生名单重新匹配所有没有身份的答题卡，可反复执行',
  area: 'scan exceptions',
  access: can('exception.handle', onBody),
  body: Type.Object(examSubject),
  reply: Type.Object({ matched: Count, remaining: Count }),
  errors: ['SCAN_SHEET_PUBLISHED'],
})

const PageSeq = Type.Integer({ minimum: 1, maximum: 32 })

/** Decisions about a sheet that need no new reading. */
export const SheetDecision = Type.Union([
  Type.Object({ kind: Type.Literal('accept_page'), page_seq: PageSeq }),
  Type.Object({ kind: Type.Literal('ignore_page'), page_seq: PageSeq }),
  Type.Object({ kind: Type.Literal('accept_missing') }),
  Type.Object({
    kind: Type.Literal('void'),
    reason: Type.Union([
      Type.Literal('rescan'),
      Type.Literal('other_exam'),
      Type.Literal('duplicate'),
      Type.Literal('useless'),
    ]),
  }),
  Type.Object({
    kind: Type.Literal('absence'),
    attendance: Type.Union([Type.Literal(0), Type.Literal(1)]),
  }),
  Type.Object({ kind: Type.Literal('send_verify'), note: plainText(200) }),
  Type.Object({ kind: Type.Literal('verify'), target: plainText(64) }),
])

/** Where a person says that the anchors of a page lie. */
const pointed = {
  page_seq: PageSeq,
  page: Type.Integer({ minimum: 1, maximum: 32 }),
  anchors: Type.Array(
    Type.Object({ id: plainText(64), x_px: Type.Number(), y_px: Type.Number() }),
    { minItems: 4, maxItems: 12 },
  ),
}

/** One decision about a sheet. */
const SheetFix = Type.Union([
  Type.Object({ kind: Type.Literal('locate'), ...pointed }),
  /** The same for further sheets of the batch that lie alike; `preview` only finds them. */
  Type.Object({
    kind: Type.Literal('locate_alike'),
    ...pointed,
    preview: Type.Boolean(),
    /** Those that the person saw. */
    sheets: Type.Array(Type.Object({ sheet_id: Ulid, page_seq: PageSeq }), { maxItems: 100 }),
  }),
  ...SheetDecision.anyOf,
])

export const fixSheet = defineRoute({
  method: 'POST',
  path: '/v1/checking/fix',
  summary: '处理一张答题卡（定位、缺页、作废重扫、缺考、核实），或撤销一次处理',
  area: 'scan exceptions',
  access: can('exception.handle', onBody),
  body: Type.Object({
    ...examSubject,
    /** Absent when a decision is undone. */
    sheet_id: Type.Optional(Ulid),
    fix: Type.Union([
      SheetFix,
      Type.Object({
        kind: Type.Literal('undo'),
        decision_ids: Type.Array(Id, { minItems: 1, maxItems: 5000 }),
      }),
    ]),
  }),
  reply: Type.Object({
    ...DecisionOutcome.properties,
    /** Of sheets that were located together: to be undone together. */
    decision_ids: Type.Optional(Type.Array(Id)),
    /** Further pages of the batch that lie alike, with the place of their sheet in it. */
    alike: Type.Optional(
      Type.Array(Type.Object({ sheet_id: Ulid, page_seq: PageSeq, seq: Count })),
    ),
  }),
  errors: [...decisionErrors, 'SCAN_RELOCATE_FAILED', 'SCAN_ALIKE_FEW', 'SCAN_NOTHING_TO_UNDO'],
})

export const ResolvedAs = Type.Union([
  Type.Literal('answer'),
  Type.Literal('blank'),
  Type.Literal('multi_invalid'),
])

export const fixChoice = defineRoute({
  method: 'POST',
  path: '/v1/checking/fix/object',
  summary: '确认一道客观题的选项、空白或多涂无效',
  area: 'scan exceptions',
  access: can('exception.handle', onBody),
  body: Type.Object({
    ...examSubject,
    sheet_id: Ulid,
    /** Field of the template: `choice:12`. */
    target: plainText(64),
    values: Type.Array(plainText(16), { maxItems: 26 }),
    resolved_as: ResolvedAs,
  }),
  reply: DecisionOutcome,
  errors: [...decisionErrors, 'SCAN_CHOICE_INVALID'],
})

export const fixScore = defineRoute({
  method: 'POST',
  path: '/v1/checking/score',
  summary: '录入或确认先阅后扫答题卡上一个题块的得分；机器识别只作参考',
  area: 'scan exceptions',
  access: can('exception.handle', onBody),
  body: Type.Object({
    ...examSubject,
    sheet_id: Ulid,
    /** Field of the template: `score:17`. */
    target: plainText(64),
    /** One of the marks that the block may get. */
    score_milli: Type.Integer(),
  }),
  reply: DecisionOutcome,
  errors: [...decisionErrors, 'NOT_FOUND', 'SCAN_SCORE_INVALID'],
})

export const fixChoiceAll = defineRoute({
  method: 'POST',
  path: '/v1/checking/fix/object/all',
  summary: '把可信度不低于某值的选择题异常一次按机器识别接受；preview 时只给出数量',
  area: 'scan exceptions',
  access: can('exception.handle', onBody),
  body: Type.Object({
    ...examSubject,
    above: Type.Number({ minimum: 0, maximum: 1 }),
    preview: Type.Boolean(),
  }),
  reply: Type.Object({ count: Count, decision_ids: Type.Array(Id) }),
  errors: ['SCAN_SHEET_PUBLISHED'],
})

export const resolveDuplicate = defineRoute({
  method: 'POST',
  path: '/v1/checking/exception/repeat/do',
  summary: '处理考号重复：保留其一、全部作废，或两张都保留（further 是加页）',
  area: 'scan exceptions',
  access: can('exception.handle', onBody),
  body: Type.Object({
    ...examSubject,
    /** Every sheet that the person saw. */
    sheet_ids: Type.Array(Ulid, { minItems: 2, maxItems: 20 }),
    /** Null: none is kept. */
    keep: nullable(Ulid),
    /** A further sheet of the same candidate: both are used, and it is shown to markers after the first. */
    further: Type.Optional(Ulid),
  }),
  reply: DecisionOutcome,
  errors: [...decisionErrors, 'VERSION_CONFLICT'],
})

export const confirmAbsence = defineRoute({
  method: 'POST',
  path: '/v1/exams/send/absence/confirm',
  summary:
    '确认没有答题卡的考生缺考；ask 时不确认，而是把名单发给各学校（单校考试为各班班主任）核对',
  area: 'exam',
  access: can('exception.handle', onBody),
  body: Type.Object({
    ...examSubject,
    candidate_ids: Type.Optional(Type.Array(Id, { maxItems: 5000 })),
    ask: Type.Optional(Type.Boolean()),
    /** Only these schools of a joint exam. */
    school_ids: Type.Optional(Type.Array(Id, { maxItems: 2000 })),
    deadline: Type.Optional(nullable(Type.String({ maxLength: 30 }))),
  }),
  reply: Type.Object({
    confirmed: Count,
    decision_ids: Type.Array(Id),
    /** Schools or classes that were asked, and people who were told. */
    asked: Count,
    recipients: Count,
  }),
  errors: [
    'CANDIDATE_NOT_FOUND',
    'CANDIDATE_HAS_SHEET',
    'SCAN_SHEET_PUBLISHED',
    'EXAM_ASK_NOBODY',
    'EXAM_ASK_DEADLINE',
  ],
})
