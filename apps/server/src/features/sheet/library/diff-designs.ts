import type { SheetDifference } from '@hengjuan/contracts'
import {
  formatMilli,
  OPTIONAL_POLICIES,
  QUESTION_TYPES,
  type QuestionType,
  type SheetDesign,
  type SheetQuestion,
} from '@hengjuan/domain'
import type { Static } from 'typebox'

export type Change = Static<typeof SheetDifference>

type Draft = Omit<SheetDesign, 'id' | 'sheetCode' | 'schoolName'>

const NONE = '无'
const NUMBER_STYLES = { bubble: '填涂', barcode: '条形码', both: '填涂和条形码' } as const

/** What a person would name when comparing two sheets: settings first, then questions in printed order. */
export function diffDesigns(before: Draft, after: Draft): Change[] {
  return [
    ...diffFields('', { ...SETTINGS, ...others(SETTINGS, before, after) }, before, after),
    ...onceEach(diffQuestions(before, after)),
  ]
}

/** A title that all questions of a section share is said once, not with each of them. */
function onceEach(changes: Change[]): Change[] {
  const said = new Set<string>()
  return changes.flatMap((change) => {
    if (!change.what.endsWith(SECTION)) return [change]
    const key = `${change.before} ${change.after}`
    if (said.has(key)) return []
    said.add(key)
    return [{ ...change, what: SECTION }]
  })
}

type Fields = object
type Labels = Readonly<Record<string, readonly [label: string, show: (value: never) => string]>>

const text = (value: unknown): string =>
  value === undefined || value === '' ? NONE : typeof value === 'string' ? value : asJson(value)
const asJson = (value: unknown): string => JSON.stringify(value)
/** Enough of a long text to know it by. */
const beginning = (long: string): string => (long.length > 40 ? `${long.slice(0, 40)}…` : long)
const yesNo = (value: unknown): string => (value ? '印' : '不印')

const SETTINGS: Labels = {
  title: ['标题', text],
  subjectName: ['科目', text],
  paper: ['纸张', text],
  numberStyle: ['考号样式', (value: keyof typeof NUMBER_STYLES) => NUMBER_STYLES[value] ?? value],
  examNoDigits: ['考号位数', text],
  notices: ['注意事项', (value: string[] | undefined) => `${value?.length ?? 0} 条`],
  misconduct: ['违纪框', yesNo],
  paperVariants: ['试卷类型数', text],
  scoreEntry: [
    '分数格',
    (value?: string) => (value === 'bars' ? '打分条' : value === 'digits' ? '手写分数格' : '不印'),
  ],
  totalEntry: ['总分栏', yesNo],
}

const SECTION = '大题标题'

const QUESTION: Labels = {
  section: [SECTION, text],
  type: ['题型', (value: QuestionType) => QUESTION_TYPES[value] ?? String(value)],
  fullMilli: ['分值', formatMilli],
  stem: ['题干', (stem?: string) => beginning(stem ?? '') || NONE],
  pictures: ['插图', (pictures?: string[]) => (pictures?.length ? `${pictures.length} 张` : NONE)],
  optionCount: ['选项数', text],
  blockKey: ['题块', text],
  blanks: ['空数', text],
  heightMm: ['作答区高度（毫米）', text],
  gridCells: ['格数', text],
  besidePrevious: ['与前一题并排', (value: unknown) => (value ? '是' : '否')],
  scorePoints: [
    '给分点',
    (points?: SheetQuestion['scorePoints']) =>
      points?.map(({ name, fullMilli }) => `${name} ${formatMilli(fullMilli)}`).join('、') ?? NONE,
  ],
  optionalGroup: [
    '选做',
    (group?: SheetQuestion['optionalGroup']) =>
      group
        ? `${group.id} 组选 ${group.choose}，${OPTIONAL_POLICIES[group.policy ?? 'by_mark']}`
        : NONE,
  ],
}

/** Settings that no label is known for are not passed over. */
function others(known: Labels, ...objects: object[]): Labels {
  const names = new Set(objects.flatMap((object) => Object.keys(object)))
  return Object.fromEntries(
    [...names]
      .filter((name) => !(name in known) && name !== 'sections' && !SERVER.includes(name))
      .map((name) => [
        name,
        ['其他版面设置', (value: unknown) => (value === undefined ? NONE : '有')],
      ]),
  )
}
const SERVER = ['id', 'sheetCode', 'schoolName']

function diffFields(prefix: string, labels: Labels, before: Fields, after: Fields): Change[] {
  return Object.entries(labels).flatMap(([name, [label, show]]): Change[] => {
    const [old, now] = [before, after].map((fields) => (fields as Record<string, unknown>)[name])
    if (asJson(old ?? null) === asJson(now ?? null)) return []
    const what = `${prefix}${label}`
    return [{ kind: 'changed', what, before: show(old as never), after: show(now as never) }]
  })
}

function diffQuestions(before: Draft, after: Draft): Change[] {
  const [was, is] = [questionsByNo(before), questionsByNo(after)]
  const describe = (question: Listed) =>
    `${QUESTION_TYPES[question.type] ?? question.type} ${formatMilli(question.fullMilli)} 分`
  const gone = [...was].filter(([no]) => !is.has(no))
  return [
    ...gone.map(([no, question]): Change => ({
      kind: 'removed',
      what: `第 ${no} 题`,
      before: describe(question),
      after: '',
    })),
    ...[...is].flatMap(([no, question]): Change[] => {
      const old = was.get(no)
      if (!old)
        return [{ kind: 'added', what: `第 ${no} 题`, before: '', after: describe(question) }]
      return diffFields(`第 ${no} 题 `, QUESTION, old, question)
    }),
  ]
}

type Listed = SheetQuestion & { section: string }

const questionsByNo = ({ sections }: Draft): Map<string, Listed> =>
  new Map(
    sections.flatMap(({ title, questions }) =>
      questions.map((question): [string, Listed] => [question.no, { ...question, section: title }]),
    ),
  )
