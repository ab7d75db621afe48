import { formatMilli, isObjectiveType, QUESTION_TYPES } from '@hengjuan/domain'
import type { SheetDesign, SheetQuestion } from '@hengjuan/domain'
import { besideRow, isRowTooLong, mayStandBeside } from './beside.ts'
import { isEssayType, questionsOf } from './marking-blocks.ts'
import { MOST_STEM } from './stem.ts'
import { MAX_PAGES, PAPERS } from './measures.ts'

/** Something that must be mended before a sheet can be laid out. */
export interface DesignProblem {
  code: DesignProblemCode
  /** Chinese: what is wrong and what to do. */
  message: string
  /** Printed number of the question at fault. */
  questionNo?: string
}

export type DesignProblemCode =
  | 'SHEET_FIELD'
  | 'NO_QUESTIONS'
  | 'QUESTION_NO'
  | 'DUPLICATE_NO'
  | 'QUESTION_TYPE'
  | 'FULL_MARK'
  | 'OPTION_COUNT'
  | 'BLOCK_KEY'
  | 'STEM'
  | 'ANSWER_AREA'
  | 'SCORE_POINTS'
  | 'OPTIONAL_GROUP'
  | 'TOO_LONG'
  | 'TOO_NARROW'

/** A design that cannot be laid out; `message` joins what is wrong, in Chinese. */
export class SheetDesignError extends Error {
  readonly problems: DesignProblem[]

  constructor(problems: DesignProblem[]) {
    super(problems.map(({ message }) => message).join('\n'))
    this.name = 'SheetDesignError'
    this.problems = problems
  }
}

/** Everything that is wrong with a design, in printed order; empty when it can be laid out. */
export function validateDesign(design: SheetDesign): DesignProblem[] {
  const questions = questionsOf(design)
  const problems = [...sheetProblems(design), ...questions.flatMap(questionProblems)]
  if (questions.length === 0)
    problems.push({ code: 'NO_QUESTIONS', message: '答题卡还没有题目，请至少添加一道题。' })
  const seen = new Set<string>()
  for (const { no } of questions) {
    if (seen.has(no))
      problems.push({
        code: 'DUPLICATE_NO',
        message: `题号 ${no} 重复，请改成不同的题号。`,
        questionNo: no,
      })
    seen.add(no)
  }
  return [...problems, ...joinProblems(design), ...besideProblems(design), ...groupProblems(design)]
}

/**
 * Everything that is wrong with a question table that is not printed: paper has no say in it, and without
 * marking no question needs a block.
 */
export function tableProblems(
  design: SheetDesign,
  { isMarked }: { isMarked: boolean },
): DesignProblem[] {
  const onPaper: readonly [boolean, string][] = [
    [design.scoreEntry !== undefined, '没有答题卡可以先阅后扫，请关闭打分框。'],
    [(design.paperVariants ?? 1) > 1, '没有答题卡可以填涂试卷类型，请关闭。'],
  ]
  return [
    ...validateDesign(isMarked ? design : withOwnBlocks(design)),
    ...onPaper
      .filter(([isSet]) => isSet)
      .map(([, message]) => ({ code: 'SHEET_FIELD' as const, message })),
  ]
}

/** Each question, or group of optional ones, as a block of its own. */
const withOwnBlocks = (design: SheetDesign): SheetDesign => ({
  ...design,
  sections: design.sections.map((section) => ({
    ...section,
    questions: section.questions.map((question, index) => ({
      ...question,
      blockKey: question.optionalGroup ? `g.${question.optionalGroup.id}` : `q${index}`,
    })),
  })),
})

