import { areaReport } from '@hengjuan/contracts'
import { MIN_CANDIDATES_FOR_INDICES } from '@hengjuan/domain'
import {
  againstRest,
  bandCounts,
  figuresOf,
  forEachMember,
  icc,
  LEAST_PAIRS,
  type Members,
  membersOfClasses,
  NO_DELTA,
  scoreColumn,
  type ValueAdded,
  valueAdded,
} from '@hengjuan/stats'
import { presentIn, type ReportContext, sizeOf } from '../kit/context.ts'
import { progressIn } from '../kit/earlier.ts'
import { keptBack, meanIn, NO_WIRE_DELTA, wireDelta, wireFigures } from '../kit/figures.ts'
import { countLevels, levelsIn, schemeOf } from '../kit/levels.ts'
import { linesIn } from '../kit/lines.ts'
import { averagedOf } from '../kit/rate-lines.ts'
import { served } from '../kit/served-report.ts'
import { suppressedGroups } from '../kit/suppression.ts'

type Level = 'city' | 'district' | 'school'

/** Units of a level, of the classes in view. */
function unitsOf({ version, allowed, regionNames }: ReportContext, level: Level, within?: number) {
  const { classes, schools } = version.manifest
  const inside = allowed.filter((place) => {
    const { districtId, cityId } = schools[classes[place]!.school]!
    return within === undefined || districtId === within || cityId === within
  })
  const idOf = (place: number): number | null => {
    const school = schools[classes[place]!.school]!
    return level === 'school' ? school.id : level === 'district' ? school.districtId : school.cityId
  }
  return [...Map.groupBy(inside, idOf)].map(([id, places]) => {
    const [first] = places
    const ofSchool = schools[classes[first ?? 0]!.school]!
    return {
      id,
      name: level === 'school' ? ofSchool.name : nameOfRegion(regionNames, id),
      schools: new Set(places.map((place) => classes[place]!.school)).size,
      members: membersOfClasses(version.columns, places),
    }
  })
}

/** One without a name is told from others by its code. */
const nameOfRegion = (names: ReportContext['regionNames'], id: number | null): string =>
  id === null ? '未登记地区' : (names[id] ?? `地区 ${id}`)

const NOBODY: Members = { runs: [] }

