import Type from 'typebox'
import { Allocation, SchoolGaps } from './marking-allocation.ts'
import { Count, Flag01, MarkScopeCode, SchoolGroups, Unreached } from './marking-parts.ts'
import { can, defineRoute, Id, nullable } from './route.ts'

const inSubject = { exam: 'body.exam_id', subject: 'body.subject_id' } as const
const onSubject = { exam: 'query.exam_id', subject: 'query.subject_id' } as const
const Person = Type.Object({ user_id: Id, name: Type.String() })

export const allocationBlocks = defineRoute({
  method: 'GET',
  path: '/v1/joint/task/alloc/allBlock',
  summary: '一个科目全部题块的任务分配：份数、方式、人数、任务量合计与校验结果',
  area: 'joint exams',
  access: can('marking.supervise', onSubject),
  query: Type.Object({ exam_id: Id, subject_id: Id }),
  reply: Type.Object({
    exam_name: Type.String(),
    subject_name: Type.String(),
    /** Subjects of the exam that the role reaches, this one among them: from where to copy. */
    subjects: Type.Array(Type.Object({ subject_id: Id, name: Type.String() })),
    blocks: Type.Array(
      Type.Object({
        block_id: Id,
        block_name: Type.String(),
        status: Type.String(),
        mark_mode: Type.Integer(),
        alloc_mode: Type.Integer(),
        quotas_are_weights: Flag01,
        mark_scope: MarkScopeCode,
        group_count: Count,
        units: Count,
        /** First and second readings that there are to give, by whomever. */
        readings: Count,
        markers_needed: Type.Integer(),
        /** First and second readings done, by everybody. */
        done: Count,
        /** Targets of whoever gets papers, and what those did who are stopped; null where nobody has a target. */
        given: nullable(Count),
        markers: Type.Array(Person),
        suspended_count: Count,
        /** Of `done`, by those who are stopped. */
        stopped_done: Count,
        leaders: Type.Array(Person),
        /** Of those at work and who arbitrate, whose account is out of use or has no role for it any more. */
        unable: Type.Array(Person),
        needs_leader: Flag01,
        problems: Type.Array(Type.String()),
        /** Schools and classes whose papers fewer of its markers may read than one paper needs. */
        school_gaps: SchoolGaps,
      }),
    ),
  }),
})

/** What a change comes to in one block, row by row. */
const AllocationDiff = Type.Object({
  block_id: Id,
  block_name: Type.String(),
  rows: Type.Array(
    Type.Object({
      what: Type.Union([
        Type.Literal('mode'),
        Type.Literal('scope'),
        Type.Literal('marker'),
        Type.Literal('leader'),
      ]),
      /** Of the person, or of what is set. */
      name: Type.String(),
      result: Type.Union([
        Type.Literal('add'),
        Type.Literal('change'),
        Type.Literal('stop'),
        Type.Literal('remove'),
        Type.Literal('same'),
      ]),
      before: Type.String(),
      after: Type.String(),
      note: Type.String(),
    }),
  ),
  /** Why it cannot be saved, in Chinese; empty where it can. */
  problem: Type.String(),
  /** Of a preview: what its markers could not do then; null where nothing, and once it is saved. */
  unreached: nullable(Unreached),
})

const AllocationDiffs = Type.Object({
  applied: Flag01,
  /** Names what is shown: sent back with the change, it is refused when something else would happen. */
  stamp: Type.String(),
  blocks: Type.Array(AllocationDiff),
})

const asked = {
  exam_id: Id,
  subject_id: Id,
  /** The blocks that are changed. */
  block_ids: Type.Array(Id, { minItems: 1, maxItems: 200 }),
  preview: Type.Optional(Flag01),
  stamp: Type.Optional(Type.String({ maxLength: 64 })),
}
const refusals = [
  'MARKING_ALLOCATION_CHANGED',
  'MARKING_BLOCK_NOT_FOUND',
  'MARKING_MARKERS_TOO_FEW',
  'MARKING_QUOTA_SHORT',
  'MARKING_QUOTA_OVER',
  'MARKING_WEIGHT_INVALID',
  'MARKING_SCOPE_CONTRADICTS',
  'MARKING_GROUPS_MISSING',
  'STAFF_NOT_FOUND',
] as const

export const allocationCopy = defineRoute({
  method: 'POST',
  path: '/v1/joint/task/alloc/copy',
  summary:
    '把一个题块（可为同一考试的其他科目）的分配复制到几个题块；preview 为 1 时只给出逐项差异，不保存',
  area: 'joint exams',
  access: can('marking.setup', inSubject),
  body: Type.Object({
    ...asked,
    from_block_id: Id,
    parts: Type.Array(
      Type.Union([Type.Literal('markers'), Type.Literal('leaders'), Type.Literal('scope')]),
      { minItems: 1, maxItems: 3, description: '复制哪些：阅卷教师与任务、仲裁教师、阅卷范围' },
    ),
  }),
  reply: AllocationDiffs,
  errors: refusals,
})

