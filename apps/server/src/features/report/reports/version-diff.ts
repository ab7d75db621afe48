import { versionDiffReport } from '@hengjuan/contracts'
import { TOTAL_SUBJECT_ID } from '@hengjuan/domain'
import {
  figuresOf,
  membersOfClasses,
  type ResultVersion,
  scoreColumn,
  versionChanges,
} from '@hengjuan/stats'
import { pageOf } from '../../../http/page-of.ts'
import type { ReportContext } from '../kit/context.ts'
import { namedPlaces, personAt } from '../kit/people.ts'
import { served } from '../kit/served-report.ts'

/** 版本对比. @source reports P17, R18 */
export const versionDiff = served(versionDiffReport, (context, query) => {
  const { version, earlier, column, rankTypes } = context
  const kind = rankTypes.find((type) => type === context.reference.kind) ?? rankTypes[0] ?? null
  const named = new Set(namedPlaces(context, query.keyword))
  const changes = earlier
    ? versionChanges(earlier, version, {
        members: context.visible,
        subjectId: query.subject_id ?? TOTAL_SUBJECT_ID,
        scope: kind ?? 'school',
      })
        // Whose score stays is listed for the rank, which not everybody sees.
        .filter(
          ({ before, after, causes }) => kind !== null || before !== after || causes.length > 0,
        )
    : []
  const rows = changes.filter(({ place }) => named.has(place)).sort(byChange)
  const { list, ...page } = pageOf(rows, query)
  return {
    notes: earlier
      ? [
          `与版本 v${earlier.version} 比较；只列分数、名次或考勤有变化的考生`,
          '均分按可见班级中有成绩的考生计算',
        ]
      : ['没有可比较的其他版本：只发布过一个版本，或当前身份只能查看发布的版本'],
    body: {
      list: list.map(({ place, before, after, rankBefore, rankAfter, causes }) => ({
        ...personAt(context, place),
        before_milli: before,
        after_milli: after,
        ...(kind === null ? {} : { rank_before: rankBefore, rank_after: rankAfter }),
        causes,
      })),
      ...page,
      from_version: earlier?.version ?? null,
      changed: changes.filter(({ before, after }) => before !== after).length,
      rank_changed: changes.filter(({ rankBefore, rankAfter }) => rankBefore !== rankAfter).length,
      mean_before_milli: earlier ? meanIn(context, earlier) : null,
      mean_after_milli: figuresOf(column, context.visible).meanMilli,
      rank_kind: kind,
    },
  }
})

type Change = ReturnType<typeof versionChanges>[number]

/** Whose score changed most stands first, then whose rank did. */
const byChange = (a: Change, b: Change): number => {
  const [left, right] = [a, b].map(({ before, after }) =>
    before === null || after === null
      ? before === after
        ? 0
        : Infinity
      : Math.abs(after - before),
  ) as [number, number]
  if (left !== right) return right > left ? 1 : -1
  return a.place - b.place
}

/** The mean of the same classes then. */
function meanIn({ classes, version, column }: ReportContext, earlier: ResultVersion) {
  const ids = new Set(classes.map((place) => version.manifest.classes[place]!.id))
  const then = [...earlier.manifest.classes.keys()].filter((place) =>
    ids.has(earlier.manifest.classes[place]!.id),
  )
  return figuresOf(scoreColumn(earlier, column.subjectId), membersOfClasses(earlier.columns, then))
    .meanMilli
}
