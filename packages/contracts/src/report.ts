import Type from 'typebox'
import { MarkImage, PaperFlagCode } from './marking-parts.ts'
import {
  can,
  defineRoute,
  Id,
  inJoint,
  listOf,
  MilliScore,
  nullable,
  paging,
  Ratio,
} from './route.ts'

/** Filters that every report page shares. Without `version` the released one is read. */
const reportFilter = {
  exam_id: Id,
  subject_id: Type.Optional(
    Type.Integer({ minimum: 1, description: '科目；3000 为总分', default: 3000 }),
  ),
  class_id: Type.Optional(Id),
}
const onExam = inJoint(can('report.read', { exam: 'query.exam_id' }), 'member', 'region')

/** What every table prints below itself. */
const Footer = Type.Object({
  exam_name: Type.String(),
  version: Type.Integer(),
  published_at: Type.String(),
  population: Type.String(),
  denominator: Type.String(),
  notes: Type.Array(Type.String()),
})

const Subject = Type.Object({ subject_id: Id, subject_name: Type.String(), full_milli: MilliScore })
const ClassName = Type.Object({ class_id: Id, class_name: Type.String() })

/** Counts and rates of a group of candidates in one subject or the total. */
export const GroupFigures = Type.Object({
  registered: Type.Integer(),
  present: Type.Integer(),
  absent: Type.Integer(),
  mean_milli: nullable(Type.Number()),
  max_milli: nullable(MilliScore),
  min_milli: nullable(MilliScore),
  median_milli: nullable(Type.Number()),
  sd_milli: nullable(Type.Number()),
  excellent_rate: Ratio,
  good_rate: Ratio,
  pass_rate: Ratio,
  low_rate: Ratio,
})

export const reportStudents = defineRoute({
  method: 'GET',
  path: '/v1/scorereport/student/list',
  summary: '学生成绩表：各科与总分、校排名、班排名（按当前角色可见范围）',
  area: 'reports',
  access: onExam,
  query: Type.Object({
    ...reportFilter,
    keyword: Type.Optional(Type.String({ maxLength: 40 })),
    order: Type.Optional(
      Type.String({ maxLength: 40, description: 'total、exam_no、name、class 或科目编号' }),
    ),
    asc: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
    ...paging,
  }),
  reply: Type.Object({
    ...listOf(
      Type.Object({
        candidate_id: Id,
        student_name: Type.String(),
        exam_no: Type.String(),
        class_id: Id,
        class_name: Type.String(),
        total_score: nullable(MilliScore),
        partial: Type.Boolean(),
        /** Null where the current role may not see this kind of rank. */
        school_rank: nullable(Type.Integer()),
        class_rank: nullable(Type.Integer()),
        std_score: nullable(Type.Number()),
        subjects: Type.Array(
          Type.Object({
            subject_id: Id,
            attendance: Type.Integer(),
            score: nullable(MilliScore),
            objective_score: nullable(MilliScore),
            subjective_score: nullable(MilliScore),
            school_rank: nullable(Type.Integer()),
            class_rank: nullable(Type.Integer()),
          }),
        ),
      }),
    ).properties,
    columns: Type.Array(Subject),
    classes: Type.Array(ClassName),
    footer: Footer,
  }),
  errors: ['SCORE_NOT_RELEASED'],
})

export const reportClassAverages = defineRoute({
  method: 'GET',
  path: '/v1/scorereport/average/class',
  summary: '班级均分对比：均分、最高、最低、标准差、优秀率、良好率、及格率、低分率',
  area: 'reports',
  access: onExam,
  query: Type.Object(reportFilter),
  reply: Type.Object({
    subjects: Type.Array(Subject),
    rows: Type.Array(
      Type.Object({
        /** Null for the row of the whole grade. */
        class_id: nullable(Id),
        class_name: Type.String(),
        figures: GroupFigures,
        /** Mean minus the grade's mean. */
        difference_milli: nullable(Type.Number()),
        /** Is the difference within twice its standard error? Shown grey then. */
        insignificant: Type.Boolean(),
        mean_rank: nullable(Type.Integer()),
      }),
    ),
    footer: Footer,
  }),
  errors: ['SCORE_NOT_RELEASED'],
})