export const allocationBatch = defineRoute({
  method: 'POST',
  path: '/v1/joint/task/alloc/batch',
  summary:
    '给几个题块一次安排教师与分配方式：添加到原有教师中，或取代原有教师；preview 为 1 时只给出差异',
  area: 'joint exams',
  access: can('marking.setup', inSubject),
  body: Type.Object({
    ...asked,
    how: Type.Union([Type.Literal('add'), Type.Literal('replace')]),
    /** Absent: as each block has it. Quotas are typed block by block, so a batch has weights only. */
    alloc_mode: Type.Optional(Type.Integer({ minimum: 1, maximum: 3 })),
    /** Absent: nobody marks otherwise than before. */
    markers: Type.Optional(
      Type.Array(
        Type.Object({
          marker_id: Id,
          weight: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
        }),
        { maxItems: 500 },
      ),
    ),
    leader_ids: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  }),
  reply: AllocationDiffs,
  errors: refusals,
})

export const allocationMasters = defineRoute({
  method: 'GET',
  path: '/v1/joint/task/alloc/master',
  summary: '一个科目各题块的题组长（仲裁教师）',
  area: 'joint exams',
  access: can('marking.supervise', onSubject),
  query: Type.Object({ exam_id: Id, subject_id: Id }),
  reply: Type.Array(
    Type.Object({
      block_id: Id,
      block_name: Type.String(),
      needs_leader: Flag01,
      leaders: Type.Array(Person),
    }),
  ),
})

export const allocationMastersSet = defineRoute({
  method: 'POST',
  path: '/v1/joint/task/alloc/master',
  summary: '设置一个题块的题组长（仲裁教师），阅卷教师不变',
  area: 'joint exams',
  access: can('marking.setup', { block: 'body.block_id' }),
  body: Type.Object({ block_id: Id, leader_ids: Type.Array(Id, { maxItems: 100 }) }),
  reply: Type.Array(Person),
  errors: ['STAFF_NOT_FOUND', 'MARKING_ARBITRATOR_MISSING'],
})

export const allocationGroups = defineRoute({
  method: 'GET',
  path: '/v1/joint/task/alloc/groups',
  summary: '一个题块的阅卷范围与教师组：哪些学校的试卷由哪些教师评阅',
  area: 'joint exams',
  access: can('marking.supervise', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id }),
  reply: Type.Object({
    mark_scope: MarkScopeCode,
    groups: SchoolGroups,
    schools: Type.Array(Type.Object({ school_id: Id, name: Type.String(), count: Count })),
    markers: Type.Array(Person),
  }),
})

export const allocationGroupsSet = defineRoute({
  method: 'POST',
  path: '/v1/joint/task/alloc/groups',
  summary: '保存几个题块的阅卷范围与教师组；preview 为 1 时只给出差异与将无人可评的试卷，不保存',
  area: 'joint exams',
  access: can('marking.setup', inSubject),
  body: Type.Object({ ...asked, mark_scope: MarkScopeCode, groups: SchoolGroups }),
  reply: AllocationDiffs,
  errors: refusals,
})

export const allocationRealloc = defineRoute({
  method: 'POST',
  path: '/v1/joint/task/alloc/realloc',
  summary:
    '更换或停止教师并重新分配剩余任务：已完成的评阅不变，停止者手中的试卷收回；preview 为 1 时只给出结果',
  area: 'joint exams',
  access: can('marking.setup', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    changes: Type.Array(
      Type.Object({
        marker_id: Id,
        /** Who takes over; absent where nobody does. */
        by_id: Type.Optional(Id),
      }),
      { maxItems: 500 },
    ),
    sharing: Type.Union([Type.Literal('keep'), Type.Literal('even'), Type.Literal('pace')], {
      description:
        'keep 各人任务量不变，空出的由接替者承担或按任务量比例分给其他人；even 剩余任务平均分；pace 剩余任务按已评份数分',
    }),
    preview: Type.Optional(Flag01),
    /** Of the allocation from which what would happen was shown. */
    stamp: asked.stamp,
  }),
  reply: Type.Object({
    applied: Flag01,
    /** Papers taken back from whoever stopped; in a preview, those that would be. */
    recalled: Count,
    people: Type.Array(
      Type.Object({
        marker_id: Id,
        name: Type.String(),
        done: Count,
        claimed: Count,
        stopped: Flag01,
        target_before: nullable(Count),
        target_after: nullable(Count),
      }),
    ),
    allocation: Allocation,
  }),
  errors: [
    'MARKING_ALLOCATION_CHANGED',
    'MARKING_MARKERS_TOO_FEW',
    'MARKING_QUOTA_SHORT',
    'MARKING_QUOTA_OVER',
    'STAFF_NOT_FOUND',
  ],
})
