import Type from 'typebox'
import { can, defineRoute, Id } from './route.ts'

const exported = { exam_id: Id, subject_id: Type.Optional(Id) }
const exportOf = (path: string, summary: string) =>
  defineRoute({
    method: 'GET',
    path,
    summary,
    area: 'marking',
    access: can('marking.supervise', { exam: 'query.exam_id' }),
    query: Type.Object(exported),
    replyKind: 'file',
    errors: ['EXPORT_EMPTY'],
  })

export const exportSubjectProgress = exportOf(
  '/v1/new_marking_process/subject/export',
  '导出各科目进度',
)
export const exportBlockProgress = exportOf(
  '/v1/new_marking_process/block/export',
  '导出各题块进度',
)
export const exportSchoolProgress = exportOf(
  '/v1/new_marking_process/school/export',
  '导出各校进度',
)
export const exportMarkerProgress = defineRoute({
  method: 'GET',
  path: '/v1/new_marking_process/marker/export',
  summary: '导出阅卷教师进度与质量；unfinished 为 1 时导出未完成任务的教师名单',
  area: 'marking',
  access: can('marking.supervise', { exam: 'query.exam_id' }),
  query: Type.Object({
    ...exported,
    block_id: Type.Optional(Id),
    unfinished: Type.Optional(Type.Literal(1, { description: '只导出还有试卷未评的教师' })),
  }),
  replyKind: 'file',
  errors: ['EXPORT_EMPTY'],
})
