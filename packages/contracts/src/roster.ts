import { ROSTER_CHANGES, type RosterChange } from '@hengjuan/domain'
import Type from 'typebox'
import { can, defineRoute, Id, inJoint, listOf, nullable, paging } from './route.ts'

export const Candidate = Type.Object({
  candidate_id: Id,
  exam_no: Type.String(),
  student_id: Id,
  student_no: Type.String(),
  name: Type.String(),
  class_id: Id,
  class_name: Type.String(),
  room_no: nullable(Type.String()),
  seat_no: nullable(Type.String()),
  /** As enrolled; empty for none, null where it was not noted. */
  combo: nullable(Type.String({ description: '选科组合，如 物化生' })),
  subjects: Type.Array(
    Type.Object({
      subject_id: Id,
      attendance: Type.Integer({ description: '-1 无记录 0 正常 1 缺考 3 未选考' }),
      special_flag: nullable(Type.String()),
      sheets: Type.Integer(),
    }),
  ),
})

const path = '/v1/joint/school/student'
const ExamNo = Type.String({ pattern: '^\\d{4,12}$', description: '考号：4 到 12 位数字' })
const Place = nullable(Type.String({ maxLength: 20 }))
const Rule = Type.Optional(
  Type.String({
    maxLength: 60,
    description:
      '考号规则，如 {year}{grade}{class:2}{seat:2}；可用 year grade class seat seq，冒号后为位数',
  }),
)
const Digits = Type.Optional(
  Type.Integer({ minimum: 4, maximum: 12, description: '考号位数，默认取答题卡的位数' }),
)

export const candidateList = defineRoute({
  method: 'GET',
  path,
  summary: '考生名单，分页、搜索；只含当前身份可见班级的考生',
  area: 'joint exams',
  access: inJoint(
    can('student.read', { exam: 'query.exam_id', class: 'query.class_id' }),
    'member',
  ),
  query: Type.Object({
    exam_id: Id,
    class_id: Type.Optional(Id),
    keyword: Type.Optional(
      Type.String({ maxLength: 40, description: '姓名、拼音首字母、考号或学号' }),
    ),
    subject_id: Type.Optional(Id),
    attendance: Type.Optional(Type.Integer({ description: '与科目一起使用' })),
    school_id: Type.Optional(Id),
    sheet: Type.Optional(
      Type.Enum(['with', 'without', 'any'], {
        description: '与科目一起使用：应扫（未缺考、已选考）的考生中有答题卡的、没有答题卡的、全部',
      }),
    ),
    order: Type.Optional(Type.Enum(['exam_no', 'name', 'class', 'room'])),
    ...paging,
  }),
  reply: listOf(Candidate),
  errors: ['EXAM_NOT_FOUND'],
})

export const candidateAdd = defineRoute({
  method: 'POST',
  path,
  summary: '把学生加入考试：所选学生、所选班级或考试的全部班级；考号可给定或按规则生成',
  area: 'joint exams',
  access: inJoint(can('roster.manage', { exam: 'body.exam_id' }), 'member'),
  body: Type.Object({
    exam_id: Id,
    students: Type.Optional(
      Type.Array(
        Type.Object({
          student_id: Type.Optional(Id),
          student_no: Type.Optional(Type.String({ maxLength: 32 })),
          exam_no: Type.Optional(ExamNo),
          room_no: Type.Optional(Place),
          seat_no: Type.Optional(Place),
          not_selected: Type.Optional(
            Type.Array(Id, { maxItems: 30, description: '未选考的科目' }),
          ),
        }),
        { maxItems: 5000 },
      ),
    ),
    class_ids: Type.Optional(Type.Array(Id, { maxItems: 200 })),
    rule: Rule,
    digits: Digits,
  }),
  reply: Type.Object({ added: Type.Integer(), already: Type.Integer() }),
  errors: [
    'EXAM_NOT_FOUND',
    'STUDENT_NOT_FOUND',
    'CLASS_NOT_FOUND',
    'EXAM_NO_TAKEN',
    'EXAM_NO_INVALID',
    'EXAM_NO_RULE_INVALID',
  ],
})

