import type { BubbleField } from '@hengjuan/domain'
import type { SheetGeometry } from '@hengjuan/sheet'
import { objectiveItemsOf } from '@hengjuan/sheet'
import type { Pen } from './pen-marks.ts'
import type { Random } from './random.ts'
import type { ChoiceTruth, Defect, DefectKind, MarkTruth, SimulatedStudent } from './truth.ts'

/** How often a mark that was right is rubbed out and made again. */
const CHANGE_OF_MIND = 0.015

const CHOICE_DEFECTS = [
  'doubleMark',
  'faintMark',
  'halfFilled',
  'tickMark',
  'crossMark',
  'smudge',
] as const
type ChoiceDefect = Extract<Defect, { kind: (typeof CHOICE_DEFECTS)[number] }>

const isChoiceDefect = (defect: Defect): defect is ChoiceDefect =>
  CHOICE_DEFECTS.some((kind) => kind === defect.kind)

/**
 * Decides which mark stands on which bubble of the objective questions.
 *
 * Every choice defect gets a question of its own, so that each can be found again.
 */
export function planChoices(
  geometry: SheetGeometry,
  student: SimulatedStudent,
  pen: Pen,
  defects: readonly Defect[],
  random: Random,
): ChoiceTruth[] {
  const items = objectiveItemsOf(geometry.design)
  const pageOf = new Map(
    geometry.pages.flatMap(({ page, fields }) => fields.map(({ id }) => [id, page] as const)),
  )
  const choices = items.map((item): ChoiceTruth => {
    const given = student.choices[item.questionNo] ?? []
    const meant = item.options.filter((option) => given.includes(option))
    return {
      questionNo: item.questionNo,
      fieldId: item.fieldId,
      page: pageOf.get(item.fieldId)!,
      meant,
      marks: marksFor(meant, item.options, pen, random),
      expect: 'clear',
      because: null,
    }
  })
  const taken = new Set<string>()
  for (const defect of defects.filter(isChoiceDefect)) {
    const fit = choices.filter(({ questionNo }, index) => {
      const wanted = defect.questionNo === undefined || defect.questionNo === questionNo
      const single = defect.kind !== 'doubleMark' || !items[index]!.multiple
      return wanted && single && !taken.has(questionNo)
    })
    if (fit.length === 0) throw new RangeError(`no question for the defect ${defect.kind}`)
    const choice = random.pick(fit)
    taken.add(choice.questionNo)
    const options = items.find(({ questionNo }) => questionNo === choice.questionNo)!.options
    spoil(choice, defect.kind, options, random)
  }
  return choices
}

function marksFor(
  meant: string[],
  options: readonly string[],
  pen: Pen,
  random: Random,
): MarkTruth[] {
  const marks = meant.map((value): MarkTruth => {
    const habit = random.next()
    const shape = habit < 0.86 ? 'full' : habit < 0.95 ? 'scribble' : 'overflow'
    return { value, shape }
  })
  const others = options.filter((option) => !meant.includes(option))
  const rubs = pen.kind !== 'gel' && meant.length > 0 && others.length > 0
  if (rubs && random.chance(CHANGE_OF_MIND))
    marks.unshift({ value: random.pick(others), shape: 'erased' })
  return marks
}

const SPOILED = {
  faintMark: 'faint',
  halfFilled: 'half',
  tickMark: 'tick',
  crossMark: 'cross',
  smudge: 'full',
} as const

function spoil(
  choice: ChoiceTruth,
  kind: ChoiceDefect['kind'],
  options: readonly string[],
  random: Random,
): void {
  choice.expect = 'doubtful'
  choice.because = kind
  if (choice.meant.length === 0) choice.meant = [random.pick(options)]
  const first = choice.meant[0]!
  if (kind === 'doubleMark') {
    const others = options.filter((option) => option !== first)
    choice.meant = [first]
    choice.marks = [
      { value: first, shape: 'full' },
      { value: random.pick(others), shape: 'full' },
    ]
  } else {
    const shape = SPOILED[kind]
    choice.marks = choice.meant.map((value) => ({ value, shape }))
  }
}

/** Digits to fill by column: none or two where the number is spoiled. */
export function planExamNo(
  field: BubbleField,
  examNo: string,
  defects: readonly Defect[],
  random: Random,
): string[][] {
  const columns = new Set(field.bubbles.map(({ column }) => column)).size
  const has = (kind: DefectKind) => defects.some((defect) => defect.kind === kind)
  const replaced = defects.find(
    (defect) => defect.kind === 'wrongExamNo' || defect.kind === 'duplicateNumber',
  )
  const number = replaced && 'examNo' in replaced ? replaced.examNo : examNo
  if (number.length !== columns || !/^\d+$/.test(number))
    throw new RangeError(`exam number ${number} does not fit ${columns} digits`)
  if (has('noExamNo')) return Array.from({ length: columns }, () => [])
  const digits = [...number].map((digit) => [digit])
  const partial = defects.find((defect) => defect.kind === 'partialExamNo')
  if (partial?.kind === 'partialExamNo') {
    const column = random.integer(0, columns - 1)
    const how = partial.how ?? (random.chance(0.5) ? 'blank' : 'double')
    if (how === 'blank') digits[column] = []
    else digits[column]!.push(String((Number(number[column]) + random.integer(1, 9)) % 10))
  }
  return digits
}
