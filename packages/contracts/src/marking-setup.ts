import Type from 'typebox'
import { DeadlineTime } from './marking-balance.ts'
import { Count, Flag01, Unreached } from './marking-parts.ts'
import {
  can,
  canOrLeads,
  defineRoute,
  done,
  Id,
  type InputOf,
  MilliScore,
  nullable,
  Time,
} from './route.ts'
import { editable, SubjectRound, BlockSettings } from './block-settings.ts'

const onSubject = { exam: 'query.exam_id', subject: 'query.subject_id' } as const

export const blockSettingsGet = defineRoute({
  method: 'GET',
  path: '/v1/marker/batch/question/set',
  summary: '一个科目各题块的阅卷设置',
  area: 'marking',
  access: can('marking.supervise', onSubject),
  query: Type.Object({ exam_id: Id, subject_id: Id }),
  reply: Type.Object({
    exam_name: Type.String(),
    subject_name: Type.String(),
    /** Schools of the candidates, with how many of them sit in the subject. */
    schools: Type.Array(Type.Object({ school_id: Id, name: Type.String(), count: Count })),
    subject_round: SubjectRound,
    /** When the marking of the blocks is to be done; a block's own time wins. */
    marking_deadline: nullable(Time),
    /** The exam that this one was copied from, where it marks the subject as well: its settings can be taken over. */
    copied_from: nullable(Type.Object({ exam_id: Id, name: Type.String() })),
    blocks: Type.Array(BlockSettings),
  }),
})

export const toleranceGaps = defineRoute({
  method: 'GET',
  path: '/v1/marker/batch/question/gaps',
  summary:
    '一个题块两评相差多少、各有多少对，供选择误差阈值；本题块没有双评时取本校以前考试同科目同满分的题块',
  area: 'marking',
  access: can('marking.supervise', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id }),
  reply: Type.Object({
    source: Type.Union([Type.Literal('own'), Type.Literal('earlier'), Type.Literal('none')], {
      description: 'own 本题块、earlier 以前考试的题块、none 没有可参考的双评',
    }),
    /** Whose pairs they are; empty without any. */
    exam_name: Type.String(),
    block_name: Type.String(),
    /** Does `point_gaps_milli` speak of the points of the block that was asked for? */
    has_points: Type.Boolean(),
    pair_count: Count,
    /** The closest first. */
    gaps: Type.Array(
      Type.Object({
        gap_milli: MilliScore,
        /** In the order of the points of the block. */
        point_gaps_milli: Type.Array(MilliScore),
        count: Count,
      }),
    ),
  }),
})

export const blockSettingsSet = defineRoute({
  method: 'POST',
  path: '/v1/marker/batch/question/set',
  summary:
    '保存多个题块的阅卷设置、科目总分取整和科目阅卷期限；已有评阅的题块不能改评卷方式，成绩发布后不能改总分取整；preview=1 不保存，只列出按这些设置没有教师可评的评阅和无法完成的任务量',
  area: 'marking',
  access: can('marking.setup', { exam: 'body.exam_id', subject: 'body.subject_id' }),
  body: Type.Object({
    exam_id: Id,
    subject_id: Id,
    blocks: Type.Array(
      Type.Object({
        block_id: Id,
        ...Type.Partial(Type.Object(editable)).properties,
        /** Refused where one of these is another by now. Not said, it is not asked. */
        seen: Type.Optional(
          Type.Partial(Type.Object(editable), {
            description: '修改之前看到的值；其中有一项已被他人改为别的值时不保存',
          }),
        ),
      }),
      { maxItems: 200 },
    ),
    subject_round: Type.Optional(SubjectRound),
    /** Null takes it away. */
    marking_deadline: Type.Optional(nullable(DeadlineTime)),
    /** Refused where what is set of these is another by now. Not said, it is not asked. */
    subject_seen: Type.Optional(
      Type.Partial(
        Type.Object({ subject_round: SubjectRound, marking_deadline: nullable(DeadlineTime) }),
        { description: '修改之前看到的科目总分取整和阅卷期限；已被他人改为别的值时不保存' },
      ),
    ),
    /** 1 saves nothing and says what the settings of the blocks would put out of reach. */
    preview: Type.Optional(Flag01),
  }),
  reply: Type.Object({
    ...done.properties,
    /** Blocks with work that nobody could do; only where it was asked for. */
    unreached: Type.Array(Unreached),
    subject_round: SubjectRound,
    marking_deadline: nullable(Time),
  }),
  errors: [
    'EXAM_PUBLISHED',
    'MARKING_BLOCK_NOT_FOUND',
    'MARKING_TOLERANCE_INVALID',
    'MARKING_POINT_TOLERANCE_INVALID',
    'MARKING_POINT_UNKNOWN',
    'MARKING_SETTINGS_LOCKED',
    'MARKING_SETTINGS_HELD',
    'MARKING_SETTINGS_CHANGED',
    'SUBJECT_SETTINGS_CHANGED',
    'MARKING_SCOPE_CONTRADICTS',
    'MARKING_GROUPS_MISSING',
  ],
})

type SettingsPatch = InputOf<typeof blockSettingsSet>['body']['blocks'][number]

/**
 * Do settings say who reads which paper, or how often one is read? Only then can they put work out of reach; not
 * where they ask for one reading of each, or keep nobody from a class.
 */
export const setsReach = (patch: Omit<SettingsPatch, 'block_id'>): boolean =>
  patch.mark_scope !== undefined ||
  patch.school_groups !== undefined ||
  patch.avoid_own_school !== undefined ||
  (patch.avoid_own_class !== undefined && patch.avoid_own_class !== 0) ||
  (patch.mark_mode !== undefined && patch.mark_mode !== 0) ||
  patch.double_ratio !== undefined

export const markingConfirm = defineRoute({
  method: 'POST',
  path: '/v1/marker/confirm',
  summary: '确认阅卷设置并开启阅卷（不填题块时为全部题块）',
  area: 'marking',
  access: can('marking.setup', { exam: 'body.exam_id', subject: 'body.subject_id' }),
  body: Type.Object({ exam_id: Id, subject_id: Id, block_ids: Type.Optional(Type.Array(Id)) }),
  reply: Type.Object({ opened: Count }),
  errors: ['MARKING_BLOCK_NOT_READY', 'MARKING_BLOCK_NOT_FOUND'],
})

export const blockStatusSet = defineRoute({
  method: 'POST',
  path: '/v1/questionmaster/status',
  summary:
    '开启、暂停、结束题块阅卷，或收回未提交的试卷（可指定一位教师）；题组长不能开启还没有确认阅卷设置的题块',
  area: 'marking',
  access: canOrLeads('marking.setup', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    action: Type.Union([
      Type.Literal('open'),
      Type.Literal('pause'),
      Type.Literal('close'),
      Type.Literal('recall'),
    ]),
    marker_id: Type.Optional(Id),
  }),
  reply: Type.Object({ status: Type.String(), recalled: Count }),
  errors: [
    'MARKING_BLOCK_UNCONFIRMED',
    'MARKING_MARKERS_TOO_FEW',
    'MARKING_QUOTA_SHORT',
    'MARKING_ARBITRATOR_MISSING',
  ],
})