export const candidateUpdate = defineRoute({
  method: 'PUT',
  path,
  summary: '修改考号、考场、座位、选考与缺考；或按规则重新编全部考号',
  area: 'joint exams',
  access: inJoint(can('roster.manage', { exam: 'body.exam_id' }), 'member'),
  body: Type.Object({
    exam_id: Id,
    candidates: Type.Optional(
      Type.Array(
        Type.Object({
          candidate_id: Id,
          exam_no: Type.Optional(ExamNo),
          room_no: Type.Optional(Place),
          seat_no: Type.Optional(Place),
          combo: Type.Optional(
            nullable(
              Type.String({ maxLength: 60, description: '选科组合，如 物化生；为空时各科都考' }),
            ),
          ),
          attendance: Type.Optional(
            Type.Array(
              Type.Object({
                subject_id: Id,
                attendance: Type.Integer(),
                special_flag: Type.Optional(nullable(Type.Enum(['misconduct', 'deferred']))),
              }),
              { maxItems: 30 },
            ),
          ),
        }),
        { maxItems: 5000 },
      ),
    ),
    renumber: Type.Optional(Type.Object({ rule: Rule, digits: Digits })),
  }),
  reply: Type.Object({ changed: Type.Integer() }),
  errors: [
    'EXAM_NOT_FOUND',
    'CANDIDATE_UNKNOWN',
    'EXAM_NO_TAKEN',
    'EXAM_NO_INVALID',
    'EXAM_NO_LOCKED',
    'EXAM_HAS_SCANS',
    'EXAM_NO_RULE_INVALID',
    'ATTENDANCE_INVALID',
    'ATTENDANCE_HAS_SHEET',
    'EXAM_HAS_SCORES',
    'COMBO_INVALID',
    'EXAM_PUBLISHED',
  ],
})

export const candidateDelete = defineRoute({
  method: 'DELETE',
  path,
  summary: '移出考试；已有答题卡的考生不能移出',
  area: 'joint exams',
  access: inJoint(can('roster.manage', { exam: 'body.exam_id' }), 'member'),
  body: Type.Object({
    exam_id: Id,
    candidate_ids: Type.Array(Id, { minItems: 1, maxItems: 5000 }),
  }),
  reply: Type.Object({ deleted: Type.Integer() }),
  errors: [
    'EXAM_NOT_FOUND',
    'CANDIDATE_UNKNOWN',
    'CANDIDATE_HAS_RECORDS',
    'EXAM_HAS_SCANS',
    'EXAM_PUBLISHED',
  ],
})

const Change = Type.Enum(Object.keys(ROSTER_CHANGES) as RosterChange[], {
  description: '新增学生、已离校、班级变化、姓名变化、选科变化',
})

export const candidateSync = defineRoute({
  method: 'POST',
  path: `${path}/sync`,
  summary: '与学生库比较：check 列出差别，apply 只采用勾选的差别；不会自动修改名单',
  area: 'joint exams',
  access: inJoint(can('roster.manage', { exam: 'body.exam_id' }), 'member'),
  body: Type.Object({
    exam_id: Id,
    phase: Type.Enum(['check', 'apply']),
    changes: Type.Optional(
      Type.Array(Type.Object({ student_id: Id, change: Change }), { maxItems: 5000 }),
    ),
  }),
  reply: Type.Object({
    applied: Type.Integer(),
    list: Type.Array(
      Type.Object({
        student_id: Id,
        student_no: Type.String(),
        name: Type.String(),
        class_name: Type.String(),
        exam_no: nullable(Type.String()),
        change: Change,
        before: nullable(Type.String()),
        after: nullable(Type.String()),
        /** Why it cannot be taken over. */
        reason: nullable(Type.String()),
      }),
    ),
  }),
  errors: [
    'EXAM_NOT_FOUND',
    'CANDIDATE_HAS_RECORDS',
    'EXAM_HAS_SCANS',
    'ATTENDANCE_HAS_SHEET',
    'EXAM_HAS_SCORES',
    'EXAM_NO_RULE_INVALID',
    'EXAM_PUBLISHED',
    'ROSTER_LOCKED',
  ],
})

export const candidateImport = defineRoute({
  method: 'POST',
  path: `${path}/import`,
  summary:
    '用表格导入考生（考号、学号、姓名、学校、班级、考场、座位）；有错误时逐格列出，不写入任何数据',
  area: 'joint exams',
  access: inJoint(can('roster.manage', { exam: 'query.exam_id' }), 'member'),
  query: Type.Object({
    exam_id: Id,
    preview: Type.Optional(
      Type.Literal(1, { description: '只说明会新增、改动哪些考生，不写入任何数据' }),
    ),
  }),
  bodyKind: 'multipart',
  reply: Type.Object({
    added: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    changed: Type.Optional(
      Type.Array(
        Type.Object({
          row: Type.Integer(),
          name: Type.String(),
          action: Type.Enum(['add', 'change']),
          change: Type.String(),
        }),
        { description: '预览时逐人列出，最多 200 人，改动在前' },
      ),
    ),
    hidden_rows: Type.Optional(Type.Integer({ description: '隐藏的行数，不导入' })),
    sheet: Type.Optional(Type.String({ description: '读取的工作表' })),
  }),
  errors: ['IMPORT_FILE_INVALID', 'IMPORT_HAS_ERRORS', 'PAYLOAD_TOO_LARGE', 'EXAM_PUBLISHED'],
})