function sheetProblems(design: SheetDesign): DesignProblem[] {
  const mostColumns = PAPERS[design.paper]?.mostColumns ?? 1
  const rules: [boolean, string][] = [
    [design.id.trim() !== '', '答题卡缺少编号，请重新保存。'],
    [isWithin(design.sheetCode, 0, 65535), '答题卡识别码须是 0 到 65535 之间的整数。'],
    [design.title.trim() !== '', '请填写考试名称。'],
    [design.subjectName.trim() !== '', '请填写科目名称。'],
    [design.paper in PAPERS, '纸张只能选择 A4、A3、8K 或 16K。'],
    [
      design.columns === undefined || isWithin(design.columns, 1, mostColumns),
      `${design.paper} 纸最多分 ${mostColumns} 栏，请减少栏数。`,
    ],
    [
      design.maxPages === undefined || isWithin(design.maxPages, 1, MAX_PAGES),
      `页数上限须是 1 到 ${MAX_PAGES}。`,
    ],
    [
      !design.folded || (mostColumns === 3 && design.columns !== 1),
      '折叠的答题卡须用 A3 或 8K 纸，分两栏或三栏，折痕落在栏间。',
    ],
    [
      design.crest === undefined || isCrest(design.crest),
      '校徽须是 PNG 或 JPEG 图片，不超过 150 KB，请换一张。',
    ],
    [
      ['bubble', 'barcode', 'both'].includes(design.numberStyle),
      '考号样式只能选择填涂、条形码或两者都用。',
    ],
    [isWithin(design.examNoDigits, 4, 12), '准考证号须是 4 到 12 位。'],
    [
      design.paperVariants === undefined || isWithin(design.paperVariants, 2, 4),
      '试卷类型须是 2 到 4 种，只有一种时请关闭。',
    ],
    [
      design.scoreEntry === undefined || ['bars', 'digits'].includes(design.scoreEntry),
      '先阅后扫的登分方式只能选择打分条或手写分数格。',
    ],
    [
      design.totalEntry === undefined || design.scoreEntry !== undefined,
      '只有先阅后扫的答题卡可以印总分栏，请选择登分方式或关闭总分栏。',
    ],
    [design.notices.length <= 8, '注意事项最多 8 条，请删减。'],
    [design.notices.every((text) => text.length <= 80), '每条注意事项最多 80 字，请缩短。'],
  ]
  return rules
    .filter(([holds]) => !holds)
    .map(([, message]) => ({ code: 'SHEET_FIELD' as const, message }))
}

function questionProblems(question: SheetQuestion): DesignProblem[] {
  const { no } = question
  const problems: DesignProblem[] = []
  const report = (code: DesignProblemCode, message: string) =>
    problems.push({ code, message: `第 ${no} 题：${message}`, questionNo: no })
  if (!/^[0-9A-Za-z().-]{1,6}$/.test(no))
    report('QUESTION_NO', '题号须是 1 到 6 个数字、字母或 ( ) . -。')
  if (!(question.type in QUESTION_TYPES))
    report('QUESTION_TYPE', `没有题型 ${question.type}，请重新选择题型。`)
  if (!Number.isSafeInteger(question.fullMilli) || question.fullMilli <= 0)
    report('FULL_MARK', '满分须大于 0，请填写分值。')
  const length = question.stem?.length ?? 0
  if (length > MOST_STEM) report('STEM', `题干最多 ${MOST_STEM} 字，现在 ${length} 字，请缩短。`)
  if (isObjectiveType(question.type)) {
    if (question.type !== 13 && !isWithin(question.optionCount ?? 4, 2, 26))
      report('OPTION_COUNT', `选项数须是 2 到 26 个，现在是 ${question.optionCount}。`)
    if (question.type === 13 && ![undefined, 2].includes(question.optionCount))
      report('OPTION_COUNT', '判断题只有 2 个选项。')
    if (question.optionalGroup) report('OPTIONAL_GROUP', '选择题和判断题不能作为选做题。')
  } else subjectiveProblems(question, report)
  return problems
}

function subjectiveProblems(
  question: SheetQuestion,
  report: (code: DesignProblemCode, message: string) => void,
): void {
  if (!question.blockKey?.trim()) report('BLOCK_KEY', '主观题没有题块，请设置由哪个题块阅卷。')
  else if (!/^[\p{Script=Han}\w.-]{1,32}$/u.test(question.blockKey))
    report('BLOCK_KEY', '题块名只能用 32 个以内的汉字、字母、数字、下划线、点或短横。')
  if (question.blanks !== undefined && !isWithin(question.blanks, 1, 20))
    report('ANSWER_AREA', '填空数须是 1 到 20 个。')
  if (question.heightMm !== undefined && !(question.heightMm >= 20 && question.heightMm <= 520))
    report('ANSWER_AREA', '作答区高度须在 20 到 520 毫米之间。')
  if (question.partsMm && !partsHold(question))
    report('ANSWER_AREA', '拆分的作答区须是 2 到 6 个，每个高 20 到 260 毫米，且只用于解答类题目。')
  const limit = question.type === 7 ? 60 : 2000
  if (question.gridCells !== undefined && !isWithin(question.gridCells, 1, limit))
    report('ANSWER_AREA', `作文的格数或行数须是 1 到 ${limit}。`)
  const points = question.scorePoints
  if (!points) return
  const sum = points.reduce((total, { fullMilli }) => total + fullMilli, 0)
  if (sum !== question.fullMilli)
    report(
      'SCORE_POINTS',
      `给分点合计 ${formatMilli(sum)} 分，与满分 ${formatMilli(question.fullMilli)} 分不一致。`,
    )
  for (const { name, fullMilli, stepMilli } of points)
    if (!(fullMilli > 0) || !(stepMilli > 0) || fullMilli % stepMilli !== 0)
      report('SCORE_POINTS', `给分点“${name}”的满分须是步长的整数倍。`)
}

