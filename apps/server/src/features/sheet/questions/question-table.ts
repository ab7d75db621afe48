import type { MultipartFile } from '@fastify/multipart'
import {
  type FieldError,
  type ImportField,
  isObjectiveType,
  normaliseAnswer,
  normaliseTrueFalse,
  QUESTION_TYPES,
  type QuestionType,
} from '@hengjuan/domain'
import { type ImportTable, readImportTable } from '../../../spreadsheet/index.ts'
import type { Draft } from '../draft.ts'

type Section = Draft['sections'][number]
type Question = Section['questions'][number]

type Column =
  | '题号'
  | '题型'
  | '分值'
  | '大题'
  | '选项数'
  | '答案'
  | '漏选得分'
  | '题块'
  | '给分点'
  | '空数'
  | '格数'
  | '高度'
  | '知识点'

const FIELDS: readonly ImportField<Column>[] = [
  {
    field: '题号',
    label: '题号',
    aliases: ['小题号', '小题', '试题号'],
    required: true,
    isClass: true,
  },
  { field: '题型', label: '题型', aliases: ['试题类型', '题目类型'], required: true },
  { field: '分值', label: '分值', aliases: ['满分', '分数', '小题分值'], required: true },
  { field: '大题', label: '大题', aliases: ['大题名称', '大题号'] },
  { field: '选项数', label: '选项数', aliases: ['选项个数', '选项'] },
  { field: '答案', label: '答案', aliases: ['标准答案', '正确答案', '参考答案'] },
  { field: '漏选得分', label: '漏选得分', aliases: ['漏选分', '少选得分', '部分得分'] },
  { field: '题块', label: '题块', aliases: ['题组', '阅卷题块'] },
  { field: '给分点', label: '给分点', aliases: ['得分点', '采分点'] },
  { field: '空数', label: '空数', aliases: ['填空数'] },
  { field: '格数', label: '格数', aliases: ['作文格数'] },
  { field: '高度', label: '高度', aliases: ['作答区高度'] },
  { field: '知识点', label: '知识点', aliases: ['考点', '考查知识点'] },
]
export type QuestionTable = ImportTable<Column>

const MAX_ROWS = 400
const MOST_IN_RANGE = 100
const HIGHEST_SCORE = 300

export const readQuestionTable = (file: MultipartFile): Promise<QuestionTable> =>
  readImportTable(file, { columns: FIELDS, maxRows: MAX_ROWS })

interface CheckedRow {
  row: number
  section: string
  no: string
  type_name: string
  full_milli: number | null
  key: string
  block: string
  knowledge: string[]
  problems: string[]
}

interface CheckedQuestions {
  rows: CheckedRow[]
  errors: FieldError[]
  sections: Section[]
  keys: Record<string, string[]>
  rules: Record<string, { missing_milli: number }>
  knowledge: Record<string, string[]>
}

/**
 * What each row of a question table means, and what is wrong with it. A row may stand for several questions
 * (`1-12`), its answers then follow one another.
 */