export const reportScoreSegments = defineRoute({
  method: 'GET',
  path: '/v1/scorereport/section/score',
  summary: '分数段统计（含各班人数与累计）',
  area: 'reports',
  access: onExam,
  query: Type.Object({
    ...reportFilter,
    width: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 200,
        description: '分段宽度（分），不给时按学校设置',
      }),
    ),
  }),
  reply: Type.Object({
    /** Points of a segment. */
    width: Type.Integer(),
    subjects: Type.Array(Subject),
    classes: Type.Array(ClassName),
    rows: Type.Array(
      Type.Object({
        from_milli: MilliScore,
        to_milli: MilliScore,
        /** Is the upper end part of the segment? Only of the top one. */
        closed: Type.Boolean(),
        count: Type.Integer(),
        ratio: Ratio,
        cumulative: Type.Integer(),
        cumulative_ratio: Ratio,
        by_class: Type.Array(Type.Integer()),
      }),
    ),
    footer: Footer,
  }),
  errors: ['SCORE_NOT_RELEASED'],
})

export const reportItems = defineRoute({
  method: 'GET',
  path: '/v1/scorereport/little/list',
  summary: '小题得分率：难度、区分度、各班得分率、选项分布',
  area: 'reports',
  access: onExam,
  query: Type.Object(reportFilter),
  reply: Type.Object({
    subjects: Type.Array(Subject),
    classes: Type.Array(ClassName),
    paper: Type.Object({
      mean_milli: nullable(Type.Number()),
      sd_milli: nullable(Type.Number()),
      difficulty: nullable(Type.Number()),
      alpha: nullable(Type.Number()),
      sem_milli: nullable(Type.Number()),
      /** Candidates with a paper that ended as misconduct or void: in none of these figures. */
      no_mark: Type.Integer(),
    }),
    rows: Type.Array(
      Type.Object({
        no: Type.String(),
        type_name: Type.String(),
        objective: Type.Boolean(),
        full_milli: MilliScore,
        mean_milli: nullable(Type.Number()),
        rate: Ratio,
        difficulty: nullable(Type.Number()),
        distinction: nullable(Type.Number()),
        full_count: Type.Integer(),
        zero_count: Type.Integer(),
        /** Who wrote nothing, of those whom the question counts for; their zeros are among the zeros. */
        omitted: Ratio,
        /** Whose paper ended as misconduct or void: in none of the figures of the question. */
        no_mark: Type.Integer(),
        by_class: Type.Array(Ratio),
        key: nullable(Type.String()),
        options: Type.Array(
          Type.Object({
            option: Type.String(),
            count: Type.Integer(),
            ratio: Ratio,
          }),
        ),
      }),
    ),
    footer: Footer,
  }),
  errors: ['SCORE_NOT_RELEASED'],
})

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

export const reportPaper = defineRoute({
  method: 'GET',
  path: '/v1/scorereport/basic/analysis',
  summary: '总览：各科均分、比率、分布与最弱的题目',
  area: 'reports',
  access: onExam,
  query: Type.Object({ exam_id: Id }),
  reply: Type.Object({
    total: GroupFigures,
    total_full_milli: MilliScore,
    subjects: Type.Array(Type.Object({ ...Subject.properties, figures: GroupFigures })),
    weakest: Type.Array(
      Type.Object({
        subject_id: Id,
        subject_name: Type.String(),
        no: Type.String(),
        rate: Ratio,
      }),
    ),
    sentences: Type.Array(Type.String()),
    footer: Footer,
  }),
  errors: ['SCORE_NOT_RELEASED'],
})

const exportOf = (path: string, summary: string) =>
  defineRoute({
    method: 'GET',
    path,
    summary,
    area: 'reports',
    access: inJoint(can('report.export', { exam: 'query.exam_id' }), 'member', 'region'),
    query: Type.Object({
      ...reportFilter,
      width: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    }),
    replyKind: 'file',
    errors: ['SCORE_NOT_RELEASED', 'EXPORT_EMPTY'],
  })

export const exportStudents = exportOf('/v1/scorereport/student/export', '导出学生成绩表')
export const exportAverages = exportOf('/v1/scorereport/average/export', '导出班级均分对比')
export const exportSegments = exportOf('/v1/scorereport/section/export', '导出分数段统计')
export const exportItems = exportOf('/v1/scorereport/little/export', '导出小题得分率')
