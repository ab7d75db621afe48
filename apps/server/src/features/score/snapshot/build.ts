import { PRESENT, ranksOf, totalScore } from '@hengjuan/domain'
import type { GatheredScores } from './gather.ts'
import type { SnapshotCandidate } from './snapshot-data.ts'

/** Adds totals and ranks (1-2-2-4; absent and partial unranked) to gathered scores. Pure. */
export function rankCandidates({ manifest, candidates }: GatheredScores): SnapshotCandidate[] {
  const totals = candidates.map((candidate) =>
    totalScore(
      manifest.subjects.map(({ id }) => {
        const result = candidate.subjects[id]
        // No row in a subject: the candidate was never registered for it.
        return { attendance: result?.attendance ?? 3, scoreMilli: result?.totalMilli ?? null }
      }),
    ),
  )
  const ranked = (index: number): number | null =>
    totals[index]?.ranked ? (totals[index]?.scoreMilli ?? null) : null
  const byTotal = ranksIn(candidates, (_, index) => ranked(index))
  const bySubject = manifest.subjects.map(({ id }) => ({
    id,
    ranks: ranksIn(candidates, ({ subjects }) =>
      subjects[id]?.attendance === PRESENT ? subjects[id].totalMilli : null,
    ),
  }))
  return candidates.map((candidate, index) => ({
    ...candidate,
    totalMilli: totals[index]?.scoreMilli ?? null,
    partial: totals[index]?.partial ?? false,
    rankSchool: byTotal.school[index] ?? null,
    rankClass: byTotal.class[index] ?? null,
    subjects: Object.fromEntries(
      Object.entries(candidate.subjects).map(([id, result]) => {
        const ranks = bySubject.find((subject) => String(subject.id) === id)?.ranks
        return [
          id,
          {
            ...result,
            rankSchool: ranks?.school[index] ?? null,
            rankClass: ranks?.class[index] ?? null,
          },
        ]
      }),
    ),
  }))
}

/** Ranks among the candidates of the same school and of the same class. */
function ranksIn(
  candidates: readonly SnapshotCandidate[],
  scoreOf: (candidate: SnapshotCandidate, index: number) => number | null,
): { school: (number | null)[]; class: (number | null)[] } {
  const scores = candidates.map(scoreOf)
  const within = (groupOf: (candidate: SnapshotCandidate) => number): (number | null)[] => {
    const ranks: (number | null)[] = candidates.map(() => null)
    const groups = Map.groupBy(candidates.entries(), ([, candidate]) => groupOf(candidate))
    for (const members of groups.values()) {
      const places = ranksOf(members.map(([index]) => scores[index] ?? null))
      for (const [place, [index]] of members.entries()) ranks[index] = places[place] ?? null
    }
    return ranks
  }
  return { school: within(({ schoolId }) => schoolId), class: within(({ classId }) => classId) }
}
