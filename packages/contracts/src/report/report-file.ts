import { GRADE_SCHEMES, type GradeSchemeId } from '@hengjuan/domain'
import Type from 'typebox'
import { JobInfo } from '../job.ts'
import { can, defineRoute, Id, inJoint, listOf, paging } from '../route.ts'

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
  'book',
  'version_diff',
] as const
export type ReportKey = (typeof REPORT_KEYS)[number]

/** Several reports in one file, for whom. @source reports P18 */
export const REPORT_PRESETS = {
  class: {
    name: '班级报告',
    text: '选定班级的总览、均分、小题得分率、内在表现、单科上线与分数段；给班主任',
    reports: [
      'basic',
      'average',
      'question_detail',
      'question_split',
      'line_type1',
      'section',
      'level_unit',
    ],
  },
  booklet: {
    name: '班级报告（各节）',
    text: '班级报告页的各节各一张表，各科的小题与内在表现也各一张；给班主任',
    reports: [
      'basic',
      'average',
      'section',
      'level_unit',
      'line_type1',
      'question_detail',
      'question_split',
      'student',
      'concerned_critical',
    ],
  },
  grade: {
    name: '年级质量报告',
    text: '总览、年级报表、班级均分、等级、名次段、上线概览；给年级与校领导',
    reports: ['basic', 'grade', 'average', 'level_unit', 'section_rank', 'line_overview'],
  },
  paper: {
    name: '试卷分析',
    text: '试卷质量，以及选定科目的小题、选项与分组答题；给备课组与命题人',
    reports: ['paper', 'little', 'question_choice', 'question_split'],
  },
  region: {
    name: '区域报告',
    text: '总览、区域报表、学校均分；给联考组织者与教研员',
    reports: ['basic', 'area', 'average_school'],
  },
} as const satisfies Record<string, { name: string; text: string; reports: readonly ReportKey[] }>
export type ReportPreset = keyof typeof REPORT_PRESETS

/** Which report, cut by which filters: those of its page. */
const body = {
  exam_id: Id,
  report: Type.Optional(Type.Enum([...REPORT_KEYS], { description: '报表的代号' })),
  preset: Type.Optional(
    Type.Enum(Object.keys(REPORT_PRESETS) as ReportPreset[], {
      description: '几份报表合成一个文件；与 report 二选一',
    }),
  ),
  sections: Type.Optional(
    Type.Array(Type.Enum([...REPORT_KEYS]), {
      minItems: 1,
      maxItems: REPORT_KEYS.length,
      description: '成套报表里要哪几份，缺省为全部',
    }),
  ),
  split: Type.Optional(
    Type.Enum(['none', 'class', 'school', 'student'], {
      description:
        '每个可见班级或学校一份，装在一个 zip 里；错题本的 PDF 还可每名学生一份；缺省为一份',
    }),
  ),
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

/** One page for the parents of each student of a class. @source reports P26 */
export const parentsPdf = defineRoute({
  method: 'POST',
  path: '/v1/report/parents',
  summary: '家长一页：一个班每名学生一页 A4 的 PDF（后台任务），内容按学段口径',
  area: 'reports',
  access: can('report.export', { exam: 'body.exam_id', class: 'body.class_id' }),
  body: Type.Object({
    exam_id: Id,
    class_id: Id,
    line: Type.Optional(Type.String({ maxLength: 120, description: '班主任的话，印在每一页' })),
    contact: Type.Optional(Type.String({ maxLength: 60, description: '联系人与联系方式' })),
  }),
  reply: started,
  errors: ['SCORE_NOT_RELEASED', 'OUT_OF_SCOPE', 'EXPORT_EMPTY'],
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

/** Several sheets of everybody take a while: a file route that begins a job, as a large table does. */
export const jointExport = defineRoute({
  method: 'GET',
  path: '/v1/score_report/joint/export',
  summary: '联考汇总：总览、区域报表、学校均分、年级报表与各题（后台任务，返回 202 与 job_id）',
  area: 'reports',
  access: inJoint(can('report.export', { exam: 'query.exam_id' }), 'region'),
  query: Type.Object({ exam_id: Id }),
  replyKind: 'file',
  errors: ['SCORE_NOT_RELEASED', 'VERSION_GONE', 'EXPORT_EMPTY'],
})

export const jointSchoolExport = defineRoute({
  method: 'GET',
  path: '/v1/score_report/joint/school/export',
  summary:
    '一所学校的联考成绩册：本校总览、班级均分、学生成绩与上线，他校只以联考合计出现（后台任务，返回 202 与 job_id）',
  area: 'reports',
  access: inJoint(can('report.export', { exam: 'query.exam_id' }), 'member', 'region'),
  query: Type.Object({ exam_id: Id, school_id: Type.Optional(Id) }),
  replyKind: 'file',
  errors: ['SCORE_NOT_RELEASED', 'OUT_OF_SCOPE', 'VERSION_GONE', 'EXPORT_EMPTY'],
})

/** 赋分: everybody's levels and converted scores by a scheme, as a file. Progress is polled. @source specification 4 */
export const rankScore = defineRoute({
  method: 'POST',
  path: '/v1/scorereport/rank_score',
  summary: '按一套等级方案给全部可见学生赋分并生成工作簿（后台任务）；不改已发布的成绩',
  area: 'reports',
  access: onExam,
  body: Type.Object({
    exam_id: Id,
    scheme: Type.Enum(Object.keys(GRADE_SCHEMES) as GradeSchemeId[]),
    tie: Type.Optional(Type.Enum(['up', 'down', 'nearest'])),
    cut: Type.Optional(Type.Enum(['half_up', 'floor', 'ceil'])),
    degenerate: Type.Optional(Type.Enum(['mid', 'hi', 'lo'])),
    version: Type.Optional(Type.Integer({ minimum: 1 })),
    school_id: Type.Optional(Id),
    class_id: Type.Optional(Id),
  }),
  reply: started,
  errors: [...errors, 'REGION_FIGURES_ONLY'],
})

export const rankScoreProgress = defineRoute({
  method: 'GET',
  path: '/v1/scorereport/rank_score/progress',
  summary: '本人在这场考试的赋分进度，每 5 秒一问；没有进行中的赋分时不再是 200',
  area: 'reports',
  access: can('report.export', {}),
  query: Type.Object({ exam_id: Id }),
  reply: Type.Object({
    job_id: Type.String(),
    progress: Type.Integer({ description: '百分数，完成之前小于 100' }),
    step: Type.String(),
  }),
  errors: ['RANK_SCORE_IDLE'],
})

/** An order given again, for who gave it: with what the role may see now, of the version that counts now. */
export const downloadRebuild = defineRoute({
  method: 'POST',
  path: '/v1/scorereport/download/rebuild',
  summary: '重新生成本人要过的报表文件：筛选不变，按现在的成绩版本与权限（后台任务）',
  area: 'reports',
  access: onExam,
  body: Type.Object({ exam_id: Id, job_id: Type.String({ minLength: 26, maxLength: 26 }) }),
  reply: started,
  errors: [...errors, 'NOT_FOUND'],
})

export const downloadList = defineRoute({
  method: 'GET',
  path: '/v1/scorereport/download/list',
  summary:
    '下载中心：本人在这场考试要的报表文件，进行中的、7 天内完成的，与 90 天内过期可重新生成的',
  area: 'reports',
  // Files that the caller asked for in this role, and nobody else's: whoever lost the exam keeps what they made of it.
  access: can('report.export', {}),
  query: Type.Object({ exam_id: Id, ...paging }),
  reply: listOf(JobInfo),
})
