import Type from 'typebox'
import { can, defineRoute, Id, inJoint } from '../route.ts'

const onExam = inJoint(can('report.export', { exam: 'body.exam_id' }), 'member', 'region')

/** Which report, cut by which filters: those of its page. */
const body = {
  exam_id: Id,
  report: Type.Enum(['basic', 'student', 'average', 'little', 'section'], {
    description: '报表：总览、学生成绩、班级均分、小题分析、分数段',
  }),
  filters: Type.Optional(
    Type.Record(
      Type.String({ maxLength: 40 }),
      Type.Union([Type.Integer(), Type.String({ maxLength: 80 })]),
      {
        description: '与该报表页面相同的筛选',
      },
    ),
  ),
}
const started = Type.Object({ job_id: Type.String() })
const errors = ['SCORE_NOT_RELEASED', 'OUT_OF_SCOPE', 'VERSION_GONE', 'INPUT_INVALID'] as const

export const reportPdf = defineRoute({
  method: 'POST',
  path: '/v1/report/pdf',
  summary: '生成一个报表的 PDF（后台任务），内容与页面一致',
  area: 'reports',
  access: onExam,
  body: Type.Object(body),
  reply: started,
  errors,
})

export const downloadCreate = defineRoute({
  method: 'POST',
  path: '/v1/scorereport/download/create',
  summary: '生成一个大报表的工作簿（后台任务）；小的直接导出',
  area: 'reports',
  access: onExam,
  body: Type.Object(body),
  reply: started,
  errors,
})
