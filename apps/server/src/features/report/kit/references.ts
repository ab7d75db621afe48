import { type Members, membersOfClasses } from '@hengjuan/stats'
import { keptBackIn, LEAST_STRANGERS, presentIn, type ReportContext, sizeOf } from './context.ts'

type Reference = ReportContext['reference']
export type ReferenceCode = 'grade' | 'district' | 'joint'
export interface OfferedReference {
  code: ReferenceCode
  reference: Reference
}

/** Schools whose figures are told in one sum when their pupils are strangers: fewer would be shown by a difference. */
const LEAST_SCHOOLS = 3

/** The context with groups compared with those that somebody chose; with the usual ones where that is not offered. */
export function referring(
  context: ReportContext,
  asked: ReferenceCode | 'rest' | undefined,
): { context: ReportContext; code: ReferenceCode; offered: readonly OfferedReference[] } {
  const offered = referencesOf(context)
  const { code, reference } = offered.find((one) => one.code === asked) ?? offered[0]!
  return {
    code,
    offered,
    context: {
      ...context,
      reference,
      hasRest: sizeOf(reference.members) > sizeOf(context.visible),
      hidesRanks: context.seesPeople && !context.rankTypes.includes(reference.kind),
    },
  }
}

/**
 * What groups may be compared with, the usual first: in a joint exam also all of the one district, and all of the one
 * school, that the filters leave. Neither where it would tell of a few strangers what the usual one does not.
 *
 * @source reports P04, P39; domain rules 18.2
 */
function referencesOf(context: ReportContext): OfferedReference[] {
  const { reference } = context
  if (reference.kind !== 'joint') return [{ code: 'grade', reference }]
  return [{ code: 'joint', reference }, ...districtIn(context), ...schoolIn(context)]
}

function districtIn(context: ReportContext): OfferedReference[] {
  const { version, classes, regionNames } = context
  const { schools, classes: all } = version.manifest
  const districtOf = (place: number) => schools[all[place]!.school]?.districtId ?? null
  const [district, another] = new Set(classes.map(districtOf))
  if (district === undefined || district === null || another !== undefined) return []
  const own = new Set(classes.map((place) => all[place]!.school))
  const isIn = (place: number) => districtOf(place) === district
  const inside = [...all.keys()].filter(isIn)
  const outside = [...all.keys()].filter((place) => !isIn(place))
  const beside = inside.filter((place) => !own.has(all[place]!.school))
  const isSmall = !context.seesPeople && keptBackIn(context, context.column).schools.size > 0
  if (outside.length === 0 || beside.length === 0 || isSmall) return []
  if (!isAggregate(context, outside) || !isAggregate(context, beside)) return []
  return [
    {
      code: 'district',
      reference: {
        kind: 'district',
        id: district,
        name: regionNames[district] ?? '本区县',
        members: membersOf(context, inside),
      },
    },
  ]
}

function schoolIn(context: ReportContext): OfferedReference[] {
  const { version, classes, column } = context
  const { classes: all, schools } = version.manifest
  const [school, another] = new Set(classes.map((place) => all[place]!.school))
  if (school === undefined || another !== undefined) return []
  const isIn = (place: number) => all[place]!.school === school
  const outside = [...all.keys()].filter((place) => !isIn(place))
  if (keptBackIn(context, column).schools.has(school) || !isAggregate(context, outside)) return []
  return [
    {
      code: 'grade',
      reference: {
        kind: 'school',
        id: schools[school]!.id,
        name: schools[school]!.name,
        members: membersOf(context, [...all.keys()].filter(isIn)),
      },
    },
  ]
}

const membersOf = ({ version }: ReportContext, places: readonly number[]): Members =>
  membersOfClasses(version.columns, places)

/** Are those of the classes whom the caller does not see many, and of several schools, or nobody? */
function isAggregate(
  { version, allowed, column }: ReportContext,
  places: readonly number[],
): boolean {
  const seen = new Set(allowed)
  const hidden = places.filter((place) => !seen.has(place))
  const schools = new Set(hidden.map((place) => version.manifest.classes[place]!.school))
  const strangers = presentIn(column, membersOfClasses(version.columns, hidden))
  return hidden.length === 0 || (schools.size >= LEAST_SCHOOLS && strangers >= LEAST_STRANGERS)
}
