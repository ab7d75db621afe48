import Type from 'typebox'
import { MarkImage, PaperFlagCode } from './marking-parts.ts'
import { can, defineRoute, Id, inJoint, MilliScore } from './route.ts'

export const reportExamples = defineRoute({
  method: 'GET',
  path: '/v1/scorereport/little/examples',
  summary: '小题的作答示例：题组长选出的优秀、典型、典型错误等作答，只有切块图像，不含考生身份',
  area: 'reports',
  access: inJoint(
    can('report.read', { exam: 'query.exam_id', subject: 'query.subject_id' }),
    'member',
    'region',
  ),
  query: Type.Object({ exam_id: Id, subject_id: Id }),
  reply: Type.Object({
    list: Type.Array(
      Type.Object({
        example_id: Id,
        block_name: Type.String(),
        /** Questions that the answer is to, as the rows of the table name them. */
        question_nos: Type.Array(Type.String()),
        flag: PaperFlagCode,
        /** The leader's words; may be empty. */
        comment: Type.String(),
        score_milli: MilliScore,
        full_milli: MilliScore,
        images: Type.Array(MarkImage),
      }),
    ),
  }),
  errors: ['SCORE_NOT_RELEASED'],
})
