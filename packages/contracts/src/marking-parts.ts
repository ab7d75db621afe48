import { ANNOTATION_LIMITS, PAPER_FLAGS, RUBRIC_LIMITS } from '@hengjuan/domain'
import Type from 'typebox'
import { Id, MilliScore, nullable, Time } from './route.ts'

export const Count = Type.Integer({ minimum: 0 })
export const Flag01 = Type.Integer({ minimum: 0, maximum: 1 })
export const IdemKey = Type.String({
  minLength: 8,
  maxLength: 64,
  description: '同一次提交的唯一编号',
})

/** A row that is scored by itself. For an optional question only those of the chosen one are served. */
export const MarkPoint = Type.Object({
  id: Id,
  question_no: nullable(Type.String()),
  name: Type.String(),
  full_milli: MilliScore,
  step_milli: MilliScore,
})

/** Where every optional question is marked: how many of them count, the best; null where all points count. */
export const BestOfCount = nullable(Type.Integer({ minimum: 1 }))

/** The optional questions that a paper is marked for: 第2题; null where all questions of the block are. */
export const AnsweredQuestions = nullable(Type.String())

export const MarkScopeCode = Type.Union(
  [Type.Literal('mixed'), Type.Literal('own_school'), Type.Literal('group')],
  { description: '阅卷范围：混阅、各校阅各校、指定学校的教师组' },
)

export const SchoolGroups = Type.Array(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 40 }),
    school_ids: Type.Array(Id, { minItems: 1, maxItems: 500 }),
    marker_ids: Type.Array(Id, { minItems: 1, maxItems: 500 }),
  }),
  { maxItems: 100, description: '哪些学校的试卷由哪些教师评阅（范围为指定学校的教师组时）' },
)

/** What is remarkable about how a paper came by its mark. */
export const UnitFlagCode = Type.Union(
  [Type.Literal('over_tolerance'), Type.Literal('forced_pair'), Type.Literal('sheet_gone')],
  {
    description:
      'over_tolerance 分差超阈值仍合分、forced_pair 三评仍超阈值、sheet_gone 评阅后答题卡已不在',
  },
)

export const UnitFlagCounts = Type.Object({
  over_tolerance: Count,
  forced_pair: Count,
  sheet_gone: Count,
})

/** How the marking page behaves. @source specification, section 9 */
export const MarkPageSettings = Type.Object({
  score_type: Type.Integer({ minimum: 1, maximum: 3, description: '1 鼠标 2 键盘 3 两者' }),
  add_type: Type.Integer({ minimum: 0, maximum: 1, description: '0 累加 1 扣减' }),
  submit_type: Type.Integer({ minimum: 1, maximum: 2, description: '1 自动提交 2 手动提交' }),
  traces: Type.Integer({ minimum: 0, maximum: 1, description: '0 关闭痕迹 1 保留痕迹' }),
})

export const MarkImage = Type.Object({
  url: Type.String(),
  hash: Type.String(),
  width_px: Type.Integer(),
  height_px: Type.Integer(),
})

/** The answer areas of a sheet. Name and number lie outside of them. */
export const SheetAnswers = Type.Array(
  Type.Object({
    block_name: Type.String(),
    /** The block that is being marked. */
    is_own: Type.Boolean(),
    images: Type.Array(MarkImage),
  }),
)

const Coordinate = Type.Integer({
  minimum: -ANNOTATION_LIMITS.coordinate,
  maximum: ANNOTATION_LIMITS.coordinate,
})
const part = Type.Integer({ minimum: 0, maximum: ANNOTATION_LIMITS.parts - 1 })
const placed = { part, x: Coordinate, y: Coordinate }

