import type { Milli } from '@hengjuan/domain'
import { NO_RANK, type RankScope, type ResultVersion, type SubjectColumns } from './columns.ts'
import { forEachMember, type Members } from './members.ts'
import { scoreColumn } from './score-column.ts'

/** Why a score may be another one: the versions tell no more. */
type ChangeKind = 'attendance' | 'answer' | 'key' | 'mark'

interface VersionChange {
  /** In the later version. */
  place: number
  before: Milli | null
  after: Milli | null
  rankBefore: number | null
  rankAfter: number | null
  causes: ChangeKind[]
}

/** Of some candidates those whose score or rank is another one than before. @source reports R18 */
export function versionChanges(
  before: ResultVersion,
  after: ResultVersion,
  { members, subjectId, scope }: { members: Members; subjectId: number; scope: RankScope },
): VersionChange[] {
  const placeBefore = new Map([...before.columns.studentId].map((id, place) => [id, place]))
  const [old, now] = [seenIn(before, subjectId, scope), seenIn(after, subjectId, scope)]
  const subjects = subjectPairs(before, after, subjectId)
  const changes: VersionChange[] = []
  forEachMember(members, (place) => {
    const was = placeBefore.get(after.columns.studentId[place]!)
    const change: VersionChange = {
      place,
      before: was === undefined ? null : old.scoreAt(was),
      after: now.scoreAt(place),
      rankBefore: was === undefined ? null : old.rankAt(was),
      rankAfter: now.rankAt(place),
      causes: [],
    }
    if (was !== undefined)
      for (const [left, right] of subjects)
        for (const cause of causesOf(left, was, right, place))
          if (!change.causes.includes(cause)) change.causes.push(cause)
    const isOther =
      change.before !== change.after ||
      change.rankBefore !== change.rankAfter ||
      change.causes.length > 0
    if (isOther) changes.push(change)
  })
  return changes
}

/** Scores and ranks as they are shown: the total also of whom a subject is missing. */
function seenIn(version: ResultVersion, subjectId: number, scope: RankScope) {
  const { scores, subject } = scoreColumn(version, subjectId)
  const { columns } = version
  const shown = subject === null ? columns.totalMilli : scores
  const ranks =
    subject === null ? columns.ranks[scope].total : columns.ranks[scope].subjects[subject]!
  return {
    scoreAt: (place: number) => (shown[place]! < 0 ? null : shown[place]!),
    rankAt: (place: number) => (ranks[place] === NO_RANK ? null : (ranks[place] ?? null)),
  }
}

/** The subject in both versions, or all that both have. */
function subjectPairs(before: ResultVersion, after: ResultVersion, subjectId: number) {
  const asked = scoreColumn(after, subjectId).subject
  return after.columns.subjects
    .filter((_, at) => asked === null || at === asked)
    .flatMap((right) => {
      const left = before.columns.subjects.find(({ id }) => id === right.id)
      return left ? [[left, right] as const] : []
    })
}

function causesOf(
  left: SubjectColumns,
  was: number,
  right: SubjectColumns,
  place: number,
): ChangeKind[] {
  if (left.attendance[was] !== right.attendance[place]) return ['attendance']
  const causes: ChangeKind[] = []
  if (left.objectiveMilli[was] !== right.objectiveMilli[place])
    causes.push(
      right.items.some(
        ({ answers }, at) => answers && answers[place] !== left.items[at]?.answers?.[was],
      )
        ? 'answer'
        : 'key',
    )
  if (left.subjectiveMilli[was] !== right.subjectiveMilli[place]) causes.push('mark')
  return causes
}
