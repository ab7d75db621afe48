import { AUDIT_FIELDS } from './audit-field-labels.ts'
import { isRole, roleLabel } from './role.ts'
import { STUDENT_STATES } from './student-state.ts'

/** What exports are called in records. */
export const AUDIT_REPORTS: Readonly<Record<string, string>> = {
  'second-reader': '评阅程序的试卷',
  'identical-papers': '雷同卷',
  'own-tasks': '我的未完成阅卷任务',
  'spot-checks': '抽查记录',
  'rubric-use': '给分依据',
  'school-progress': '各校进度',
  'subject-progress': '科目进度',
  'block-progress': '题块进度',
  'marker-progress': '阅卷教师进度',
  'markers-unfinished': '未完成教师',
  'score-corrections': '改分记录',
  parents: '家长一页',
  basic: '总览',
  student: '学生成绩',
  students: '学生名单',
  staff: '教职工名单',
  average: '班级均分',
  section: '分数段',
  little: '小题得分率',
}

const CHANNELS: Readonly<Record<string, string>> = { email: '邮件', sms: '短信' }

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
    const [left, right] = [shown(name, old[name]), shown(name, now[name])]
    return left === right ? [] : [{ label: labelOf(name), before: left, after: right }]
  })
}

const labelOf = (name: string): string => (name === '' ? '内容' : (AUDIT_FIELDS[name] ?? name))

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {}
  return typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : { '': value }
}

const LONGEST = 200

function shown(name: string, value: unknown): string | null {
  const text = wordsOf(name, value)
  if (text === null) return null
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** A value in words; null where there is nothing. What it is made of is told with the names of its fields. */
function wordsOf(name: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (value === true) return '是'
  if (value === false) return '否'
  if (typeof value === 'string') return codeWords(name, value)
  if (Array.isArray(value)) return joined(value.map((one) => wordsOf(name, one)))
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object') return null
  const parts = Object.entries(value).map(([field, one]) => {
    const text = wordsOf(field, one)
    return text === null ? null : `${labelOf(field)} ${text}`
  })
  return joined(parts, '，')
}

function joined(parts: readonly (string | null)[], mark = '、'): string | null {
  const told = parts.filter((part) => part !== null)
  return told.length === 0 ? null : told.join(mark)
}

function codeWords(name: string, value: string): string {
  if (name === 'channel') return CHANNELS[value] ?? value
  if (name === 'state') return (STUDENT_STATES as Record<string, string>)[value] ?? value
  if (name === 'report') return AUDIT_REPORTS[value] ?? value
  return (name === 'role' || name === 'roles') && isRole(value) ? roleLabel(value) : value
}
