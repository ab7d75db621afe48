import { segmentReport } from '@hengjuan/contracts'
import { AppError, LEADERSHIP_ROLES, MILLI_PER_POINT } from '@hengjuan/domain'
import { segmentCounts, segmentsDown } from '@hengjuan/stats'
import type { ReportContext } from '../kit/context.ts'
import { served } from '../kit/served-report.ts'
import { chosenOf, sideBySide } from '../kit/side-by-side.ts'

/** Steps this wide say nothing about who is who. */
const WIDE_ENOUGH = 10

/** 分数分布: steps from the top down, with the classes side by side. @source reports P08 */
export const segments = served(segmentReport, (context, query) => {
  const { column, visible } = context
  const width =
    query.width ?? Math.max(1, Math.round(context.config.segmentWidthMilli / MILLI_PER_POINT))
  assertWidth(context, width)
  const widthMilli = width * MILLI_PER_POINT
  const { fullMilli, scores } = column
  const counts = segmentCounts(scores, visible, fullMilli, widthMilli)
  const all = segmentsDown(counts, fullMilli, widthMilli)
  const present = all.at(-1)?.cumulative ?? 0
  const { groups, suppressed } = sideBySide(context, column, query.by)
  const byGroup = groups.map(({ members }) =>
    [...segmentCounts(scores, members, fullMilli, widthMilli)].reverse(),
  )
  const isShown = all.map(({ count }) => query.empty !== 'hide' || count > 0)
  const kept = <T>(list: readonly T[]): T[] => list.filter((_, index) => isShown[index])
  return {
    suppressed,
    body: {
      width,
      subject_id: column.subjectId,
      groups: groups.map(({ group }) => group),
      overlaid: chosenOf(groups, query.overlay),
      bands: kept(
        all.map(({ lowerMilli, upperMilli, closed }) => ({
          from_milli: lowerMilli,
          to_milli: upperMilli,
          closed,
          label: `[${lowerMilli / MILLI_PER_POINT}, ${upperMilli / MILLI_PER_POINT}${closed ? ']' : ')'}`,
        })),
      ),
      rows: kept(
        all.map((one, at) => ({
          count: one.count,
          ratio: { num: one.count, den: present },
          cumulative: one.cumulative,
          cumulative_ratio: { num: one.cumulative, den: present },
          rank:
            width === 1 && one.count > 0 && context.rankTypes.length > 0
              ? one.cumulative - one.count + 1
              : null,
          by_group: byGroup.map((own) => own[at] ?? 0),
        })),
      ),
    },
  }
})

/**
 * A table of single points ranks everybody whose score is known. In grades 1 to 9 it is for leaders; elsewhere for who
 * sees the people that it counts, or may see their ranks. @throws AppError SEGMENT_TOO_NARROW @source reports 2.2, P08
 */
export function assertWidth(
  { version, viewer, rankTypes, seesPeople }: ReportContext,
  width: number,
): void {
  if (width >= WIDE_ENOUGH || LEADERSHIP_ROLES.includes(viewer.role)) return
  const isOpen = version.manifest.policy === 'senior' && (seesPeople || rankTypes.length > 0)
  if (!isOpen) throw new AppError('SEGMENT_TOO_NARROW', { least: WIDE_ENOUGH })
}
