import { PAPER_AUDIENCES, type PaperAudience } from '@hengjuan/domain'
import Type from 'typebox'
import { can, canOrAssigned, defineRoute, Id, MilliScore, nullable, Time } from './route.ts'
import { Sha256 } from './sheet-container.ts'

const onSubject = { exam: 'query.exam_id', subject: 'query.subject_id' } as const
const Share = Type.Number({ minimum: 0, maximum: 1 })
const Audience = Type.Enum(Object.keys(PAPER_AUDIENCES) as PaperAudience[], {
  description: '谁可以查看原卷：仅教职工，或成绩发布后学生也可见',
})

const Region = Type.Object({
  no: Type.String({ maxLength: 20, description: '题号' }),
  page: Type.Integer({ minimum: 1, maximum: 100 }),
  x: Share,
  y: Share,
  width: Share,
  height: Share,
})

const Page = Type.Object({
  hash: Sha256,
  url: Type.String(),
  width_px: Type.Integer(),
  height_px: Type.Integer(),
})

const Paper = Type.Object({
  exam_id: Id,
  subject_id: Id,
  /** Of nothing that was attached yet: 0. */
  version: Type.Integer(),
  visible_to: Audience,
  updated_by: nullable(Type.String()),
  updated_at: nullable(Time),
  pages: Type.Array(Page),
  regions: Type.Array(Region),
  /** The question table, in its order. */
  questions: Type.Array(
    Type.Object({
      no: Type.String(),
      type: Type.Integer(),
      full_milli: MilliScore,
      block_id: nullable(Id),
    }),
  ),
})

export const examPaper = defineRoute({
  method: 'GET',
  path: '/v1/exams/paper',
  summary:
    '一个科目的试卷原卷：页面、每题在原卷上的位置和题目表；开始扫描阅卷之前只对能设计答题卡的人开放',
  area: 'exam',
  access: canOrAssigned('sheet.read', onSubject),
  query: Type.Object({ exam_id: Id, subject_id: Id }),
  reply: Paper,
  errors: ['PAPER_NOT_OPEN'],
})

export const examPaperUpload = defineRoute({
  method: 'POST',
  path: '/v1/exams/paper/upload',
  summary: '上传试卷原卷（PDF、JPEG、PNG、TIFF），各页接在已有页面之后',
  area: 'exam',
  access: can('sheet.design', onSubject),
  query: Type.Object({ exam_id: Id, subject_id: Id }),
  bodyKind: 'multipart',
  reply: Paper,
  errors: ['SHEET_FILE_INVALID', 'PAPER_INVALID', 'PAYLOAD_TOO_LARGE'],
})

export const examPaperSave = defineRoute({
  method: 'POST',
  path: '/v1/exams/paper',
  summary: '保存原卷的页面顺序、每题的位置和谁可以查看；没有列出的页面移除',
  area: 'exam',
  access: can('sheet.design', { exam: 'body.exam_id', subject: 'body.subject_id' }),
  body: Type.Object({
    exam_id: Id,
    subject_id: Id,
    version: Type.Integer({ minimum: 0, maximum: 2_000_000_000 }),
    visible_to: Audience,
    pages: Type.Array(Sha256, { maxItems: 60 }),
    regions: Type.Array(Region, { maxItems: 500 }),
  }),
  reply: Paper,
  errors: ['PAPER_INVALID', 'VERSION_CONFLICT'],
})

/** What a student may look at after the release. */
export const studentPapers = defineRoute({
  method: 'GET',
  path: '/v1/result/paper',
  summary: '学生本人已发布成绩的考试中，允许学生查看的试卷原卷',
  area: 'exam',
  access: can('student.score'),
  query: Type.Object({ exam_id: Id }),
  reply: Type.Array(
    Type.Object({
      subject_id: Id,
      pages: Type.Array(Page),
      regions: Type.Array(Region),
    }),
  ),
})
