import { ranksOf } from '@hengjuan/domain'
import { figuresOf, type Population, type Scored, scoresOf } from './population.ts'

/** One row a class and one for the grade, each with its distance to the grade's mean. */
export function classAverageRows(population: Population) {
  const { fullMilli } = population.subject
  const grade = figuresOf(population.grade, fullMilli)
  // Ranked among all classes of the grade, not only the visible ones.
  const allClasses = population.data.manifest.classes
  const means = allClasses.map(
    ({ id }) => figuresOf(membersOf(population, id), fullMilli).mean_milli,
  )
  const ranks = ranksOf(means)
  const rows = population.classes.map(({ id, name }) => {
    const members = membersOf(population, id)
    const figures = figuresOf(members, fullMilli)
    const difference =
      figures.mean_milli === null || grade.mean_milli === null
        ? null
        : figures.mean_milli - grade.mean_milli
    return {
      class_id: id,
      class_name: name,
      figures,
      difference_milli: difference,
      insignificant: isInsignificant(difference, members, population.grade),
      mean_rank: ranks[allClasses.findIndex((one) => one.id === id)] ?? null,
    }
  })
  return [
    ...rows,
    {
      class_id: null,
      class_name: '全年级',
      figures: grade,
      difference_milli: null,
      insignificant: false,
      mean_rank: null,
    },
  ]
}

const membersOf = (population: Population, classId: number): Scored[] =>
  population.grade.filter(({ candidate }) => candidate.classId === classId)

/** Less than twice the standard error of the difference of two means. @source domain rules 15 */
function isInsignificant(
  difference: number | null,
  members: readonly Scored[],
  grade: readonly Scored[],
): boolean {
  if (difference === null) return false
  const [own, all] = [scoresOf(members), scoresOf(grade)]
  const squaredError = (scores: readonly number[]): number => {
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
    const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0)
    return squares / scores.length / scores.length
  }
  return Math.abs(difference) < 2 * Math.sqrt(squaredError(own) + squaredError(all))
}
