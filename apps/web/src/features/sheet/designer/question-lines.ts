import { formatMilli, isObjectiveType, MILLI_PER_POINT, QUESTION_TYPES } from '@hengjuan/domain'
import type { QuestionType } from '@hengjuan/domain'
import type { Question, Section } from '../draft.ts'

export interface LineProblem {
  /** 1-based, as a person counts. */
  line: number
  text: string
  message: string
}

const ALIASES: Readonly<Record<string, QuestionType>> = {
  单选: 1,
  单项选择: 1,
  选择: 1,
  多选: 2,
  多项选择: 2,
  填空: 3,
  解答: 4,
  计算: 4,
  实验: 4,
  简答: 4,
  证明: 4,
  完形: 5,
  书面表达: 7,
  英语写作: 7,
  选词: 8,
  语文作文: 11,
  作文: 11,
  写作: 11,
  匹配: 12,
  配对: 12,
  七选五: 1,
  判断: 13,
  连线: 14,
  排序: 15,
  翻译: 17,
  主观填空: 18,
  自定义选择: 99,
}
const TYPE_WORDS: [string, QuestionType][] = [
  ...Object.entries(QUESTION_TYPES).map(([code, label]): [string, QuestionType] => [
    label,
    Number(code) as QuestionType,
  ]),
  ...Object.entries(ALIASES),
  // The longest word that fits is meant: 主观填空 before 填空.
].sort(([one], [other]) => other.length - one.length)

const HEADER_WORDS = ['题号', '题型', '分值', '选项', '作答区']
const COUNT_WORDS = '一二三四五六七八九十'
const MOST_QUESTIONS = 200

/**
 * Reads a question table as people write or paste it: a row for a question or a run of them,
 * `1-40 单选 4选项 3分`, the columns of a spreadsheet (题号, 题型, 分值, 选项数, 作答区), and lines that are
 * headings. Lines that begin with `>` are the text of the question in the row above. Runs without a heading get the usual one.
 *
 * @returns sections in the order written; problems by line, whose rows are left out
 */
export function readQuestionLines(text: string): { sections: Section[]; problems: LineProblem[] } {
  const sections: Section[] = []
  const problems: LineProblem[] = []
  const seen = new Set<string>()
  let columns: string[] | null = null
  let isHeaded = false
  /** The questions of the row before, which lines of text belong to. */
  let asked: Question[] | null = null
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim()
    if (line === '') continue
    const problem = (message: string) => problems.push({ line: index + 1, text: line, message })
    const cells = raw.split('\t').map((cell) => cell.trim())
    if (HEADER_WORDS.includes(cells[0] ?? '')) {
      columns = cells
      continue
    }
    if (isHeading(line)) {
      sections.push({ title: line, questions: [] })
      isHeaded = true
      continue
    }
    if (/^[>＞]/.test(line)) {
      const typed = line.slice(1).trim()
      if (asked?.length !== 1) problem('题干要写在单独一道题的下面，请先把这道题单独写成一行')
      else {
        const [question] = asked as [Question]
        question.stem = question.stem === undefined ? typed : `${question.stem}\n${typed}`
      }
      continue
    }
    asked = null
    const row = rowOf(cells.length > 1 ? spelledOut(cells, columns) : line)
    if (typeof row === 'string') {
      problem(row)
      continue
    }
    const double = row.questions.find(({ no }) => seen.has(no))
    if (double) {
      problem(`题号 ${double.no} 重复，请改成不同的题号`)
      continue
    }
    for (const { no } of row.questions) seen.add(no)
    if (seen.size > MOST_QUESTIONS) {
      problem(`题目超过 ${MOST_QUESTIONS} 道，请分成两份答题卡`)
      break
    }
    const last = sections.at(-1)
    asked = row.questions
    if (isHeaded && last) last.questions.push(...row.questions)
    else if (last && last.questions[0]?.type === row.questions[0]?.type && sameWorth(last, row))
      last.questions.push(...row.questions)
    else sections.push({ title: '', questions: row.questions })
  }
  const filled = sections.filter(({ questions }) => questions.length > 0)
  return { sections: filled.map(withTitle), problems }
}

const sameWorth = (section: Section, row: { questions: Question[] }) =>
  section.questions[0]?.fullMilli === row.questions[0]?.fullMilli

