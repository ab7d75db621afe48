import Type from 'typebox'
import { BestOfCount, Count, MarkPoint, UnitFlagCode } from './marking-parts.ts'
import { can, defineRoute, Id, listOf, MilliScore, nullable, paging, Time } from './route.ts'
import { previewDetail } from './score-preview.ts'

const State = Type.Union(
  [
    Type.Literal('applied'),
    Type.Literal('pending'),
    Type.Literal('refused'),
    Type.Literal('unchanged'),
  ],
  { description: 'applied 已改分、pending 待第二人确认、refused 未同意、unchanged 维持原分' },
)

/** What an inspection came to, and who said so. */
export const ScoreCorrection = Type.Object({
  correction_id: Id,
  subject_id: Id,
  subject_name: Type.String(),
  candidate_id: Id,
  exam_no: Type.String(),
  name: Type.String(),
  class_name: Type.String(),
  /** Only where candidates of several schools sit in the subject. */
  school_name: nullable(Type.String()),
  unit_id: Id,
  block_name: Type.String(),
  state: State,
  before_milli: MilliScore,
  after_milli: MilliScore,
  /** Why what stood before was nothing, where nobody gave that as a score. */
  before_reason: nullable(
    Type.Enum(['NR', 'MISCONDUCT', 'VOID'], {
      description: 'NR 未作答、MISCONDUCT 违纪、VOID 作废',
    }),
  ),
  /** Which points of a block with several it changes. */
  changes: Type.Array(
    Type.Object({ name: Type.String(), before_milli: MilliScore, after_milli: MilliScore }),
  ),
  reason: Type.String(),
  asked_by: Id,
  asked_by_name: Type.String(),
  asked_at: Time,
  decided_by_name: nullable(Type.String()),
  decided_at: nullable(Time),
  decide_note: Type.String(),
})

/** By which columns candidates are listed; `blank` and `flags` by how many there are. */
const InspectSort = Type.Enum(
  ['name', 'exam_no', 'class', 'total', 'corrections', 'blank', 'flags'],
  { description: '排序依据；不填按考号' },
)

const onExamSubject = { exam: 'query.exam_id', subject: 'query.subject_id' } as const

const InspectedCandidate = Type.Object({
  candidate_id: Id,
  exam_no: Type.String(),
  name: Type.String(),
  class_id: Id,
  class_name: Type.String(),
  /** Only where candidates of several schools sit in the subject. */
  school_name: nullable(Type.String()),
  attendance: Type.Integer(),
  objective_milli: nullable(MilliScore),
  subjective_milli: nullable(MilliScore),
  total_milli: nullable(MilliScore),
  corrections: Count,
  pending: Count,
  /** Answers whose ink speaks against their mark; filled only where `blank` asks for them. */
  blank_conflicts: Type.Array(
    Type.Object({
      block_name: Type.String(),
      kind: Type.Union([Type.Literal('written_zero'), Type.Literal('blank_scored')], {
        description: 'written_zero 有笔迹而得 0 分、blank_scored 疑似空白而有得分',
      }),
      total_milli: MilliScore,
    }),
  ),
  /** What is remarkable about how papers came by their marks. */
  flags: Type.Array(Type.Object({ block_name: Type.String(), flag: UnitFlagCode })),
})

export const scoreInspectList = defineRoute({
  method: 'GET',
  path: '/v1/score_inspect/list',
  summary:
    '成绩核查：一科考生的得分，可按班级、姓名考号、有无改分、空白与得分不符、合分或答题卡需要留意筛选',
  area: 'marking',
  access: can('score.preview', onExamSubject),
  query: Type.Object({
    exam_id: Id,
    subject_id: Id,
    class_id: Type.Optional(Id),
    keyword: Type.Optional(Type.String({ maxLength: 40 })),
    corrected: Type.Optional(Type.Union([Type.Literal('any'), Type.Literal('pending')])),
    /** Only candidates with an answer whose ink speaks against its mark. */
    blank: Type.Optional(Type.Literal(1)),
    /** Only candidates with a paper that is remarkable for how it came by its mark. */
    flagged: Type.Optional(Type.Literal(1)),
    sort: Type.Optional(InspectSort),
    order: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
    ...paging,
  }),
  reply: Type.Object({
    ...listOf(InspectedCandidate).properties,
    /** Candidates of the subject with such a paper, whatever else is asked for. */
    flagged_count: Count,
    /** Of all candidates of the subject, whatever else is asked for; only with the first page. */
    classes: Type.Array(
      Type.Object({
        class_id: Id,
        class_name: Type.String(),
        school_name: nullable(Type.String()),
      }),
    ),
  }),
})

