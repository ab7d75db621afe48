import { randomOf } from './random.ts'

/**
 * How simulated answers come about: a student has an ability, a question a difficulty and a discrimination, and the
 * two-parameter logistic says what share of the students of an ability gets it right, or what share of its points
 * they get. So a report shows what it shows of real exams: reliable totals, questions that tell students apart.
 */
export interface Item {
  /** The ability at which half is got. */
  difficulty: number
  /** How steeply the share rises around it. */
  discrimination: number
}

/** What is ticked can be guessed, and what is written is judged in points: a guess hides half of what a question tells. */
export type ItemKind = 'ticked' | 'written' | 'essay'

const KINDS: Record<ItemKind, { steepness: number; easiest: number }> = {
  ticked: { steepness: 1.1, easiest: -1.85 },
  written: { steepness: 0.8, easiest: -2.4 },
  // Nearly everybody writes something that is worth more than half.
  essay: { steepness: 0.3, easiest: -2.8 },
}
const DIFFICULTY_RANGE = 2.6
const STEEPNESS_RANGE = 0.5

/** The question that a key stands for; the same for the same key. */
export function itemOf(key: string, kind: ItemKind): Item {
  const random = randomOf(`item/${key}`)
  const { steepness, easiest } = KINDS[kind]
  return {
    difficulty: easiest + DIFFICULTY_RANGE * random.next(),
    discrimination: steepness + STEEPNESS_RANGE * random.next(),
  }
}

/** The share that students of an ability get of a question, 0 to 1. */
export const shareOf = ({ difficulty, discrimination }: Item, ability: number): number =>
  1 / (1 + Math.exp(-discrimination * (ability - difficulty)))

/** What the subjects of a student have in common; the rest of the variance is the subject's own. */
const COMMON = 0.85

/** The ability in one subject: somebody good is good at most, and better at some. */
export const abilityIn = (
  { examNo, ability }: { examNo: string; ability: number },
  subjectId: number,
): number =>
  COMMON * ability +
  Math.sqrt(1 - COMMON * COMMON) * randomOf(`subject/${subjectId}/${examNo}`).normal()