/** Vector annotations of a reading, in pixels of the images of its paper. @source ui D2 (traces) */
export const Traces = Type.Array(
  Type.Union([
    Type.Object({
      kind: Type.Literal('pen'),
      part,
      points: Type.Array(Coordinate, { minItems: 2, maxItems: ANNOTATION_LIMITS.lineNumbers }),
    }),
    Type.Object({ kind: Type.Literal('tick'), ...placed }),
    Type.Object({ kind: Type.Literal('cross'), ...placed }),
    Type.Object({ kind: Type.Literal('half'), ...placed }),
    Type.Object({
      kind: Type.Literal('text'),
      ...placed,
      text: Type.String({ minLength: 1, maxLength: ANNOTATION_LIMITS.text }),
    }),
    Type.Object({
      kind: Type.Literal('stamp'),
      ...placed,
      milli: Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 }),
      point: Type.Integer({ minimum: 0, maximum: 99 }),
    }),
  ]),
  {
    maxItems: ANNOTATION_LIMITS.marks,
    description: '阅卷痕迹：坐标为切图像素，与缩放、旋转无关；题块未开启痕迹时不保存',
  },
)

export const EntryId = Type.String({ minLength: 1, maxLength: 40, pattern: '^[0-9A-Za-z-]+$' })

/** An entry of the rubric that a reading was given by, as it stood in the version of that reading. */
export const PressedEntry = Type.Object({
  entry_id: EntryId,
  point_name: Type.String(),
  text: Type.String(),
  /** What it gives the point; below zero for what it takes away. */
  milli: Type.Integer(),
})

/** What a person gives a paper. */
export const judgement = {
  scores: Type.Array(nullable(Type.Integer()), { maxItems: 100 }),
  flags: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 8 })),
  active_ms: Type.Optional(Count),
  traces: Type.Optional(nullable(Traces)),
  rubric_version: Type.Optional(
    Type.Integer({ minimum: 0, description: '给分时页面显示的评分标准版本；不填时为现行版本' }),
  ),
  pressed_entries: Type.Optional(
    Type.Array(EntryId, {
      maxItems: RUBRIC_LIMITS.entries,
      description: '按下的给分依据，编号属于给分时的评分标准版本',
    }),
  ),
}

/** A flag that does not stop marking. @source domain rules 6.3 */
export const PaperFlagCode = Type.Union(
  [
    Type.Literal('excellent'),
    Type.Literal('typical'),
    Type.Literal('typical_mistake'),
    Type.Literal('doubtful'),
  ],
  {
    description: Object.entries(PAPER_FLAGS)
      .map(([code, name]) => `${code} ${name}`)
      .join('、'),
  },
)

/** What a marker writes beside the paper flags; kept only with one. @source domain rules 6.3 */
export const flagNote = { flag_note: Type.Optional(Type.String({ maxLength: 200 })) }

/** How often people checked or decided a paper: sent back with a verdict, it tells whether somebody did since. */
export const PaperVersion = Type.Integer({
  minimum: 0,
  description: '试卷被抽查和处理的次数；提交抽查结果时带回，期间有人处理过则不采纳',
})

/** What was said of a reading when it was checked. */
export const PaperCheck = Type.Object({
  marker_name: Type.String(),
  checker_name: Type.String(),
  score_milli: MilliScore,
  is_rejected: Count,
  is_marked: Count,
  reject_milli: nullable(MilliScore),
  comment: Type.String(),
  checked_at: Time,
  /** When a leader withdrew its correction. */
  withdrawn_at: nullable(Time),
})

/** Whose papers they are. */
export const PaperOrigin = Type.Object({
  school_id: Id,
  /** Of the school. */
  name: Type.String(),
  class_name: nullable(
    Type.String({
      description: '因任课教师回避本班而缺教师的班级，联考时带学校名；null 为按学校计',
    }),
  ),
})

/** Work of a block that its markers can not do, by whose papers they may read. */
export const Unreached = Type.Object({
  block_id: Id,
  block_name: Type.String(),
  /** First and second readings that nobody may give, or only those who are at their target by then. */
  schools: Type.Array(Type.Object({ ...PaperOrigin.properties, readings: Count })),
  /** Who may not read as many papers as they are to, and how many they can come to. */
  markers: Type.Array(
    Type.Object({ marker_id: Id, name: Type.String(), target: Count, most: Count }),
  ),
})
