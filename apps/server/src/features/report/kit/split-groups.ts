import { MIN_CANDIDATES_FOR_INDICES } from '@hengjuan/domain'
import {
  forEachMember,
  type ItemCounts,
  type Members,
  membersWhere,
  newcombe,
  type Ratio,
} from '@hengjuan/stats'
import { presentIn, type ReportContext } from './context.ts'
import { levelNames, schemeOf } from './levels.ts'
import { suppressedGroups } from './suppression.ts'

export interface SplitGroup {
  name: string
  kind: 'combo' | 'sex' | 'level'
  members: Members
  /** How many have a score in the subject. */
  n: number
}

/**
 * Visible candidates by what they chose to sit, by sex and by level in a subject. Who sees no people is told of no group
 * of a few, nor of the one that would give it away.
 *
 * @source reports P07, 2.3
 */
export function splitGroups(context: ReportContext, subject: number): SplitGroup[] {
  const combos = combosOf(context)
  // One class less than a school, asked for in turn, would tell of the few in it.
  if (!context.seesPeople && context.single !== null) return combos
  return [...combos, ...sexesOf(context), ...levelsOf(context, subject)]
}

function combosOf(context: ReportContext): SplitGroup[] {
  const { combos } = context.version.manifest
  const { combo } = context.version.columns
  if (combos.length < 2) return []
  return groupedBy(
    context,
    'combo',
    combos.map(({ name }) => name),
    (place) => combos[combo[place]!]?.name ?? null,
  )
}

const SEXES = { 男: '男生', 女: '女生' } as const

function sexesOf(context: ReportContext): SplitGroup[] {
  const { studentId } = context.version.columns
  const groups = groupedBy(context, 'sex', Object.values(SEXES), (place) => {
    const sex = context.sexes.get(studentId[place]!)
    return sex === '男' || sex === '女' ? SEXES[sex] : null
  })
  // One alone is beside nobody.
  return groups.length < 2 ? [] : groups
}

function levelsOf(context: ReportContext, subject: number): SplitGroup[] {
  const { columns, manifest } = context.version
  const scheme = schemeOf(manifest.gradeScheme)
  const { level } = columns.subjects[subject]!
  const codeAt = (place: number) => scheme.levels[(level[place] ?? 0) - 1]?.code ?? null
  const nameAt = levelNames(context, scheme, codeAt)
  const names = new Map<string, number>()
  forEachMember(context.visible, (place) => {
    const name = nameAt(place)
    // Levels that are read together stand where the first of them does.
    if (name !== null) names.set(name, Math.min(names.get(name) ?? Infinity, level[place]!))
  })
  const ordered = [...names].toSorted(([, a], [, b]) => a - b).map(([name]) => `${name} 等`)
  return groupedBy(context, 'level', ordered, (place) => {
    const name = nameAt(place)
    return name === null ? null : `${name} 等`
  })
}

/** Those of the names that somebody with a score has. */
function groupedBy(
  { version, visible, column, seesPeople }: ReportContext,
  kind: SplitGroup['kind'],
  names: readonly string[],
  nameAt: (place: number) => string | null,
): SplitGroup[] {
  const at = new Map(names.map((name, index) => [name, index + 1]))
  const own = new Uint8Array(version.columns.n)
  forEachMember(visible, (place) => {
    const name = nameAt(place)
    own[place] = name === null ? 0 : (at.get(name) ?? 0)
  })
  const groups = names.map((name, index) => {
    const members = membersWhere(
      visible,
      own.map((mark) => Number(mark === index + 1)),
    )
    return { name, kind, members, n: presentIn(column, members) }
  })
  const hidden = seesPeople
    ? groups.map(() => false)
    : suppressedGroups(
        groups.map(({ n }) => n),
        MIN_CANDIDATES_FOR_INDICES,
      )
  return groups.filter(({ n }, index) => n > 0 && !hidden[index])
}

/** A rate of a question as a share of people: with marks between none and all its interval is rather wide. */
const peopleIn = (rate: number, n: number): Ratio => ({ num: rate * n, den: n })

const NO_GAP = { v: null, lo: null, hi: null, n: 0, shown: 'few' as const }

/** Rate of some less that of others, with Newcombe's interval. @source reports P07, R8 */
export function gapOf(
  own: { rate: number | null; n: number },
  others: { rate: number | null; n: number },
) {
  if (own.rate === null || others.rate === null) return { ...NO_GAP, n: own.n }
  const known = newcombe(peopleIn(own.rate, own.n), peopleIn(others.rate, others.n))
  return known ? { ...known, n: own.n, shown: 'ok' as const } : { ...NO_GAP, n: own.n }
}

/** Rate of a question among some, and how many it counts for. */
export const rateAmong = (
  { n, sumMilli }: Pick<ItemCounts, 'n' | 'sumMilli'>,
  fullMilli: number,
) => ({ n, rate: n === 0 || fullMilli === 0 ? null : sumMilli / (n * fullMilli) })
