import Type from 'typebox'
import {
  AnsweredQuestions,
  BestOfCount,
  Count,
  EntryId,
  MarkImage,
  MarkPoint,
  PaperCheck,
  PaperFlagCode,
  PaperVersion,
  PressedEntry,
  Traces,
} from './marking-parts.ts'
import { ReadAgain } from './marking-read-again.ts'
import {
  can,
  canOrAssigned,
  canOrLeads,
  defineRoute,
  Id,
  listOf,
  MilliScore,
  nullable,
  paging,
  Ratio,
  Time,
} from './route.ts'

/** Supervisors and the block's leader see all of a block; its markers their own readings. */
const onBlock = canOrAssigned('exam.read', { exam: 'query.exam_id', block: 'query.block_id' })

/** A reading that stands, and what became of its paper. */
export const GivenReading = Type.Object({
  task_detail_id: Id,
  unit_id: Id,
  secret_code: Type.String(),
  marker_id: Id,
  marker_name: Type.String(),
  role: Type.String(),
  /** `submitted` or `rejected`. */
  state: Type.String(),
  total_milli: MilliScore,
  unit_state: Type.String(),
  final_milli: nullable(MilliScore),
  active_ms: nullable(Count),
  submitted_at: Time,
  rejections: Count,
  checked: Type.Boolean(),
})

export const trendTaskDetail = defineRoute({
  method: 'GET',
  path: '/v1/marker/trend/task/detail',
  summary: '给分曲线上一点背后的评阅：按教师、分数段、时间筛选（教师在阅卷页查找本人评过的试卷）',
  area: 'marking',
  access: onBlock,
  query: Type.Object({
    exam_id: Id,
    block_id: Id,
    marker_id: Type.Optional(Id),
    /** Totals from, up to and including. */
    low_milli: Type.Optional(MilliScore),
    high_milli: Type.Optional(MilliScore),
    since: Type.Optional(Time),
    until: Type.Optional(Time),
    /** State of the paper, such as `REJECTED`. */
    unit_state: Type.Optional(Type.String({ maxLength: 20 })),
    /** Only the readings that a figure counts, or counts against the marker. */
    kind: Type.Optional(
      Type.Union(
        [
          Type.Literal('apart'),
          Type.Literal('off'),
          Type.Literal('fast'),
          Type.Literal('third'),
          Type.Literal('arbitration'),
          Type.Literal('sent_back'),
          Type.Literal('checked'),
          Type.Literal('checked_today'),
          Type.Literal('corrected'),
        ],
        {
          description:
            'apart 与另一评超过误差阈值、off 与终评超过误差阈值（单评不计）、fast 过快给分、third 进入三评、arbitration 进入仲裁、sent_back 被打回过、checked 已抽查、checked_today 本日抽查过、corrected 抽查时改过分',
        },
      ),
    ),
    /** Only readings that this entry of the rubric, as it stands, was pressed in. */
    entry_id: Type.Optional(EntryId),
    ...paging,
  }),
  reply: Type.Object({
    ...listOf(GivenReading).properties,
    /** Readings that are not listed: their papers wait for the caller, who is not to know who read them. */
    hidden: Count,
  }),
  errors: ['MARKING_LEADERS_ONLY', 'MARKING_BLOCK_NOT_FOUND'],
})

/** Why something can not be done with a paper now, in Chinese; null when it can. */
const Refusal = nullable(Type.String())

