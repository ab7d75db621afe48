import Type from 'typebox'
import { canOrLeads, defineRoute, Id, nullable, Time } from './route.ts'

const ACT_KINDS = [
  'publish',
  'move',
  'withdraw',
  'key',
  'sheet',
  'settings',
  'clear',
  'restore',
  'return',
  'return_undo',
  'rescore',
  'screen',
  'draw',
  'order',
  'take_up',
] as const
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
  'return',
] as const

export type ActKind = (typeof ACT_KINDS)[number]
export type ActStep = (typeof ACT_STEPS)[number]

/** Those of all nodes; what another node runs is told a second behind. */
export const runningActs = defineRoute({
  method: 'GET',
  path: '/v1/marker/acts',
  summary:
    '一场考试正在进行的耗时操作（发布、撤回、改答案、改答题卡、保存阅卷设置、清空题块、整批打回，以及重启后接着完成的）：谁在做、到哪一步、完成多少',
  area: 'marking',
  access: canOrLeads('marking.supervise', { exam: 'query.exam_id' }),
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
