import { membersOfClasses, type Members, type ScoreColumn } from '@hengjuan/stats'
import { keptBackIn, type ReportContext } from './context.ts'
import { classGroup, shownClasses } from './groups.ts'

interface SideGroup {
  group: { kind: 'class' | 'school'; id: number | null; name: string; is_own: boolean }
  members: Members
}

/** Classes, or schools, of the filters as columns beside each other; those that are too small are kept back. */
export function sideBySide(
  context: ReportContext,
  column: Pick<ScoreColumn, 'scores'>,
  by: 'class' | 'school' = 'class',
): { groups: SideGroup[]; suppressed: number } {
  const { version, classes, viewer } = context
  const { columns, manifest } = version
  if (by === 'class') {
    const { shown, suppressed } = shownClasses(context, column)
    const groups = shown.map((place) => ({
      group: classGroup(context, place),
      members: membersOfClasses(columns, [place]),
    }))
    return { groups, suppressed }
  }
  const hidden = keptBackIn(context, column).schools
  const schools = [...Map.groupBy(classes, (place) => manifest.classes[place]!.school)]
  const shown = schools.filter(([school]) => !hidden.has(school))
  return {
    suppressed: schools.length - shown.length,
    groups: shown.map(([school, places]) => ({
      group: {
        kind: 'school' as const,
        id: manifest.schools[school]!.id,
        name: manifest.schools[school]!.name,
        is_own: viewer.view.schools !== 'all',
      },
      members: membersOfClasses(columns, places),
    })),
  }
}

/** Groups that a chart lays over all: at most two of those shown, in the order of the table. */
export const chosenOf = (groups: readonly SideGroup[], asked = ''): number[] => {
  const ids = new Set(asked.split(',').map(Number))
  return groups
    .flatMap(({ group: { id } }) => (id !== null && ids.has(id) ? [id] : []))
    .slice(0, MOST_OVERLAID)
}
const MOST_OVERLAID = 2
