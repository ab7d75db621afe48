import type { SheetDesign, SheetQuestion } from '@hengjuan/domain'
import { milli } from '@hengjuan/domain'
import type {
  Degradation,
  DegradationName,
  Pen,
  PrintedSheet,
  Random,
  SheetTruth,
  SimulatedStudent,
} from '@hengjuan/scan-simulator'
import {
  createRandom,
  DEGRADATION_NAMES,
  makeAnswers,
  randomPen,
  recipeOf,
  renderBlankPages,
  simulateSheet,
} from '@hengjuan/scan-simulator'
import { layoutSheet, sampleDesigns, templateOf } from '@hengjuan/sheet'
import { drawStray, fillByHand, strayKinds } from './stray-marks.ts'

const questions = (from: number, to: number, type: 1 | 2 | 13): SheetQuestion[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    no: String(from + index),
    type,
    fullMilli: milli(2),
    optionCount: type === 13 ? 2 : 4,
  }))

/** One side with every kind of objective question, and an exam number to fill in. */
const design: SheetDesign = {
  ...sampleDesigns.english,
  id: 'recognition-study',
  numberStyle: 'bubble',
  sections: [
    { title: '一、单项选择题', questions: questions(1, 40, 1) },
    { title: '二、多项选择题', questions: questions(41, 60, 2) },
    { title: '三、判断题', questions: questions(61, 65, 13) },
  ],
}

export async function studySheet(dpi: number) {
  const geometry = layoutSheet(design)
  const sheet: PrintedSheet = { geometry, blanks: await renderBlankPages(geometry, dpi) }
  return { sheet, template: templateOf(geometry) }
}

/** What a question means and whether a careful person would be sure of it. */
export interface QuestionTruth {
  meant: string[]
  isClear: boolean
  /** What is on the paper, for the tables. */
  kind: string
}

export interface StudyPage {
  jpeg: Uint8Array
  /** By field id. */
  truth: Map<string, QuestionTruth>
  /** Troubles and their strengths, for the tables. */
  trouble: string
}

/**
 * One simulated side: a pupil with a hand and a pen, a scanner, and now and then some trouble.
 *
 * @param plain no troubles: an ordinary sheet through an ordinary scanner
 */
export async function simulateOne(
  sheet: PrintedSheet,
  seed: string,
  plain = false,
): Promise<StudyPage> {
  const random = createRandom(`${seed}/study`)
  const student = makeAnswers(
    sheet.geometry,
    { name: '余辰云', className: '一班', examNo: String(random.integer(20260000, 20269999)) },
    {},
    seed,
    random.next(),
  )
  student.writing = {}
  const pen = penOf(random)
  const degradations = plain ? [] : troublesOf(random)
  // What is planted is part of the print to the simulator: a trouble with pens would miss it.
  const isPlantable = !degradations.some(({ name }) => changesPen(name))
  const hand = isPlantable ? handOf(random) : evenHand
  const strays = plain || !isPlantable ? 0 : random.integer(0, 5)
  const planted = plantMarks(sheet, student, pen, hand, strays, random)
  const { pages, truth } = await simulateSheet({
    sheet: planted.sheet,
    student: planted.student,
    seed,
    strength: random.pick([0.5, 1, 1, 1, 1.5, 2]),
    degradations,
    pages: [1],
    pen,
  })
  const name = degradations.map((d) => `${d.name}-${d.strength.toFixed(1)}`).join('+') || 'plain'
  return { jpeg: pages[0]!.jpeg, truth: truthOf(truth, planted.truth), trouble: name }
}

/** Troubles that say nothing about marks: the page is lost or lies elsewhere. */
const elsewhere: readonly DegradationName[] = [
  'backInFront',
  'doubleFeed',
  'redCard',
  'unmarkedForm',
]

const changesPen = (name: DegradationName) =>
  recipeOf(name).pen !== undefined || recipeOf(name).family === 'marks'

const troubles = DEGRADATION_NAMES.filter((name) => !elsewhere.includes(name))