export const checkDetail = defineRoute({
  method: 'GET',
  path: '/v1/marker/check/detail',
  summary: '一份评阅的全部情况：图像、各次评阅、终评分、抽查记录，以及可以做的处理',
  area: 'marking',
  access: onBlock,
  query: Type.Object({ exam_id: Id, block_id: Id, task_detail_id: Id }),
  reply: Type.Object({
    task_detail_id: Id,
    unit_id: Id,
    version: PaperVersion,
    subject_id: Id,
    block_id: Id,
    block_name: Type.String(),
    secret_code: Type.String(),
    /** Null where `is_hidden`. */
    marker_id: nullable(Id),
    full_milli: MilliScore,
    tolerance_milli: MilliScore,
    /** Version of the rubric that holds; 0 for none. */
    rubric_version: Count,
    unit_state: Type.String(),
    final_milli: nullable(MilliScore),
    final_source: nullable(Type.String()),
    final_reason: nullable(
      Type.String({ description: 'NR 未作答、ZERO 零分、MISCONDUCT 违纪、VOID 作废' }),
    ),
    points: Type.Array(MarkPoint),
    best_of: BestOfCount,
    /** What of the final mark is each point's, or was given to one that does not count; empty where there is none, or only its sum is known. */
    final_points: Type.Array(MilliScore),
    answered: AnsweredQuestions,
    /** None where the paper speaks of danger: `is_risk`. */
    images: Type.Array(MarkImage),
    is_risk: Type.Boolean({ description: '情绪或安全风险，已转交学校管理员，不显示图像' }),
    /** Waits for the caller's arbitration, and the block keeps from arbitrators who read it: no readings, no checks. */
    is_hidden: Type.Boolean({
      description: '正等待本人仲裁，而题块不让仲裁人看到评阅教师：不列评阅与抽查',
    }),
    /** All readings that stand, in the order of reading. */
    readings: Type.Array(
      Type.Object({
        task_detail_id: Id,
        marker_id: Id,
        marker_name: Type.String(),
        role: Type.String(),
        state: Type.String(),
        scores: Type.Array(MilliScore),
        total_milli: nullable(MilliScore),
        active_ms: nullable(Count),
        submitted_at: nullable(Time),
        rejections: Count,
        /** Its own marker took it back and has not given it again: it does not count. */
        is_taken_back: Type.Boolean(),
        /** Paper flags that the reader set, and what they wrote beside them. */
        flags: Type.Array(PaperFlagCode),
        flag_note: nullable(Type.String()),
        /** Version of the rubric that it was given under, 0 for none; null where that was not kept. */
        rubric_version: nullable(Count),
        /** Entries of the rubric that it was given by. */
        pressed: Type.Array(PressedEntry),
        /** What the reader drew; null when nothing was. */
        traces: nullable(Traces),
      }),
    ),
    checks: Type.Array(PaperCheck),
    read_again: ReadAgain,
    /** Whoever sent it back, as long as that stands and nothing came of it; null otherwise. */
    sent_back: nullable(
      Type.Object({
        by_name: Type.String(),
        at: Time,
        /** Why it can not be taken back, in Chinese; null when it can. */
        withdraw_refusal: Refusal,
      }),
    ),
    refusals: Type.Object({
      agree: Refusal,
      send_back: Refusal,
      correct: Refusal,
      escalate: Refusal,
      reopen: Refusal,
    }),
  }),
  errors: ['MARKING_READING_NOT_FOUND', 'MARKING_LEADERS_ONLY', 'MARKING_BLOCK_NOT_FOUND'],
})

/** How far checking is. Rates have what was checked as their denominator. */
const checking = {
  readings: Count,
  checked: Count,
  checked_today: Count,
  /** Checks that the sample asks for: a share of the readings. */
  target: Count,
  rejected: Count,
  corrected: Count,
  /** Never sent back, of those checked. */
  pass: Ratio,
}

export const checkBlockList = defineRoute({
  method: 'GET',
  path: '/v1/marker/check/block/list',
  summary: '各题块的抽查进度与合格率',
  area: 'marking',
  access: canOrLeads('marking.supervise', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id, subject_id: Type.Optional(Id) }),
  reply: Type.Object({
    list: Type.Array(
      Type.Object({
        block_id: Id,
        block_name: Type.String(),
        subject_id: Id,
        subject_name: Type.String(),
        ...checking,
      }),
    ),
  }),
})

export const checkBlockStatus = defineRoute({
  method: 'GET',
  path: '/v1/marker/check/block/status',
  summary: '一个题块的抽查状态：每位教师已抽查、打回、改分与当日进度',
  area: 'marking',
  access: onBlock,
  query: Type.Object({ exam_id: Id, block_id: Id }),
  reply: Type.Object({
    block_id: Id,
    block_name: Type.String(),
    /** Percent of a marker's readings that are to be checked. */
    share_percent: Count,
    daily_target: Count,
    markers: Type.Array(Type.Object({ marker_id: Id, name: Type.String(), ...checking })),
  }),
  errors: ['MARKING_LEADERS_ONLY', 'MARKING_BLOCK_NOT_FOUND'],
})

export const supervisedSchools = defineRoute({
  method: 'GET',
  path: '/v1/new_marking_process/school/list',
  summary: '阅卷监管：各校试卷的阅卷进度',
  area: 'marking',
  access: can('marking.supervise', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id, subject_id: Type.Optional(Id) }),
  reply: Type.Object({
    updated_at: Time,
    list: Type.Array(
      Type.Object({
        school_id: Id,
        school_name: Type.String(),
        subject_id: Id,
        subject_name: Type.String(),
        /** Candidates who may have a sheet, and how many of them have one. */
        expected: Count,
        scanned: Count,
        /** Papers (candidate and block), and how many have a final mark. */
        units: Count,
        done: Count,
        marking_progress: Type.Number({ description: '完成百分比，截断到两位小数' }),
        mean_milli: nullable(Type.Number()),
      }),
    ),
  }),
})