export function checkQuestionTable(table: QuestionTable): CheckedQuestions {
  const checked: CheckedQuestions = {
    rows: [],
    errors: [],
    sections: [],
    keys: {},
    rules: {},
    knowledge: {},
  }
  const rowOfNo = new Map<string, number>()
  let section = ''
  for (const { row, cells } of table.rows) {
    const problems: string[] = []
    const report = (column: Column, message: string): void => {
      problems.push(message)
      checked.errors.push({ path: table.address(row, column), message })
    }
    table.tellProblems(row, report)
    // A section is written once, above its questions.
    section = cells.大题 || section
    const nos = numbersOf(cells.题号, (message) => report('题号', message))
    for (const no of nos) {
      const before = rowOfNo.get(no)
      if (before !== undefined) report('题号', `题号 ${no} 与第 ${before} 行重复，请改成不同的题号`)
      rowOfNo.set(no, row)
    }
    const type = typeOf(cells.题型)
    if (!type)
      report(
        '题型',
        `不认识题型「${cells.题型}」，可填：${Object.values(QUESTION_TYPES).join('、')}`,
      )
    const full = scoreOf(cells.分值, HIGHEST_SCORE)
    if (full === null || full === 0)
      report('分值', `分值「${cells.分值}」应为 0 到 ${HIGHEST_SCORE} 之间的数，最多三位小数`)
    const knowledge = listOf(cells.知识点)
    checked.rows.push({
      row,
      section: section || '（未写大题）',
      no: cells.题号,
      type_name: type ? QUESTION_TYPES[type] : cells.题型,
      full_milli: full,
      key: cells.答案,
      block: cells.题块,
      knowledge,
      problems,
    })
    if (!type || !full || nos.length === 0) continue
    const questions = questionsOf(cells, { nos, type, full }, report)
    const answers = answersOf(cells, { nos, type, options: questions[0]?.optionCount ?? 4 }, report)
    const missing = cells.漏选得分 === '' ? null : scoreOf(cells.漏选得分, full / 1000)
    if (cells.漏选得分 !== '' && (missing === null || type !== 2))
      report(
        '漏选得分',
        type === 2 ? `漏选得分应在 0 到 ${full / 1000} 之间` : '只有多选题有漏选得分，请清空',
      )
    for (const [at, no] of nos.entries()) {
      const answer = answers[at]
      if (answer) checked.keys[no] = answer
      if (answer && missing !== null) checked.rules[no] = { missing_milli: missing }
      if (knowledge.length > 0) checked.knowledge[no] = knowledge
    }
    append(checked.sections, section, questions)
  }
  return checked
}

function append(sections: Section[], title: string, questions: Question[]): void {
  const last = sections.at(-1)
  if (last && last.title === title) last.questions.push(...questions)
  else sections.push({ title, questions })
}

/** `5`, `1-12`, `1~12`; anything else is one number as it stands. */
function numbersOf(text: string, report: (message: string) => void): string[] {
  const range = /^(\d{1,3})\s*[-~—–～至到]\s*(\d{1,3})$/.exec(text)
  if (!range) {
    if (text === '' || text.length > 6) {
      report(text === '' ? '请填写题号' : `题号「${text}」太长，最多 6 个字`)
      return []
    }
    return [text]
  }
  const [from, to] = [Number(range[1]), Number(range[2])]
  if (to < from || to - from >= MOST_IN_RANGE) {
    report(`题号「${text}」应从小到大，一行最多 ${MOST_IN_RANGE} 题`)
    return []
  }
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index))
}

const ALIASES: Readonly<Record<string, QuestionType>> = {
  单选: 1,
  选择题: 1,
  多选: 2,
  填空: 3,
  解答: 4,
  判断: 13,
  作文: 11,
  语文作文题: 11,
  英语作文题: 7,
  翻译: 17,
}

function typeOf(text: string): QuestionType | null {
  const known = Object.entries(QUESTION_TYPES).find(
    ([code, label]) => label === text || code === text,
  )
  return known ? (Number(known[0]) as QuestionType) : (ALIASES[text] ?? null)
}

/** Points as thousandths; null when it is no score up to `most` points. */
function scoreOf(text: string, most: number): number | null {
  if (!/^\d{1,3}(\.\d{1,3})?$/.test(text)) return null
  const milli = Math.round(Number(text) * 1000)
  return milli <= most * 1000 ? milli : null
}

const listOf = (text: string): string[] =>
  [...new Set(text.split(/[、，,;；|/]/).map((part) => part.trim()))].filter(Boolean)

type Report = (column: Column, message: string) => void

