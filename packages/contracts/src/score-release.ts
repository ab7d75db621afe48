import {
  RELEASE_AUDIENCES,
  RELEASE_STATES,
  RELEASE_TARGETS,
  type ReleaseAudience,
  type ReleaseState,
  type ReleaseTarget,
} from '@hengjuan/domain'
import Type from 'typebox'
import { can, defineRoute, done, Id, nullable, Time } from './route.ts'

const Audience = Type.Enum(Object.keys(RELEASE_AUDIENCES) as ReleaseAudience[])

export const createSnapshot = defineRoute({
  method: 'POST',
  path: '/v1/snapshot/create',
  summary: '合成成绩并发布：生成不可更改的成绩版本，发布指向该版本',
  area: 'reports',
  access: can('score.publish', { exam: 'body.exam_id' }),
  body: Type.Object({
    exam_id: Id,
    /** The exam's name typed by the person who publishes. */
    confirm_name: Type.String(),
    /** Needed when the gate is not clean; printed on the snapshot. */
    override_reason: Type.Optional(Type.String({ minLength: 4, maxLength: 200 })),
    audiences: Type.Optional(
      Type.Array(Audience, {
        maxItems: 3,
        description: '立即可见的对象；缺省为全部，学校领导总是可见，学生不早于教师',
      }),
    ),
    at: Type.Optional(Type.String({ maxLength: 40, description: '学生与家长定时可见的时间' })),
    /** What the version is called, 「更正英语第 12 题」. */
    name: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  reply: Type.Object({ snapshot_id: Id, version: Type.Integer(), published_at: Time }),
  errors: [
    'PUBLISH_INCOMPLETE',
    'PUBLISH_NAME_MISMATCH',
    'SNAPSHOT_UNCHANGED',
    'RELEASE_TEACHERS_FIRST',
    'RELEASE_AT_PAST',
  ],
})

const Target = Type.Enum(Object.keys(RELEASE_TARGETS) as ReleaseTarget[])

const Release = Type.Object({
  release_id: Id,
  snapshot_id: Id,
  version: Type.Integer(),
  audience: Target,
  state: Type.Enum(Object.keys(RELEASE_STATES) as ReleaseState[]),
  at: Time,
  note: Type.String(),
  reason: Type.String(),
  by_name: Type.String(),
  /** A newer version than the one that is planned, which nobody has decided about; null without one. */
  newer: nullable(Type.Object({ snapshot_id: Id, version: Type.Integer() })),
})

export const listReleases = defineRoute({
  method: 'GET',
  path: '/v1/snapshot/release',
  summary: '成绩对哪些人、在什么时候发布：已发布、已排定和过去的安排',
  area: 'reports',
  access: can('score.preview', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id }),
  reply: Type.Object({
    /** Whether teachers, and which version students, see now. */
    teachers_told: Type.Boolean(),
    student_version: nullable(Type.Integer()),
    book_version: nullable(Type.Integer()),
    /** Students who have looked at their result of this exam. */
    looked: Type.Integer(),
    list: Type.Array(Release),
  }),
})

export const planRelease = defineRoute({
  method: 'POST',
  path: '/v1/snapshot/release',
  summary:
    '安排成绩或学生错题本（book）的发布：schedule 定时，now 立即，cancel 取消排定，keep 排定的版本不变，withdraw 撤回',
  area: 'reports',
  access: can('score.publish', { exam: 'body.exam_id' }),
  body: Type.Object({
    exam_id: Id,
    action: Type.Enum(['schedule', 'now', 'cancel', 'keep', 'withdraw']),
    audience: Type.Enum(['teachers', 'students', 'book']),
    snapshot_id: Type.Optional(Id),
    release_id: Type.Optional(Id),
    at: Type.Optional(Type.String({ maxLength: 40 })),
    note: Type.Optional(Type.String({ maxLength: 200 })),
    reason: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  reply: done,
  errors: [
    'SNAPSHOT_NOT_FOUND',
    'RELEASE_STAFF_FIRST',
    'RELEASE_TEACHERS_FIRST',
    'RELEASE_AT_PAST',
    'RELEASE_NOT_OPEN',
    'INPUT_INVALID',
  ],
})

export const listSnapshots = defineRoute({
  method: 'GET',
  path: '/v1/snapshot/list',
  summary: '一场考试的成绩版本',
  area: 'reports',
  access: can('score.preview', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id }),
  reply: Type.Array(
    Type.Object({
      snapshot_id: Id,
      version: Type.Integer(),
      name: nullable(Type.String()),
      created_at: Time,
      created_by_name: Type.String(),
      candidates: Type.Integer(),
      override_reason: nullable(Type.String()),
      published: Type.Boolean(),
    }),
  ),
})

/** Moves the pointer of what is released: to a version, or to none. */
export const updatePublishStatus = defineRoute({
  method: 'POST',
  path: '/v1/score_report_preview/update_status',
  summary: '发布某个成绩版本，或撤回发布（snapshot_id 为 null）',
  area: 'reports',
  access: can('score.publish', { exam: 'body.exam_id' }),
  body: Type.Object({
    exam_id: Id,
    snapshot_id: nullable(Id),
    reason: Type.String({ minLength: 2, maxLength: 200 }),
  }),
  reply: done,
  errors: ['SNAPSHOT_NOT_FOUND', 'PUBLISH_NOT_PUBLISHED', 'PUBLISH_ALREADY'],
})