const partsHold = ({ type, partsMm = [], optionalGroup }: SheetQuestion): boolean =>
  isEssayType(type) &&
  !optionalGroup &&
  isWithin(partsMm.length, 2, 6) &&
  partsMm.every((heightMm) => heightMm >= 20 && heightMm <= 260)

/** A question in the frame of the one before must be of its kind and its block. */
function joinProblems(design: SheetDesign): DesignProblem[] {
  return design.sections.flatMap(({ questions }) =>
    questions.flatMap((question, index) => {
      if (!question.joinsPrevious) return []
      const before = questions[index - 1]
      const holds =
        before &&
        isEssayType(before.type) &&
        isEssayType(question.type) &&
        before.blockKey === question.blockKey &&
        ![before, question].some((one) => one.partsMm || one.optionalGroup) &&
        !question.breakBefore
      if (holds) return []
      const message = `第 ${question.no} 题：只能与前一道同一题块的解答题合并作答区，请先取消合并。`
      return [{ code: 'ANSWER_AREA' as const, message, questionNo: question.no }]
    }),
  )
}

/** Frames in a row are those of consecutive essays; a strip for the mark would tear the row apart. */
function besideProblems(design: SheetDesign): DesignProblem[] {
  return design.sections.flatMap(({ questions }) =>
    questions.flatMap((question, index) => {
      if (!question.besidePrevious) return []
      const reason = !mayStandBeside(questions[index - 1], question)
        ? '只能与前一道解答题并排，两题都没有拆分、合并、题干或另起一栏'
        : isRowTooLong(besideRow(questions, question))
          ? '最多三个作答区并排'
          : design.scoreEntry !== undefined
            ? '先阅后扫的答题卡每个题块上方印有打分框，作答区不能并排'
            : null
      if (reason === null) return []
      const message = `第 ${question.no} 题：${reason}，请取消并排。`
      return [{ code: 'ANSWER_AREA' as const, message, questionNo: question.no }]
    }),
  )
}

/** A group is printed as one answer area, so its questions must stand together and be worth the same. */
function groupProblems(design: SheetDesign): DesignProblem[] {
  const problems: DesignProblem[] = []
  const questions = questionsOf(design)
  const ids = new Set(questions.flatMap(({ optionalGroup }) => optionalGroup?.id ?? []))
  for (const id of ids) {
    const members = questions.filter(({ optionalGroup }) => optionalGroup?.id === id)
    const nos = members.map(({ no }) => no).join('、')
    const report = (message: string) =>
      problems.push({
        code: 'OPTIONAL_GROUP',
        message: `选做题 ${nos}：${message}`,
        questionNo: members[0]!.no,
      })
    const choose = members[0]!.optionalGroup!.choose
    if (!/^[\w.-]{1,16}$/.test(id)) report('组号只能用 16 个以内的字母、数字、点或短横。')
    if (members.some(({ optionalGroup }) => optionalGroup?.choose !== choose))
      report('同一组的选做数目须相同。')
    const policy = members[0]!.optionalGroup!.policy ?? 'by_mark'
    if (members.some(({ optionalGroup }) => (optionalGroup?.policy ?? 'by_mark') !== policy))
      report('同一组的选做计分须相同。')
    if (members.length < 2 || !isWithin(choose, 1, members.length - 1))
      report('一组至少 2 题，选做数目须少于题数。')
    if (members.length > 8) report('一组最多 8 题，请分成几组。')
    if (!isConsecutive(design, members)) report('同一组的题目须在同一大题内连续排列。')
    if (new Set(members.map(({ blockKey }) => blockKey)).size > 1)
      report('同一组的题目共用一个作答区，须属于同一题块。')
    if (new Set(members.map(({ fullMilli }) => fullMilli)).size > 1)
      report('同一组的题目分值须相同。')
    const strangers = questions.filter(
      (question) => question.blockKey === members[0]!.blockKey && question.optionalGroup?.id !== id,
    )
    if (strangers.length > 0)
      report(`题块不能再包含第 ${strangers.map(({ no }) => no).join('、')} 题。`)
  }
  return problems
}

function isConsecutive(design: SheetDesign, members: SheetQuestion[]): boolean {
  const section = design.sections.find(({ questions }) => questions.includes(members[0]!))
  const start = section?.questions.indexOf(members[0]!) ?? -1
  return members.every((member, index) => section?.questions[start + index] === member)
}

const isWithin = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most

/** Characters of a data URL that holds 150 KB. */
const CREST_CHARACTERS = 200_000

const isCrest = (dataUrl: string): boolean =>
  dataUrl.length <= CREST_CHARACTERS && /^data:image\/(png|jpeg);base64,[\w+/=]+$/.test(dataUrl)
