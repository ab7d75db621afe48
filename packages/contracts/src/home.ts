import Type from 'typebox'
import { Exam } from './exam.ts'
import { can, defineRoute, Id, nullable, signedIn } from './route.ts'

export const homeSummary = defineRoute({
  method: 'GET',
  path: '/v1/single/index/summary',
  summary: '首页数字：考试、扫描、异常、阅卷',
  area: 'help, home and tools',
  access: can('exam.read'),
  reply: Type.Object({
    exams: Type.Integer(),
    exams_running: Type.Integer(),
    students: Type.Integer(),
    classes: Type.Integer(),
    scanned_sheets: Type.Integer(),
    open_exceptions: Type.Integer(),
    units_total: Type.Integer(),
    units_final: Type.Integer(),
  }),
})

export const homeExams = defineRoute({
  method: 'GET',
  path: '/v1/single/index/exam/list',
  summary: '首页：最近的考试',
  area: 'help, home and tools',
  access: can('exam.read'),
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 6 })),
  }),
  reply: Type.Array(Exam),
})

export const homeTodos = defineRoute({
  method: 'GET',
  path: '/v1/single/index/todo/list',
  summary: '首页：等我处理的事',
  area: 'help, home and tools',
  access: signedIn,
  reply: Type.Array(
    Type.Object({
      kind: Type.String(),
      title: Type.String(),
      detail: Type.String(),
      count: Type.Integer(),
      exam_id: Id,
      subject_id: nullable(Id),
      block_id: nullable(Id),
    }),
  ),
})