/** 区域报表. Of the schools in view; who sees a part of a school only sees no units. @source reports P14 */
export const area = served(areaReport, (context, query) => {
  const { version, column, viewer, allowed, withoutMeans, seesPeople, regionNames } = context
  const { missingSchools } = context
  const within = query.region_id
  const level =
    query.level ??
    (['city', 'district'] as const).find((one) => unitsOf(context, one, within).length > 1) ??
    'school'
  // Who is there for some classes sees no unit as a whole.
  const isOpen = viewer.scope.classes === 'all'
  const units = isOpen
    ? unitsOf(context, level, within).toSorted((a, b) => a.name.localeCompare(b.name, 'zh-CN'))
    : []
  const whole = membersOfClasses(
    version.columns,
    allowed.filter((place) => {
      const { districtId, cityId } =
        version.manifest.schools[version.manifest.classes[place]!.school]!
      return within === undefined || districtId === within || cityId === within
    }),
  )
  const total = scoreColumn(version)
  const [line] = linesIn(context)
  const figures = units.map(({ members }) => figuresOf(column, members))
  const all = figuresOf(column, whole)
  const deltas = againstRest(figures.map(meanIn), meanIn(all))
  const levels = isOpen ? levelsOf(context) : null
  const allLevels = levels?.(whole) ?? []
  const added = withoutMeans ? null : addedIn(context, units)
  const hidden = seesPeople
    ? units.map(() => false)
    : suppressedGroups(units.map(({ members }) => presentIn(column, members)))
  const onIn = (members: typeof whole) =>
    line
      ? {
          num: bandCounts(total.scores, members, [{ lower: line.totalMilli, upper: Infinity }])[0]!,
          den: presentIn(total, members),
        }
      : null
  const wholeName = within === undefined ? '全部可见' : nameOfRegion(regionNames, within)
  const rowOf = (known: typeof all, isKept: boolean) => {
    const wire = wireFigures(known, context)
    return {
      figures: isKept ? keptBack(wire) : wire,
      absent_rate: { num: known.absent, den: known.registered },
      suppressed: isKept,
    }
  }
  return {
    suppressed: hidden.filter(Boolean).length,
    notes: [
      ...(isOpen ? [] : ['区域报表供看得到整所学校的角色使用']),
      '各项由考生合并计算；未发布或未确认的学校不在其中',
      ...(missingSchools.length > 0
        ? [
            `${missingSchools.length} 所学校受邀而不在这个版本里（没有考生，或发布时还没有确认名单）：${missingSchools.join('、')}`,
          ]
        : []),
      ...(context.compared && !withoutMeans && isOpen && units.length > 1 && added === null
        ? [`两场都参加的不足 ${LEAST_PAIRS} 人，不计算增值`]
        : []),
      ...(withoutMeans ? ['义务教育阶段：区域身份不显示均分，学校不排名'] : []),
    ],
    body: {
      level,
      within: within === undefined ? null : wholeName,
      levels: allLevels.map(({ code }) => code),
      line_name: line?.name ?? null,
      line_milli: line?.totalMilli ?? null,
      people: averagedOf(context),
      entry:
        added && context.compared
          ? { exam_name: context.compared.name, pairs: added.pairs, r2: added.r2 }
          : null,
      icc: withoutMeans || !isOpen ? null : icc(schoolsIn(context, whole)),
      rows:
        !isOpen || sizeOf(whole) === 0
          ? []
          : [
              ...units.map(({ id, name, schools, members }, at) => ({
                group: { kind: level, id, name, is_own: viewer.view.side === 'member' },
                schools,
                state: 'released' as const,
                ...rowOf(figures[at]!, hidden[at]!),
                delta:
                  hidden[at] || withoutMeans || units.length < 2
                    ? NO_WIRE_DELTA
                    : wireDelta(deltas[at] ?? NO_DELTA),
                on: hidden[at] ? null : onIn(members),
                levels: hidden[at] ? [] : sharesOf(levels?.(members) ?? [], allLevels),
                value_added: hidden[at] ? null : estOf(added?.groups[at] ?? null),
                is_reference: false,
              })),
              // Where a school that is not there lies, nobody said.
              ...(level === 'school' && within === undefined ? missingSchools : []).map((name) => ({
                group: { kind: 'school' as const, id: null, name, is_own: false },
                schools: 1,
                state: 'unconfirmed' as const,
                ...rowOf(figuresOf(column, NOBODY), false),
                delta: NO_WIRE_DELTA,
                on: null,
                levels: [],
                value_added: null,
                is_reference: false,
              })),
              {
                group: { kind: 'joint' as const, id: null, name: wholeName, is_own: false },
                state: 'released' as const,
                schools: units.reduce((sum, { schools }) => sum + schools, 0),
                ...rowOf(all, false),
                delta: NO_WIRE_DELTA,
                on: onIn(whole),
                levels: sharesOf(allLevels, allLevels),
                value_added: null,
                is_reference: true,
              },
            ],
    },
  }
})

interface LevelCount {
  code: string
  count: number
}

/** How many of a unit have each level of the column asked for, by the scheme of the version. */
function levelsOf(context: ReportContext): (members: Members) => LevelCount[] {
  const { column, version } = context
  const names = levelsIn(context)
  const nameOf = column.subject === null ? names.total : names.subjects[column.subject]!
  const scheme = schemeOf(version.manifest.gradeScheme)
  return (members) => countLevels(members, nameOf, scheme)
}

/** Shares of the levels that there are at all, in their order. */
function sharesOf(counts: readonly LevelCount[], all: readonly LevelCount[]) {
  const den = counts.reduce((sum, { count }) => sum + count, 0)
  return all.map(({ code }) => ({
    num: counts.find((one) => one.code === code)?.count ?? 0,
    den,
  }))
}

/** What each unit reached beyond others with the same start, since the exam compared with. @source reports R5 */
function addedIn(
  context: ReportContext,
  units: readonly { members: Members }[],
): ValueAdded | null {
  if (!context.compared || units.length < 2) return null
  const { z } = progressIn(context, context.compared)
  return valueAdded(
    units.map(({ members }) => {
      const pairs: { before: number; now: number }[] = []
      forEachMember(members, (place) => {
        const own = z(place)
        if (own) pairs.push(own)
      })
      return pairs
    }),
  )
}

const estOf = (group: ValueAdded['groups'][number]) =>
  group && {
    v: group.v,
    lo: group.lo,
    hi: group.hi,
    n: group.n,
    shown: group.n < MIN_CANDIDATES_FOR_INDICES ? ('few' as const) : ('ok' as const),
  }

/** Figures of every school within: what the share of variance between them follows from. */
const schoolsIn = (context: ReportContext, whole: ReturnType<typeof membersOfClasses>) =>
  unitsOf(context, 'school')
    .filter(({ members }) =>
      members.runs.every(({ from, to }) =>
        whole.runs.some((run) => from >= run.from && to <= run.to),
      ),
    )
    .map(({ members }) => figuresOf(context.column, members))