const isHeading = (line: string) =>
  /^([一二三四五六七八九十]+、|第[一二三四五六七八九十]+(部分|卷|大题)|#)/.test(line)

/** A row of a spreadsheet as a person would have written it. */
function spelledOut(cells: string[], columns: string[] | null): string {
  const names = columns ?? HEADER_WORDS
  return cells
    .map((cell, index) => {
      if (!/^\d+(\.\d+)?$/.test(cell)) return cell
      const name = names[index] ?? ''
      if (name.includes('分')) return `${cell}分`
      if (name.includes('选项')) return `${cell}选项`
      if (name.includes('空')) return `${cell}空`
      if (name.includes('格') || name.includes('行')) return `${cell}格`
      return cell
    })
    .join(' ')
}

function rowOf(line: string): { questions: Question[] } | string {
  const number = /^(\d{1,3})\s*(?:[-–—~～至到]\s*(\d{1,3}))?\s*[题.、．]?\s*/.exec(line)
  if (!number) return '没有题号，请以题号开头，例如「1-10 单选 4选项 3分」'
  const from = Number(number[1])
  const to = Number(number[2] ?? number[1])
  if (to < from) return `题号应从小到大，现在是 ${from} 到 ${to}`
  const rest = line.slice(number[0].length)
  const found = TYPE_WORDS.find(([word]) => rest.includes(word))
  if (!found) return '不认识题型，可写单选、多选、判断、填空、解答、作文等'
  const [, type] = found
  const each = /(\d+(?:\.\d+)?)\s*分/.exec(rest)
  if (!each) return '没有分值，例如「3分」或「共36分」'
  const count = to - from + 1
  const points = Number(each[1]) / (/共\s*\d+(?:\.\d+)?\s*分/.test(rest) ? count : 1)
  const fullMilli = Math.round(points * MILLI_PER_POINT)
  if (fullMilli <= 0) return '分值须大于 0'
  const amount = (pattern: RegExp) => {
    const match = pattern.exec(rest)
    return match ? Number(match[1]) : undefined
  }
  const options = amount(/(\d+)\s*(?:个)?选项/)
  const cells = amount(/(\d+)\s*(?:格|字|行)/)
  const choose = amount(/选做\s*(\d+)/) ?? amount(/任选\s*(\d+)/)
  const takeBest = /取最?高/.test(rest) && ({ policy: 'mark_all_take_best' } as const)
  const shared = `${from}-${to}`
  // Seven sentences for five gaps, as in the English paper.
  const usualOptions = rest.includes('七选五') ? 7 : 4
  const hasThings = type === 12 || type === 14 || type === 15
  return {
    questions: Array.from({ length: count }, (_, index): Question => {
      const no = String(from + index)
      if (isObjectiveType(type))
        return { no, type, fullMilli, optionCount: type === 13 ? 2 : (options ?? usualOptions) }
      const blanks =
        amount(/(\d+)\s*(?:个)?空/) ?? (hasThings ? (amount(/(\d+)\s*对/) ?? cells) : undefined)
      const heightMm = amount(/高\s*(\d+)/) ?? amount(/(\d+)\s*毫米/)
      const isShared = choose !== undefined || (type === 3 && count > 1)
      return {
        no,
        type,
        fullMilli,
        blockKey: isShared ? shared : no,
        ...(blanks === undefined ? {} : { blanks }),
        ...(heightMm === undefined ? {} : { heightMm }),
        ...(type === 11 ? { gridCells: cells ?? 900 } : {}),
        ...(type === 7 && cells !== undefined ? { gridCells: cells } : {}),
        ...(choose === undefined ? {} : { optionalGroup: { id: `G${from}`, choose, ...takeBest } }),
      }
    }),
  }
}

/** The usual heading of a run of questions that has none. */
function withTitle(section: Section, index: number): Section {
  const { title, questions } = section
  if (title !== '') return { ...section, title: title.replace(/^#\s*/, '') }
  const [first] = questions
  if (!first) return section
  const label = QUESTION_TYPES[first.type as QuestionType]
  const { optionalGroup: group, fullMilli } = first
  const total = questions.reduce((sum, question) => sum + question.fullMilli, 0)
  const worth = formatMilli(group ? fullMilli * group.choose : total)
  const isEven = questions.every((question) => question.fullMilli === fullMilli)
  const each = isEven && questions.length > 1 ? `，每小题${formatMilli(fullMilli)}分` : ''
  const count = group
    ? `从${questions.length}小题中任选${group.choose}题`
    : `本大题共${questions.length}小题`
  const place = COUNT_WORDS[index] ?? index + 1
  return { ...section, title: `${place}、${label}（${count}${each}，共${worth}分）` }
}
