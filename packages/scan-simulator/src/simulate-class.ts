import type { SheetGeometry } from '@hengjuan/sheet'
import { blocksOf, objectiveItemsOf } from '@hengjuan/sheet'
import { createRandom } from './random.ts'
import type { PrintedSheet, SimulatedSheet } from './simulate-sheet.ts'
import { simulateSheet } from './simulate-sheet.ts'
import type { Defect, SimulatedStudent } from './truth.ts'

export interface Candidate {
  name: string
  className: string
  examNo: string
}

/**
 * Makes up what a candidate answers, from a key and an ability.
 *
 * @param key right letters by question number; questions without a key are answered at random
 * @param ability 0 guesses everything, 1 knows everything, and so for each question where it is a function of the
 *   question's number (of the first for an answer area); drawn when absent
 */
export function makeAnswers(
  geometry: SheetGeometry,
  candidate: Candidate,
  key: Readonly<Record<string, readonly string[]>>,
  seed: string,
  ability?: number | ((questionNo: string) => number),
): SimulatedStudent {
  const random = createRandom(`${seed}/answers/${candidate.examNo}`)
  const drawn = ability ?? Math.max(0.1, Math.min(0.98, 0.66 + random.normal() * 0.17))
  const levelAt = typeof drawn === 'number' ? () => drawn : drawn
  const student: SimulatedStudent = {
    ...candidate,
    absent: false,
    choices: {},
    optional: {},
    writing: {},
  }
  for (const item of objectiveItemsOf(geometry.design)) {
    const right = key[item.questionNo] ?? [random.pick(item.options)]
    if (random.chance(0.008)) student.choices[item.questionNo] = []
    else if (random.chance(levelAt(item.questionNo))) student.choices[item.questionNo] = [...right]
    else if (!item.multiple) student.choices[item.questionNo] = [random.pick(item.options)]
    else {
      const some = item.options.filter(() => random.chance(0.45))
      student.choices[item.questionNo] = some.length > 0 ? some : [random.pick(item.options)]
    }
  }
  for (const block of blocksOf(geometry.design)) {
    const level = levelAt(block.questionNos[0] ?? '')
    const blank = random.chance(0.04 * (1.2 - level))
    student.writing[block.key] = blank
      ? 0
      : Math.max(0.15, Math.min(1, level + random.normal() * 0.2))
    if (!block.optional) continue
    const offered = [...block.questionNos]
    const chosen: string[] = []
    const wanted = blank ? 0 : block.optional.choose
    while (chosen.length < wanted)
      chosen.push(...offered.splice(random.integer(0, offered.length - 1), 1))
    const order = block.questionNos
    student.optional[block.optional.groupId] = chosen.sort(
      (a, b) => order.indexOf(a) - order.indexOf(b),
    )
  }
  return student
}

export interface ClassSimulation {
  sheet: PrintedSheet
  students: readonly SimulatedStudent[]
  seed: string
  strength?: number
  /** Defects of the candidate with this index. */
  defectsOf?: (index: number) => readonly Defect[]
  otherSheet?: PrintedSheet
  upsideDownShare?: number
  /** Part of the class to make: from this index up to but not including `until`. */
  from?: number
  until?: number
}

/**
 * Makes the sheets of a class one after the other.
 *
 * Each sheet depends on the seed and its index alone, so workers can share a class by index ranges and
 * get the same bytes.
 */
export async function* simulateClass(
  simulation: ClassSimulation,
): AsyncGenerator<SimulatedSheet & { index: number; student: SimulatedStudent }> {
  const { students, seed, from = 0, until = students.length } = simulation
  for (let index = from; index < Math.min(until, students.length); index++) {
    const student = students[index]!
    const { sheet, strength, otherSheet, upsideDownShare } = simulation
    const result = await simulateSheet({
      sheet,
      student,
      seed: `${seed}/${index}`,
      strength,
      defects: simulation.defectsOf?.(index) ?? [],
      otherSheet,
      upsideDownShare,
    })
    yield { index, student, ...result }
  }
}

/**
 * A well-formed number that is on no roster, one digit away from a real one.
 *
 * @throws RangeError if every number is taken
 */
export function numberOffRoster(examNo: string, roster: ReadonlySet<string>, seed: string): string {
  const random = createRandom(`${seed}/off roster/${examNo}`)
  for (let attempt = 0; attempt < 1000; attempt++) {
    const at = random.integer(0, examNo.length - 1)
    const digit = String((Number(examNo[at]) + random.integer(1, 9)) % 10)
    const number = examNo.slice(0, at) + digit + examNo.slice(at + 1)
    if (!roster.has(number)) return number
  }
  throw new RangeError(`no free number near ${examNo}`)
}
