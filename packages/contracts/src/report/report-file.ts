import Type from 'typebox'
import { can, defineRoute, Id, inJoint } from '../route.ts'

const onExam = inJoint(can('report.export', { exam: 'body.exam_id' }), 'member', 'region')

/** Every report that can be made beside the calls. */
export const REPORT_KEYS = [
  'basic',
  'student',
  'average',
  'average_school',
  'little',
  'question_detail',
  'question_student',
  'question_choice',
  'question_split',
  'section',
  'section_rank',
  'section_from',
  'level_student',
  'level_unit',
  'line_overview',
  'line_type1',
  'line_type2',
  'concerned_critical',
  'concerned_excellent',
  'grade',
  'paper',
  'area',
  'grade_from',
] as const
export type ReportKey = (typeof REPORT_KEYS)[number]

/** Which report, cut by which filters: those of its page. */
const body = {
  exam_id: Id,
  report: Type.Enum([...REPORT_KEYS], { description: '报表的代号' }),
  filters: Type.Optional(
    Type.Record(
      Type.String({ maxLength: 40 }),
      Type.Union([Type.Integer(), Type.String({ maxLength: 800 })]),
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
