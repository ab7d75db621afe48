import { MARKER_LIMIT_RANGES } from '@hengjuan/domain'
import Type from 'typebox'
import { can, defineRoute, Id, nullable } from './route.ts'

const between = ([minimum, maximum]: readonly [number, number], description: string) =>
  Type.Number({ minimum, maximum, description })

const MarkerLimitsShape = Type.Object({
  errors: between(MARKER_LIMIT_RANGES.errors, '宽严度、前后变化：超过几倍标准误才提示'),
  lone_errors: between(
    MARKER_LIMIT_RANGES.loneErrors,
    '前后变化在没有另一评可以对照时：趋势超过几倍标准误才提示；不大于 errors 时不看趋势',
  ),
  share_percent: between(
    MARKER_LIMIT_RANGES.sharePercent,
    '宽严度、前后变化：超过满分的百分之几才提示',
  ),
  consistency_percent: between(
    MARKER_LIMIT_RANGES.consistencyPercent,
    '与终评一致率低于百分之几时提示',
  ),
  seed_percent: between(MARKER_LIMIT_RANGES.seedPercent, '种子卷合格率低于百分之几时提示'),
  fast_percent: between(MARKER_LIMIT_RANGES.fastPercent, '过快给分超过百分之几时提示'),
})

const MarkerLimitsView = Type.Object({
  limits: MarkerLimitsShape,
  /** What holds where the exam has no limits of its own. */
  usual: MarkerLimitsShape,
})

export const markerLimitsGet = defineRoute({
  method: 'GET',
  path: '/v1/marker/limits',
  summary: '本场考试判断阅卷教师状态（正常、注意、需查看）的界限',
  area: 'marking',
  access: can('marking.supervise', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id }),
  reply: MarkerLimitsView,
})

export const markerLimitsSet = defineRoute({
  method: 'POST',
  path: '/v1/marker/limits',
  summary: '设置本场考试判断阅卷教师状态的界限；limits 为 null 时恢复默认',
  area: 'marking',
  access: can('exam.manage', { exam: 'body.exam_id' }),
  body: Type.Object({ exam_id: Id, limits: nullable(MarkerLimitsShape) }),
  reply: MarkerLimitsView,
})