export const scoreInspectDetail = defineRoute({
  method: 'GET',
  path: '/v1/score_inspect/detail',
  summary: '一名考生一科的卷面、逐题得分、各次评阅，以及可改的给分点和改分记录',
  area: 'marking',
  access: can('score.preview', onExamSubject),
  query: Type.Object({ exam_id: Id, subject_id: Id, candidate_id: Id }),
  reply: Type.Object({
    ...previewDetail.reply.properties,
    blocks: Type.Array(
      Type.Object({
        ...previewDetail.reply.properties.blocks.items.properties,
        version: Type.Integer(),
        /** What is remarkable about how it came by its mark. */
        flags: Type.Array(UnitFlagCode),
        points: Type.Array(MarkPoint),
        /** One for each point, in the order of `points`, also of questions that do not count; empty without a final mark. */
        final_points: Type.Array(MilliScore),
        best_of: BestOfCount,
        /** Chinese: why the caller cannot correct this block; empty when they can. */
        refusal: Type.String(),
      }),
    ),
    /** Are the scores of the exam released? Then a correction shows with the next version only. */
    released: Type.Boolean(),
    corrections: Type.Array(ScoreCorrection),
  }),
})

export const scoreInspectUpdate = defineRoute({
  method: 'POST',
  path: '/v1/score_inspect/update',
  summary:
    '复核一个题块：改分或维持原分，须写理由；降分由第二人确认后才生效（correction_id 与 decision）；评阅过这份试卷的人不能处理',
  area: 'marking',
  access: can('score.preview', { exam: 'body.exam_id', subject: 'body.subject_id' }),
  body: Type.Object({
    exam_id: Id,
    subject_id: Id,
    candidate_id: Id,
    unit_id: Id,
    /** The mark that was looked at: a correction of another one is refused. */
    version: Type.Integer({ minimum: 0 }),
    scores: Type.Optional(Type.Array(MilliScore, { minItems: 1, maxItems: 100 })),
    reason: Type.Optional(Type.String({ maxLength: 500 })),
    correction_id: Type.Optional(Id),
    decision: Type.Optional(Type.Union([Type.Literal('approve'), Type.Literal('refuse')])),
  }),
  reply: ScoreCorrection,
  errors: [
    'MARKING_UNIT_NOT_FOUND',
    'MARKING_UNIT_NOT_OPEN',
    'MARKING_INSPECT_OWN',
    'MARKING_INSPECT_PENDING',
    'MARKING_INSPECT_SETTLED',
    'MARKING_SECOND_PERSON_NEEDED',
    'MARKING_POINT_COUNT',
    'MARKING_EMPTY_POINT',
    'MARKING_OFF_GRID',
    'MARKING_SCORE_OUT_OF_RANGE',
    'VERSION_CONFLICT',
    'INPUT_INVALID',
  ],
})

const filter = {
  exam_id: Id,
  subject_id: Type.Optional(Id),
  candidate_id: Type.Optional(Id),
  state: Type.Optional(State),
}

export const scoreInspectRecord = defineRoute({
  method: 'GET',
  path: '/v1/score_inspect/record',
  summary: '改分记录：谁在何时因何把哪一题从几分改为几分，由谁确认',
  area: 'marking',
  access: can('score.preview', onExamSubject),
  query: Type.Object({ ...filter, ...paging }),
  reply: listOf(ScoreCorrection),
})

export const scoreInspectExport = defineRoute({
  method: 'GET',
  path: '/v1/score_inspect/export',
  summary: '导出改分记录',
  area: 'marking',
  access: can('score.preview', onExamSubject),
  query: Type.Object(filter),
  replyKind: 'file',
  errors: ['EXPORT_EMPTY'],
})
