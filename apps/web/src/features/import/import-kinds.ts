import type { ImportKind } from '@hengjuan/domain'

interface KindWords {
  title: string
  /** What is counted. */
  unit: string
  columns: readonly string[]
  required: readonly string[]
  hint: string
  /** What is done to who is known here and not in the table, when ticked. Default: 移出. */
  removeWord?: string
  /** A row of the template that shows how cells are filled in. */
  example: readonly string[]
}

/** What is said of each kind before the server has seen a table. */
export const KIND_WORDS: Record<ImportKind, KindWords> = {
  student: {
    title: '导入学生',
    unit: '人',
    columns: ['年级', '班级', '学号', '姓名', '性别'],
    required: ['年级', '班级', '学号', '姓名'],
    hint: '按学号对应学生：新学号是新增，已有的更新姓名、班级和性别。还没有的班级会一起建立。',
    example: ['高一', '高一(1)班', '20260101', '张三', '男'],
  },
  staff: {
    title: '导入教师',
    unit: '人',
    columns: ['账号', '姓名', '手机', '角色', '年级', '班级', '学科'],
    required: ['账号', '姓名', '角色'],
    hint: '按账号对应教师：新账号会开通并给出初始密码，已有的更新表中写到的身份、任课和手机。身份、班级、学科有几个的，在一格中用顿号隔开。',
    removeWord: '停用',
    example: ['zhangsan', '张三', '13800000000', '任课教师', '高一', '高一(1)班', '数学'],
  },
  candidate: {
    title: '导入考生',
    unit: '人',
    columns: ['考号', '学号', '姓名', '班级', '考场', '座位'],
    required: ['考号', '学号', '姓名'],
    hint: '按学号对应学生。已在名单中的考生会更新考号、考场和座位。',
    example: ['26100001', '20260101', '张三', '高一(1)班', '01', '01'],
  },
  score: {
    title: '导入成绩',
    unit: '人的成绩',
    columns: ['考号', '姓名', '语文'],
    required: ['考号'],
    hint: '按考号对应考生，每科一列。得分写数字，缺考写「缺考」，未选考写「未选」，空格表示没有记录。',
    example: ['26100001', '张三', '98.5'],
  },
}
export type TableKind = ImportKind
