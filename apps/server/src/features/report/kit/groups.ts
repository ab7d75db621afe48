import type { Members, ScoreColumn } from '@hengjuan/stats'
import { isReferenceHidden, keptBackIn, hiddenRest, type ReportContext } from './context.ts'

/** A class as replies carry it. */
export const classGroup = ({ version, viewer }: ReportContext, place: number) => ({
  kind: 'class' as const,
  id: version.manifest.classes[place]!.id,
  name: version.manifest.classes[place]!.name,
  is_own: viewer.scope.classes !== 'all',
})

/** Classes of the filters whose figures the caller sees, and how many are kept back. */
export function shownClasses(context: ReportContext, column: Pick<ScoreColumn, 'scores'>) {
  const hidden = keptBackIn(context, column).classes
  const shown = context.classes.filter((place) => !hidden.has(place))
  return { shown, suppressed: context.classes.length - shown.length }
}

/**
 * Who lines, levels and shares are taken among: all where that tells the caller nothing of people he may not rank, else
 * only those he sees.
 *
 * @source reports 2.2
 */
export function baseOf(
  context: ReportContext,
  column: Pick<ScoreColumn, 'scores'> = context.column,
): { members: Members; name: string; isWhole: boolean } {
  const { reference, visible } = context
  const isOpen =
    !isReferenceHidden(context, column) &&
    (!context.hidesRanks || hiddenRest(context, column) === 0)
  return isOpen
    ? { members: reference.members, name: reference.name, isWhole: true }
    : { members: visible, name: '可见班级', isWhole: false }
}
