import Type from 'typebox'
import { examParams, onExam } from './exam-params.ts'
import { can, defineRoute, done, Id, MilliScore } from './route.ts'

export const examMarkers = defineRoute({
  method: 'GET',
  path: '/v1/exams/{schoolId}/{examId}/markers',
  summary: '一场考试的阅卷教师与题块负责人',
  area: 'exam',
  access: can('staff.read', onExam),
  params: examParams,
  reply: Type.Array(
    Type.Object({
      subject_id: Id,
      subject_name: Type.String(),
      blocks: Type.Array(
        Type.Object({
          block_id: Id,
          name: Type.String(),
          full_milli: MilliScore,
          mark_mode: Type.Integer(),
          mark_mode_name: Type.String(),
          status: Type.String(),
          people: Type.Array(
            Type.Object({
              user_id: Id,
              name: Type.String(),
              account: Type.String(),
              duty: Type.String(),
              readings: Type.Integer(),
            }),
          ),
        }),
      ),
    }),
  ),
})

export const examMarkersSet = defineRoute({
  method: 'PUT',
  path: '/v1/exams/{schoolId}/{examId}/markers',
  summary: '设置一个科目各题块的阅卷教师和负责人；已有评阅的教师不能移除',
  area: 'exam',
  access: can('marking.setup', { ...onExam, subject: 'body.subject_id' }),
  params: examParams,
  body: Type.Object({
    subject_id: Id,
    blocks: Type.Array(
      Type.Object({
        block_id: Id,
        marker_ids: Type.Array(Id, { maxItems: 500 }),
        leader_ids: Type.Array(Id, { maxItems: 50 }),
        /** Refused where what is changed is another by now; what is not changed stays as it is. Not said, it is not asked. */
        seen: Type.Optional(
          Type.Object(
            {
              marker_ids: Type.Array(Id, { maxItems: 500 }),
              leader_ids: Type.Array(Id, { maxItems: 50 }),
            },
            { description: '修改之前看到的人员；要修改的一项已被他人改为别的人员时不保存' },
          ),
        ),
      }),
      { minItems: 1, maxItems: 200 },
    ),
  }),
  reply: done,
  errors: [
    'MARKING_BLOCK_NOT_FOUND',
    'STAFF_NOT_FOUND',
    'EXAM_MARKERS_CHANGED',
    'MARKING_MARKER_HAS_WORK',
    'MARKING_MARKER_HOLDS',
    'MARKING_SEED_NOT_CLEARED',
    'MARKING_MARKERS_TOO_FEW',
    'MARKING_QUOTA_SHORT',
    'MARKING_QUOTA_OVER',
    'MARKING_WEIGHT_INVALID',
    'MARKING_ARBITRATOR_MISSING',
  ],
})