function questionsOf(
  cells: Record<Column, string>,
  { nos, type, full }: { nos: string[]; type: QuestionType; full: number },
  report: Report,
): Question[] {
  const number = (column: Column, least: number, most: number): number | undefined => {
    const text = cells[column]
    if (text === '') return undefined
    const value = Number(text)
    if (Number.isFinite(value) && value >= least && value <= most) return value
    report(column, `${column}「${text}」应在 ${least} 到 ${most} 之间`)
    return undefined
  }
  if (isObjectiveType(type)) {
    const optionCount = type === 13 ? 2 : (number('选项数', 2, 26) ?? 4)
    return nos.map((no) => ({ no, type, fullMilli: full, optionCount }))
  }
  const blanks = number('空数', 1, 40)
  const gridCells = number('格数', 1, 2000)
  const heightMm = number('高度', 5, 400)
  const points = scorePointsOf(cells.给分点, full, report)
  const shared = nos.length > 1 ? cells.题块 || `${nos[0]}-${nos.at(-1)}` : cells.题块
  return nos.map((no) => ({
    no,
    type,
    fullMilli: full,
    blockKey: (shared || no).replaceAll(':', '：').slice(0, 32),
    ...(blanks === undefined ? {} : { blanks: Math.round(blanks) }),
    ...(gridCells === undefined ? {} : { gridCells: Math.round(gridCells) }),
    ...(heightMm === undefined ? {} : { heightMm }),
    ...(points ? { scorePoints: points } : {}),
  }))
}

/** `(1)4、(2)6` or `第一步:4；第二步:6`: a name and its points each. */
function scorePointsOf(text: string, full: number, report: Report): Question['scorePoints'] {
  const parts = listOf(text)
  if (parts.length === 0) return undefined
  const points = parts.map((part) => {
    const [, name = '', score = ''] =
      /^(.+?)\s*[:：=\s)）]\s*(\d+(?:\.\d+)?)\s*分?$/.exec(part) ?? []
    const bracket = name.includes('(') ? ')' : name.includes('（') ? '）' : ''
    return { name: `${name}${bracket}`.slice(0, 30), fullMilli: scoreOf(score, full / 1000) }
  })
  if (points.some(({ name, fullMilli }) => name === '' || !fullMilli)) {
    report('给分点', `给分点「${text}」应写成：(1)4、(2)6`)
    return undefined
  }
  const sum = points.reduce((total, { fullMilli }) => total + (fullMilli ?? 0), 0)
  if (sum !== full) {
    report('给分点', `给分点合计 ${sum / 1000} 分，与分值 ${full / 1000} 分不一致`)
    return undefined
  }
  return points.map(({ name, fullMilli }) => ({
    name,
    fullMilli: fullMilli ?? 0,
    stepMilli: (fullMilli ?? 0) % 1000 === 0 ? 1000 : 500,
  }))
}

/** The answers of a row's questions; several are separated, or one letter each for single choices. */
function answersOf(
  cells: Record<Column, string>,
  { nos, type, options }: { nos: string[]; type: QuestionType; options: number },
  report: Report,
): string[][] {
  const text = cells.答案
  // A model answer of a written question is not kept here.
  if (text === '' || !isObjectiveType(type)) return []
  const isSingle = type === 1 || type === 13
  const parts =
    nos.length === 1
      ? [text]
      : isSingle && !/[、，,;；\s]/.test(text)
        ? [...text]
        : text.split(/[、，,;；\s]+/)
  if (parts.length !== nos.length) {
    report('答案', `有 ${nos.length} 题，答案却有 ${parts.length} 个，请用顿号隔开每题的答案`)
    return []
  }
  return parts.map((part, at) => {
    const letters = type === 13 ? normaliseTrueFalse(part) : normaliseAnswer(part)
    const fits =
      letters.length > 0 &&
      (!isSingle || letters.length === 1) &&
      letters.every((letter) => letter.charCodeAt(0) - 65 < options)
    if (!fits)
      report(
        '答案',
        `第 ${nos[at]} 题的答案「${part}」不在 A 到 ${String.fromCharCode(64 + options)} 之内${isSingle ? '，只能有一个' : ''}`,
      )
    return letters.sort()
  })
}
