import {
  convertGrades,
  GRADE_SCHEMES,
  type GradeConversion,
  type GradeScheme,
  gradeSchemeOf,
  isCompulsoryEducation,
  isConverted,
} from '@hengjuan/domain'
import { forEachMember, type Members } from '@hengjuan/stats'
import { baseOf } from './groups.ts'
import { pointsOf } from './people.ts'
import type { ReportContext } from './context.ts'
import { LEAST_SHOWN } from './suppression.ts'

type NameOf = (place: number) => string | null

/** Levels of the total and of each subject, as the caller reads them; by the version's scheme or by another one. */
export function levelsIn(
  context: ReportContext,
  scheme?: GradeScheme,
): { total: NameOf; subjects: NameOf[] } {
  const { columns, manifest } = context.version
  const own = schemeOf(manifest.gradeScheme)
  const by = scheme ?? own
  const totals = convertedIn(columns.countedTotalMilli, by)
  return {
    total: levelNames(context, by, (place) => totals.at(place)?.code ?? null),
    subjects: columns.subjects.map(({ level, totalMilli }) => {
      if (by === own)
        return levelNames(context, by, (place) => by.levels[(level[place] ?? 0) - 1]?.code ?? null)
      const made = convertedIn(totalMilli, by)
      return levelNames(context, by, (place) => made.at(place)?.code ?? null)
    }),
  }
}

/** Level and converted score of everybody who has a score, taken among all who sat the exam. */
export function convertedIn(scores: Int32Array, scheme: GradeScheme) {
  const counted = [...scores].filter((score) => score >= 0)
  const conversion: GradeConversion = convertGrades(counted, scheme)
  const byScore = new Map(counted.map((score, index) => [score, conversion.scores[index]]))
  return {
    levels: conversion.levels,
    at: (place: number) => {
      const score = pointsOf(scores[place])
      return score === null ? null : (byScore.get(score) ?? null)
    },
  }
}

/**
 * Converted scores, by the version's scheme or another one; null where the caller may not see them: a converted score
 * tells where it lies between the best and the last of its level.
 */
export function convertedScores(context: ReportContext, scheme?: GradeScheme) {
  const { columns, manifest } = context.version
  const by = scheme ?? schemeOf(manifest.gradeScheme)
  if (!baseOf(context).isWhole || isCompulsoryEducation(manifest.gradeId)) return null
  const made = columns.subjects.map(({ totalMilli, id }) =>
    isConverted(by, id) ? convertedIn(totalMilli, by) : null,
  )
  const subject = (place: number, at: number): number | null =>
    made[at]?.at(place)?.convertedMilli ?? null
  return {
    has: (at: number): boolean => made[at] !== null,
    subject,
    /** Scores of the subjects that are not converted count as they are. */
    total: (place: number): number | null =>
      columns.countedTotalMilli[place]! < 0
        ? null
        : columns.subjects.reduce(
            (sum, { totalMilli }, at) =>
              sum + (subject(place, at) ?? pointsOf(totalMilli[place]) ?? 0),
            0,
          ),
  }
}

/**
 * Names of levels as the caller reads them. A level holds a known share of all: where few of it are strangers, it says
 * who is first or last. Who may not see ranks reads such levels together with the next one.
 *
 * @source reports 2.2
 */
export function levelNames(context: ReportContext, scheme: GradeScheme, codeOf: NameOf): NameOf {
  const { version, allowed, rankTypes, isJoint } = context
  const { columns } = version
  if (!context.seesPeople || rankTypes.includes(isJoint ? 'joint' : 'school')) return codeOf
  const own = new Set(allowed)
  const strangers = new Map<string, number>()
  for (const [place, klass] of columns.klass.entries()) {
    const code = own.has(klass) ? null : codeOf(place)
    if (code !== null) strangers.set(code, (strangers.get(code) ?? 0) + 1)
  }
  // All are seen: they can be ranked by their scores anyway.
  if (strangers.size === 0) return codeOf
  const names = joinedLevels(scheme.levels.map(({ code }) => [code, strangers.get(code) ?? 0]))
  return (place) => names.get(codeOf(place) ?? '') ?? null
}

/** Neighbouring levels until each has enough people; no name where that is all of them. */
function joinedLevels(levels: readonly (readonly [code: string, count: number])[]) {
  const groups: string[][] = []
  let open: string[] = []
  let people = 0
  for (const [code, count] of levels) {
    open.push(code)
    people += count
    if (people < LEAST_SHOWN) continue
    groups.push(open)
    open = []
    people = 0
  }
  groups.at(-1)?.push(...open)
  if (groups.length < 2) return new Map<string, string>()
  return new Map(
    groups.flatMap((codes) =>
      codes.map((code) => [code, codes.length > 1 ? `${codes[0]}–${codes.at(-1)}` : code]),
    ),
  )
}

export const schemeOf = (id: string): GradeScheme => gradeSchemeOf(id) ?? GRADE_SCHEMES.seed_default

/** How many have each level, under the names that the caller reads. */
export function countLevels(
  members: Members,
  nameOf: (place: number) => string | null,
  { levels }: GradeScheme,
) {
  const counts = new Map<string, number>()
  forEachMember(members, (place) => {
    const name = nameOf(place)
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1)
  })
  const names = [...counts.keys()]
  const isJoined = names.some((name) => !levels.some(({ code }) => code === name))
  const order = isJoined
    ? names.toSorted((a, b) => firstOf(levels, a) - firstOf(levels, b))
    : levels.map(({ code }) => code)
  return order.map((code) => ({ code, count: counts.get(code) ?? 0 }))
}

const firstOf = (levels: GradeScheme['levels'], name: string): number =>
  levels.findIndex(({ code }) => name === code || name.startsWith(`${code}–`))
