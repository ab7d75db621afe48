import Type from 'typebox'
import { Count } from './marking-parts.ts'
import { canOrAssigned, defineRoute, Id, nullable } from './route.ts'

const list = {
  /** Markers for whom papers wait that were sent back or taken back; those who are gone first. */
  list: Type.Array(
    Type.Object({
      marker_id: Id,
      name: Type.String(),
      gone: nullable(
        Type.Union([Type.Literal('stopped'), Type.Literal('removed'), Type.Literal('disabled')], {
          description: 'stopped 已停止分配、removed 不在本题块、disabled 账号已停用；null 仍在阅卷',
        }),
      ),
      count: Count,
    }),
  ),
}

export const markerWaiting = defineRoute({
  method: 'GET',
  path: '/v1/marker/waiting',
  summary: '等待重评的试卷：各阅卷教师的份数，以及教师是否已停止阅卷',
  area: 'marking',
  access: canOrAssigned('exam.read', { exam: 'query.exam_id', block: 'query.block_id' }),
  query: Type.Object({ exam_id: Id, block_id: Id }),
  reply: Type.Object(list),
  errors: ['MARKING_NOT_ASSIGNED', 'MARKING_BLOCK_NOT_FOUND'],
})

export const markerWaitingSet = defineRoute({
  method: 'POST',
  path: '/v1/marker/waiting',
  summary:
    '停止阅卷的教师没有重评的试卷：转仲裁（arbitration），或由其他教师代替评阅（others）；可只处理指定的教师或试卷',
  area: 'marking',
  access: canOrAssigned('exam.read', { exam: 'body.exam_id', block: 'body.block_id' }),
  body: Type.Object({
    exam_id: Id,
    block_id: Id,
    to: Type.Union([Type.Literal('arbitration'), Type.Literal('others')]),
    marker_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 200 })),
    unit_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1000 })),
  }),
  reply: Type.Object({
    /** Papers that went there, and those that could not, with why and how many. */
    changed: Count,
    refused: Count,
    reasons: Type.Array(Type.Object({ msg: Type.String(), count: Count })),
    ...list,
  }),
  errors: ['MARKING_WAITING_NOTHING', 'MARKING_NOT_ASSIGNED', 'MARKING_BLOCK_NOT_FOUND'],
})
