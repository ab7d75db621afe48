/** By what students are dealt to new classes. @source platform 3.3 (重新分班) */
export const SPLIT_ORDERS = {
  score: '按上次成绩蛇形均分',
  combo: '选科相同的同班，再按成绩均分',
  current: '保持现有班级',
} as const

export type SplitOrder = keyof typeof SPLIT_ORDERS

export interface SplitStudent {
  id: number
  gender: string
  /** Of the last exam; null for who has none. */
  totalMilli: number | null
  combo: string | null
}

/**
 * Deals students to classes so that sizes differ by one at most, and girls and boys and the means of the last exam as
 * little as dealing in a snake allows: first the girls from the best down, then the boys, going on where the girls
 * ended.
 *
 * @returns ids by class
 */
export function dealStudents(students: readonly SplitStudent[], classes: number): number[][] {
  const byScore = (a: SplitStudent, b: SplitStudent) =>
    (b.totalMilli ?? -1) - (a.totalMilli ?? -1) || a.id - b.id
  const ordered = [...Map.groupBy(students, ({ gender }) => gender).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => group.toSorted(byScore))
  const dealt: number[][] = Array.from({ length: classes }, () => [])
  for (const [at, { id }] of ordered.entries()) {
    const round = Math.floor(at / classes)
    const place = at % classes
    dealt[round % 2 === 0 ? place : classes - 1 - place]?.push(id)
  }
  return dealt
}

/**
 * Keeps those who chose the same subjects together: each combination gets classes by its share of the students, the
 * largest remainder first, and is dealt among them; what is too few for a class of its own is dealt over the smallest
 * classes.
 */
export function dealByCombo(students: readonly SplitStudent[], classes: number): number[][] {
  const size = students.length / classes
  const groups = [...Map.groupBy(students, ({ combo }) => combo ?? '').values()].sort(
    (a, b) => b.length - a.length,
  )
  const own = groups.map((group) => Math.floor(group.length / size))
  let free = classes - own.reduce((sum, count) => sum + count, 0)
  const byRest = groups
    .map((group, at) => ({ at, rest: group.length - (own[at] ?? 0) * size }))
    .sort((a, b) => b.rest - a.rest)
  for (const { at, rest } of byRest)
    if (free > 0 && rest > 0) {
      own[at] = (own[at] ?? 0) + 1
      free -= 1
    }
  const dealt = groups.flatMap((group, at) => (own[at] ? dealStudents(group, own[at]) : []))
  while (dealt.length < classes) dealt.push([])
  for (const [at, group] of groups.entries())
    if (!own[at])
      for (const { id } of group)
        dealt.reduce((least, one) => (one.length < least.length ? one : least)).push(id)
  return dealt
}
