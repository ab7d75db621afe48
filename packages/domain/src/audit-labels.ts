/** What each recorded act is called. A test fails for an act of the server that is not here. */
export const AUDIT_ACTIONS: Readonly<Record<string, string>> = {
  'sign-in': '登录',
  'sign-in-failed': '登录失败',
  'change-password': '修改密码',
  'reset-student-password': '开通或重置学生查询账号',
  export: '导出',
  'audit-export': '导出操作记录',
  'setting-save': '修改设置',
  'setting-restore': '恢复默认设置',
  'notice-settings': '修改通知偏好',
  'notice-test': '发送测试消息',
  'exam-create': '新建考试',
  'exam-update': '修改考试',
  'exam-delete': '删除考试',
  'exam-confirm': '确认考试',
  'exam-step': '推进考试流程',
  'exam-rollback': '退回考试流程',
  'exam-markers': '设置阅卷人员',
  'roster-add': '添加考生',
  'roster-update': '修改考生',
  'roster-renumber': '重编考号',
  'roster-delete': '移除考生',
  'roster-import': '导入考生',
  'staff-add': '添加教职工',
  'staff-update': '修改教职工',
  'staff-disable': '停用教职工',
  'staff-import': '导入教职工',
  'student-add': '添加学生',
  'student-update': '修改学生',
  'student-delete': '删除学生',
  'student-import': '导入学生',
  'sheet-save': '保存答题卡',
  'sheet-reprint': '修改已扫描的答题卡',
  'sheet-info': '修改答题卡信息',
  'sheet-reuse': '复用答题卡',
  'sheet-restore': '恢复答题卡',
  'sheet-delete': '删除答题卡',
  'sheet-import': '导入答题卡',
  'sheet-points': '设置给分点',
  'sheet-blocks': '划分题块',
  'sheet-blocks-undo': '撤销题块划分',
  'sheet-question-add': '添加题目',
  'sheet-question-delete': '删除题目',
  'sheet-question-table': '修改题目表',
  'sheet-template': '设为模板',
  'sheet-template-off': '取消模板',
  'sheet-share': '共享答题卡',
  'sheet-share-off': '取消共享答题卡',
  'sheet-lock': '锁定答题卡',
  'sheet-unlock': '解锁答题卡',
  'scan.undo': '撤销异常处理',
  'scan.send_back': '退回异常中心',
  'scan.abnormal_tag': '标记异常题块',
  'scan.special': '登记特殊试卷',
  'scan.batch.close': '关闭扫描批次',
  'scan.accept_page': '接受页面',
  'scan.ignore_page': '忽略页面',
  'scan.accept_missing': '接受缺页',
  'scan.void': '作废答题卡',
  'scan.absence': '登记缺考',
  'scan.send_verify': '送核实',
  'scan.verify': '核实',
  'scan.locate': '指定定位点',
  'scan.locate_alike': '批量指定定位点',
  'scan.identify': '认定考生',
  'scan.choice': '认定选择题',
  'score-inspect': '成绩核查',
  'change-key': '修改答案',
  publish: '发布成绩',
  unpublish: '撤回成绩',
  'marker-limits': '设置阅卷提醒线',
  'paper-recall': '收回试卷',
  'waiting-hand-on': '转交等待的试卷',
  'subject-round': '设置总分取整',
  'subject-deadline': '设置阅卷截止时间',
  'marking-settings': '修改阅卷设置',
  'marking-allocation': '分配阅卷任务',
  'marking-allocation-copy': '复制阅卷分配',
  'marking-allocation-batch': '批量分配阅卷任务',
  'marking-allocation-groups': '设置学校与教师组',
  'marking-realloc': '重新分配阅卷任务',
  'marking-leaders': '设置题组长',
  'marking-confirm': '确认阅卷设置',
  'marking-clear': '清空阅卷',
  'marking-clear-undo': '恢复清空的阅卷',
  'marking-rubric': '修改评分标准',
  'marking-note-save': '保存阅卷说明',
  'marking-note-remove': '删除阅卷说明',
  'marker-import': '导入阅卷教师',
  'marker-remove': '移除阅卷教师',
  'marker-remove-all': '移除全部阅卷教师',
  'block-open': '开始阅卷',
  'block-pause': '暂停阅卷',
  'block-close': '结束阅卷',
  'block-recall': '收回在阅试卷',
  'balance-now': '平衡任务量',
  'balance-undo': '撤销平衡任务量',
  'balance-deadline': '设置题块截止时间',
  'qualification-decide': '裁定试评',
  'spot-check': '抽查',
  'second-reader-register': '登记评阅程序',
  'second-reader-revoke': '停用评阅程序',
  'second-reader-renew': '换发评阅程序令牌',
  'second-reader-switch': '开关评阅程序',
  'second-reader-import': '导入评阅程序给分',
  'risk-look': '查看风险试卷',
  'risk-care': '记录风险处理',
  'read-again-send': '送第二人评阅',
  'read-again-withdraw': '撤回第二人评阅',
  'near-line-save': '设置分数线复评',
  'near-line-run': '送分数线复评',
  'near-line-withdraw': '撤回分数线复评',
  'report-example-publish': '公布样卷',
  'report-example-remove': '撤下样卷',
  'benchmark-script': '设置标准卷',
  'benchmark-definitive': '确定标准卷得分',
  'seed-clear': '清理种子卷',
  'identical-cut': '断开雷同关联',
  'identical-restore': '恢复雷同关联',
  'identical-keep': '雷同卷：保留得分',
  'identical-misconduct': '雷同卷：按违纪处理',
  'identical-misconduct_one': '雷同卷：一份按违纪处理',
  'identical-dismiss': '雷同卷：不是雷同',
  'arbitration-return': '退回仲裁',
  'problem-settle': '处理问题卷',
  'problem-risk': '上报风险试卷',
  'master-review': '打回重评',
  'master-review-undo': '撤销整批打回',
  'return-withdraw': '撤回打回',
  'master-reopen': '重新评阅',
  'master-reset': '重置试卷',
  'master-appoint': '指定评阅人',
  'blank-confirm': '确认空白卷',
  'blank-reject': '驳回空白卷',
  'avoidance-add': '添加回避',
  'avoidance-remove': '移除回避',
  'avoidance-restore': '恢复回避',
  'avoidance-release': '放开回避',
  'avoidance-undo': '撤销放开回避',
  'avoidance-import': '导入回避名单',
}

