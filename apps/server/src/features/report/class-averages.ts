import { type GroupSpread, isInsignificant, ranksOf } from '@hengjuan/domain'
import { figuresOf, type Population, type Scored } from './population.ts'

/** One row a class and one for the grade, each with its distance to the grade's mean. */
export function classAverageRows(population: Population) {
  const { config } = population
  const { fullMilli } = population.subject
  const grade = figuresOf(population.grade, fullMilli, config)
  // Ranked among all classes of the grade, not only the visible ones.
  const classes = population.data.manifest.classes.map(({ id }) => ({
    id,
    figures: figuresOf(membersOf(population, id), fullMilli, config),
  }))
  const ranks = ranksOf(classes.map(({ figures }) => figures.mean_milli))
  const shown = new Map(population.classes.map(({ id, name }) => [id, name]))
  const rows = classes.flatMap(({ id, figures }, index) => {
    const name = shown.get(id)
    if (name === undefined) return []
    const difference =
      figures.mean_milli === null || grade.mean_milli === null
        ? null
        : figures.mean_milli - grade.mean_milli
    return [
      {
        class_id: id,
        class_name: name,
        figures,
        difference_milli: difference,
        insignificant: isWithinError(figures, grade),
        mean_rank: ranks[index] ?? null,
      },
    ]
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

type Figures = ReturnType<typeof figuresOf>

/** What the rules ask about a group; null for a group without scores. */
function spreadOf({ mean_milli: mean, sd_milli: sd, present }: Figures): GroupSpread | null {
  return mean === null || sd === null ? null : { mean, sd, n: present }
}

function isWithinError(own: Figures, all: Figures): boolean {
  const [a, b] = [spreadOf(own), spreadOf(all)]
  return a !== null && b !== null && isInsignificant(a, b)
}
