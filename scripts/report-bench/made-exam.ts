import { DEFAULT_RATE_THRESHOLDS, GRADE_SCHEMES, type ItemStatus } from '@hengjuan/domain'
import type { ManifestQuestion, ResultManifest } from '@hengjuan/stats'

/** An exam before any of our own code has counted or packed it: what both sides of a comparison begin with. */
export interface MadeExam {
  n: number
  /** Places of the class and of the school of each candidate, ascending. */
  klass: Uint16Array
  school: Uint16Array
  manifest: Omit<ResultManifest, 'combos'>
  subjects: MadeSubject[]
}

export interface MadeSubject {
  attendance: Int8Array
  /** Thousandths; -1 for nobody present. */
  total: Int32Array
  items: MadeItem[]
}

export interface MadeItem {
  /** Thousandths; -1 where the question does not count for the candidate. */
  values: Int32Array
  /** Bit 0 for A; null for a subjective question. */
  answers: Uint8Array | null
  /** One byte for each candidate; null for nobody. */
  noMark: Uint8Array | null
  blank: Uint8Array | null
}

export interface ExamPlan {
  seed: number
  classSizes: readonly number[]
  classesPerSchool: number
  subjects: number
  items: number
  /** Share of the candidates of a subject who do not sit it. */
  absent: number
  /** Everybody has the same score in everything. */
  isAllEqual?: boolean
  /** One question void, one given to everybody, two of which one is answered, papers without a mark, odd totals. */
  isSpecial?: boolean
}

const OPTIONS = 4
const NOT_SAT = [1, -1, 3] as const

/** Numbers from 0 up to 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Candidates with abilities answer questions with difficulties. */
export function makeExam(plan: ExamPlan): MadeExam {
  const random = randomOf(plan.seed)
  const klass = Uint16Array.from(
    plan.classSizes.flatMap((size, place) => Array.from({ length: size }, () => place)),
  )
  const n = klass.length
  const school = klass.map((place) => Math.floor(place / plan.classesPerSchool))
  const ability = Float64Array.from({ length: n }, () => bell(random))
  const subjects = Array.from({ length: plan.subjects }, (_, place) =>
    makeSubject(plan, place, ability, random),
  )
  const schools = Math.ceil(plan.classSizes.length / plan.classesPerSchool)
  return {
    n,
    klass,
    school,
    subjects: subjects.map(({ subject }) => subject),
    manifest: {
      examName: '联考',
      schoolName: '一中',
      gradeId: 10,
      startDate: '2026-11-28',
      examType: 3,
      policy: 'senior',
      thresholds: DEFAULT_RATE_THRESHOLDS,
      gradeScheme: GRADE_SCHEMES.seed_default.id,
      subjects: subjects.map(({ questions }, place) => ({
        id: place + 1,
        name: `学科${place + 1}`,
        fullMilli: questions.reduce((sum, { fullMilli }) => sum + fullMilli, 0),
        questions,
      })),
      classes: plan.classSizes.map((_, place) => ({
        id: place + 1,
        name: `${place + 1}班`,
        school: Math.floor(place / plan.classesPerSchool),
      })),
      schools: Array.from({ length: schools }, (_, place) => ({
        id: place + 1,
        name: `第${place + 1}中学`,
        shortName: `${place + 1}中`,
        districtId: place % 4 === 3 ? null : (place % 3) + 1,
        cityId: (place % 2) + 1,
        provinceId: null,
      })),
      teachings: [],
      teachingsGuessed: false,
    },
  }
}

function makeSubject(
  plan: ExamPlan,
  subjectPlace: number,
  ability: Float64Array,
  random: () => number,
) {
  const n = ability.length
  const attendance = Int8Array.from({ length: n }, () =>
    random() < plan.absent ? NOT_SAT[Math.floor(random() * 3)]! : 0,
  )
  const questions = Array.from({ length: plan.items }, (_, index) =>
    questionOf(plan, subjectPlace, index, random),
  )
  const items = questions.map((question) =>
    makeItem(plan, question, { ability, attendance }, random),
  )
  if (plan.isSpecial) makeSpecial(items, attendance, random)
  const total = new Int32Array(n).fill(-1)
  for (let place = 0; place < n; place++) {
    if (attendance[place] !== 0) continue
    total[place] = items.reduce((sum, { values }) => sum + Math.max(0, values[place]!), 0)
    // As where a total was adjusted.
    if (plan.isSpecial && random() < 0.05) total[place] = total[place]! + 500
  }
  return { questions, subject: { attendance, total, items } satisfies MadeSubject }
}

function questionOf(
  plan: ExamPlan,
  subjectPlace: number,
  index: number,
  random: () => number,
): ManifestQuestion {
  const objective = index < plan.items * 0.4
  const statuses: Partial<Record<number, ItemStatus>> = plan.isSpecial
    ? { 0: 'gift', [plan.items - 3]: 'void' }
    : {}
  return {
    id: subjectPlace * 1000 + index + 1,
    no: String(index + 1),
    type: objective ? 1 : 10,
    objective,
    fullMilli: objective ? 3000 : 1000 * (2 + Math.floor(random() * 10)),
    optionCount: objective ? OPTIONS : null,
    key: objective ? [String.fromCharCode(65 + Math.floor(random() * OPTIONS))] : [],
    status: statuses[index] ?? 'normal',
    blocks: [],
  }
}

function makeItem(
  plan: ExamPlan,
  { objective, fullMilli, key, status }: ManifestQuestion,
  { ability, attendance }: { ability: Float64Array; attendance: Int8Array },
  random: () => number,
): MadeItem {
  const n = ability.length
  const values = new Int32Array(n)
  const answers = objective ? new Uint8Array(n) : null
  const blank = objective ? null : new Uint8Array(n)
  const right = objective ? 1 << (key[0]!.charCodeAt(0) - 65) : 0
  const difficulty = bell(random)
  const step = random() < 0.5 ? 500 : 1000
  for (let place = 0; place < n; place++) {
    if (attendance[place] !== 0 || status === 'void') {
      values[place] = -1
      continue
    }
    const chance = plan.isAllEqual ? 1 : 1 / (1 + Math.exp(difficulty - ability[place]!))
    if (answers) {
      const isRight = random() < chance
      answers[place] = isRight ? right : random() < 0.05 ? 0 : 1 + Math.floor(random() * 15)
      values[place] = answers[place] === right || status === 'gift' ? fullMilli : 0
      continue
    }
    const share = plan.isAllEqual ? 0.5 : Math.min(1, Math.max(0, chance + (random() - 0.5) * 0.5))
    values[place] = Math.round((share * fullMilli) / step) * step
    if (values[place] === 0 && random() < 0.5) blank![place] = 1
  }
  return { values, answers, noMark: null, blank }
}

/** Of the last two questions each candidate answers one; some written papers end without a mark. */
function makeSpecial(items: MadeItem[], attendance: Int8Array, random: () => number): void {
  const [written, , other, one] = items.slice(-4)
  if (!written || !other || !one) throw new Error('too few questions')
  written.noMark = new Uint8Array(attendance.length)
  for (let place = 0; place < attendance.length; place++) {
    if (attendance[place] !== 0) continue
    const left = random() < 0.6 ? one : other
    left.values[place] = -1
    if (left.blank) left.blank[place] = 0
    if (random() < 0.04) {
      written.noMark[place] = 1
      written.values[place] = 0
    }
  }
}

/** Roughly normal. */
const bell = (random: () => number): number => random() + random() + random() + random() - 2
