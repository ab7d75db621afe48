import Type from 'typebox'
import { can, defineRoute, Id, nullable, Time } from './route.ts'

const ACT_KINDS = ['publish', 'move', 'withdraw', 'key', 'settings', 'clear', 'restore'] as const
const ACT_STEPS = [
  'wait',
  'lock',
  'score',
  'gather',
  'rows',
  'draw',
  'order',
  'unlock',
  'blank',
  'clear',
  'restore',
] as const

export type ActKind = (typeof ACT_KINDS)[number]
export type ActStep = (typeof ACT_STEPS)[number]

/** In the memory of the server that is asked: one of several nodes knows its own alone. */
export const runningActs = defineRoute({
  method: 'GET',
  path: '/v1/marker/acts',
  summary:
    '一场考试正在进行的耗时操作（发布、撤回、改答案、保存阅卷设置、清空题块）：谁在做、到哪一步、完成多少',
  area: 'marking',
  access: can('marking.supervise', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id }),
  reply: Type.Array(
    Type.Object({
      kind: Type.Enum([...ACT_KINDS]),
      subject_id: nullable(Id),
      block_id: nullable(Id),
      by_name: Type.String(),
      started_at: Time,
      /** Null before the first one. */
      step: nullable(Type.Enum([...ACT_STEPS])),
      done: Type.Integer(),
      /** 0 where the step counts nothing. */
      total: Type.Integer(),
    }),
  ),
})