function troublesOf(random: Random): Degradation[] {
  const count = random.pick([0, 1, 1, 1, 2])
  return Array.from({ length: count }, () => ({
    name: random.pick(troubles),
    strength: random.between(0.5, 3),
  }))
}

/** How evenly a pupil presses and fills: spread of the darkness, and of the size, as shares. */
interface HandHabit {
  /** Share of the answers marked by this hand; the simulator's even hand makes the rest. */
  share: number
  darkness: number
  size: number
}

const evenHand: HandHabit = { share: 0, darkness: 0, size: 0 }

const handOf = (random: Random): HandHabit => ({
  share: random.chance(0.5) ? 0.9 : 0,
  darkness: random.between(0.02, 0.15),
  size: random.between(0.01, 0.06),
})

function truthOf(truth: SheetTruth, strays: ReadonlyMap<string, QuestionTruth>) {
  const fields = new Map<string, QuestionTruth>()
  for (const choice of truth.choices) {
    const kinds = choice.marks.map((mark) => mark.shape).sort()
    const own = {
      meant: choice.meant,
      isClear: choice.expect === 'clear',
      kind: choice.because ?? (kinds.join('+') || 'blank'),
    }
    // A trouble that fell on a planted mark makes a case nobody can name: left out.
    const planted = strays.get(choice.fieldId)
    if (planted && choice.because) continue
    fields.set(choice.fieldId, planted ?? own)
  }
  const digits = [...(truth.examNo.bubbled ?? '')]
  fields.set('examNo', { meant: digits, isClear: truth.examNo.expect === 'clear', kind: 'number' })
  const absent = truth.absent.filled ? ['absent'] : []
  const isAbsenceClear = truth.absent.expect !== 'doubtful'
  fields.set('absent', { meant: absent, isClear: isAbsenceClear, kind: 'absent' })
  return fields
}

/** Draws marks of an uneven hand, and strays, on a copy of the printed page; answers drawn are taken out. */
function plantMarks(
  sheet: PrintedSheet,
  student: SimulatedStudent,
  pen: Pen,
  hand: HandHabit,
  strays: number,
  random: Random,
) {
  const front = sheet.geometry.pages[0]!
  const page = { ...sheet.blanks[0]!, grey: sheet.blanks[0]!.grey.slice() }
  const choices = front.fields.filter((field) => field.kind === 'choice')
  const truth = new Map<string, QuestionTruth>()
  for (let i = 0; i < strays; i++) {
    const field = random.pick(choices)
    if (truth.has(field.id)) continue
    const kind = random.pick(strayKinds)
    const bubble = random.pick(field.bubbles)
    drawStray(page, field.bubbles, kind, bubble, pen.ink.darkness, random)
    const isMeant = kind === 'ring' || kind === 'uneven'
    truth.set(field.id, { meant: isMeant ? [bubble.value] : [], isClear: false, kind })
  }
  for (const field of choices) {
    const meant = student.choices[field.id.slice('choice:'.length)] ?? []
    if (truth.has(field.id) || meant.length === 0 || !random.chance(hand.share)) continue
    for (const bubble of field.bubbles.filter((b) => meant.includes(b.value))) {
      const darkness = Math.min(0.95, pen.ink.darkness * (1 + random.normal() * hand.darkness))
      fillByHand(page, bubble, darkness, 0.45 + random.normal() * hand.size, random)
    }
    truth.set(field.id, { meant: [...meant], isClear: true, kind: 'byHand' })
  }
  const left = Object.entries(student.choices).filter(([no]) => !truth.has(`choice:${no}`))
  return {
    sheet: { ...sheet, blanks: [page, ...sheet.blanks.slice(1)] },
    student: { ...student, choices: Object.fromEntries(left) },
    truth,
  }
}

function penOf(random: Random): Pen {
  const pen = randomPen(random)
  // One pupil in eight presses hardly at all.
  if (random.chance(0.125)) pen.ink = { ...pen.ink, darkness: random.between(0.25, 0.5) }
  return pen
}