/** What the things are called that acts are about. */
export const AUDIT_OBJECTS: Readonly<Record<string, string>> = {
  exam: '考试',
  user: '账号',
  student: '学生',
  school: '学校',
  sheet: '答题卡',
  'scan-batch': '扫描批次',
  'scan-sheet': '扫描的答题卡',
  candidate: '考生',
  'abnormal-block': '异常题块',
  block: '题块',
  unit: '试卷',
  reading: '评阅',
  question: '题目',
  problem: '风险试卷',
  'second-reader': '评阅程序',
  setting: '设置',
  audit: '操作记录',
  notice: '通知',
}

export const auditActionLabel = (action: string): string => AUDIT_ACTIONS[action] ?? action

const FIELDS: Readonly<Record<string, string>> = {
  name: '名称',
  roles: '身份',
  reason: '理由',
  note: '备注',
  report: '报表',
  rows: '行数',
  snapshot_id: '成绩版本',
  excellent: '优秀线',
  good: '良好线',
  pass: '及格线',
  low: '低分线',
  low_inclusive: '低分含线上',
  width_milli: '分数段宽度（千分之一分）',
  teacher: '教师可见排名',
  student: '学生可见排名',
  types: '可见的排名',
  policy_reason: '义务教育阶段公布排名的理由',
  enabled: '启用',
  host: '服务器',
  port: '端口',
  security: '加密方式',
  user: '账号',
  from: '发件人',
  url: '地址',
  account: '账号',
  address: '来源地址',
  client: '设备',
  cause: '原因',
  subject_id: '科目',
  student_no: '学号',
  class_id: '班级',
  gender: '性别',
  left: '离校',
  disabled: '停用',
  reset_password: '重置密码',
  status: '状态',
  state: '状态',
  deadline: '截止时间',
  comment: '说明',
  grade_id: '年级',
  start_date: '考试日期',
  papers: '份数',
  text: '内容',
  score_milli: '分数（千分之一分）',
  key: '答案',
  version: '版本',
}

/** One field of what an act changed, in words. */
export interface AuditField {
  label: string
  before: string | null
  after: string | null
}

/** What changed between the two sides of a record, field by field; what is the same on both is left out. */
export function auditFields(before: unknown, after: unknown): AuditField[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  return names.flatMap((name) => {
    const [left, right] = [wordsOf(old[name]), wordsOf(now[name])]
    return left === right
      ? []
      : [{ label: name === '' ? '内容' : (FIELDS[name] ?? name), before: left, after: right }]
  })
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {}
  return typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : { '': value }
}

const LONGEST = 200

function wordsOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (value === true) return '是'
  if (value === false) return '否'
  const text =
    Array.isArray(value) && value.every((one) => typeof one !== 'object')
      ? value.join('、')
      : typeof value === 'string' || typeof value === 'number'
        ? String(value)
        : JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
