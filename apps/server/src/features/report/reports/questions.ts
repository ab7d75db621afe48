import { choiceReport, questionDetailReport, questionSplitReport } from '@hengjuan/contracts'
import { MIN_CANDIDATES_FOR_INDICES, QUESTION_TYPES } from '@hengjuan/domain'
import {
  itemCounts,
  type ItemStatistics,
  itemTable,
  membersOfClass,
  optionDetails,
  ownFactor,
  partRates,
  partsOf,
  rateError,
  rateOf,
} from '@hengjuan/stats'
import { isReferenceHidden, type ReportContext } from '../kit/context.ts'
import { difIn, HOW_DIF } from '../kit/dif.ts'
import { baseOf, classGroup, shownClasses } from '../kit/groups.ts'
import { served } from '../kit/served-report.ts'
import { gapOf, rateAmong, splitGroups } from '../kit/split-groups.ts'

const WITHOUT_MEANS = '义务教育阶段：区域身份不显示各题得分率'
const OPTION_FLAGS = {
  key_r_not_positive: '选正确答案者的得分不高于其他人，请核对答案',
  distractor_r_positive: '选择此干扰项者的得分偏高',
  distractor_beats_key_at_top: '高分组选此项的多于选正确答案的',
} as const

function subjectOf({ column }: ReportContext): number {
  if (column.subject === null) throw new Error('question tables have no total')
  return column.subject
}

const questionOf = ({ question }: Pick<ItemStatistics, 'question'>) => ({
  question_id: question.id,
  no: question.no,
  type_name: QUESTION_TYPES[question.type],
  full_milli: question.fullMilli,
})

/** 选项分析. @source reports P07 */
export const choices = served(choiceReport, (context) => {
  const { version, visible, withoutMeans } = context
  const subject = subjectOf(context)
  // How many chose the key is the mean of the question.
  if (withoutMeans) return { notes: [WITHOUT_MEANS], body: { rows: [], bands: [] } }
  const parts = partsOf(version, subject, visible)
  const isEnough = parts.places.length >= MIN_CANDIDATES_FOR_INDICES
  const items = itemTable(version, subject, visible).rows.flatMap((item) => {
    const { options } = item
    if (!options) return []
    const names = options.rows.map(({ option }) => option)
    const details = optionDetails(version, subject, item.place, parts, names)
    const rows = options.rows.map((row, at) => ({
      ...questionOf(item),
      option: row.option,
      is_key: row.isKey,
      n: options.n,
      count: row.count,
      ratio: { num: row.count, den: options.n },
      mean_total_milli: row.meanTotalMilli,
      se_milli: details[at]!.seMilli,
      top: isEnough ? details[at]!.top : null,
      bottom: isEnough ? details[at]!.bottom : null,
      r: isEnough ? row.r : null,
      flag: isEnough
        ? options.flags
            .filter(({ option }) => option === row.option)
            .map(({ flag }) => OPTION_FLAGS[flag])
            .join('；')
        : '',
    }))
    const blank = {
      ...questionOf(item),
      option: '未答',
      is_key: false,
      n: options.n,
      count: options.blank,
      ratio: { num: options.blank, den: options.n },
      mean_total_milli: null,
      se_milli: null,
      top: null,
      bottom: null,
      r: null,
      flag: '',
    }
    const bands = {
      no: item.question.no,
      options: isEnough
        ? options.rows.map(({ option, isKey }, at) => ({
            option,
            is_key: isKey,
            shares: details[at]!.shares,
          }))
        : [],
    }
    return [{ rows: [...rows, blank], bands }]
  })
  return {
    notes: ['多选题一人可计入多个选项；实考不足 10 人时不计算前后 27% 与相关'],
    body: {
      rows: items.flatMap(({ rows }) => rows),
      bands: items.map(({ bands }) => bands),
    },
  }
})

/** Rates of the reference are told where enough strangers stand behind them. */
const isCompared = (context: ReportContext): boolean =>
  !context.withoutMeans && !isReferenceHidden(context, context.column)

const share = ({ num, den }: { num: number; den: number }): number | null =>
  den === 0 ? null : num / den

/** 小题×班级. @source reports P06 */
export const questionDetail = served(questionDetailReport, (context) => {
  const { version, visible, reference, withoutMeans } = context
  const subject = subjectOf(context)
  const { shown, suppressed } = shownClasses(context, context.column)
  const isOpen = isCompared(context)
  const base = isOpen ? reference.members : visible
  const groups = withoutMeans ? [] : shown
  return {
    suppressed,
    notes: withoutMeans ? [WITHOUT_MEANS] : [],
    body: {
      groups: groups.map((place) => classGroup(context, place)),
      reference_name: isOpen ? reference.name : '可见班级',
      rows: itemTable(version, subject, visible).rows.map((item) => {
        const full = item.question.fullMilli
        const of = (members: typeof visible) => itemCounts(version, subject, item.place, members)
        const all = withoutMeans ? null : share(rateOf(of(base), full))
        return {
          ...questionOf(item),
          reference: all,
          cells: groups.map((place) => {
            const counts = of(membersOfClass(version.columns, place))
            const rate = rateOf(counts, full)
            const own = share(rate)
            return {
              n: counts.n,
              mean_milli: counts.n === 0 ? null : counts.sumMilli / counts.n,
              rate,
              delta: own === null || all === null ? null : own - all,
              se: rateError(counts, full),
              full_count: counts.fullCount,
              zero_count: counts.zeroCount,
            }
          }),
        }
      }),
    },
  }
})

/** 分组答题. @source reports P07, R17, R19 */
export const questionSplit = served(questionSplitReport, (context) => {
  const { version, visible, reference, withoutMeans } = context
  const subject = subjectOf(context)
  const parts = partsOf(version, subject, visible)
  const n = parts.places.length
  const isEnough = n >= MIN_CANDIDATES_FOR_INDICES && !withoutMeans
  const { shown, suppressed } = shownClasses(context, context.column)
  const groupsOfPeople = splitGroups(context, subject)
  const isOpen = isCompared(context)
  const base = isOpen ? reference.members : visible
  const dif = difIn(context, subject)
  const { rows } = itemTable(version, subject, visible)
  const rateIn = (item: ItemStatistics, members: typeof visible): number | null =>
    share(rateOf(itemCounts(version, subject, item.place, members), item.question.fullMilli))
  const paperOf = (members: typeof visible): number | null => {
    let [got, toGet] = [0, 0]
    for (const item of rows) {
      const counts = itemCounts(version, subject, item.place, members)
      got += counts.sumMilli
      toGet += counts.n * item.question.fullMilli
    }
    return toGet === 0 ? null : got / toGet
  }
  // As lines and levels: whoever may not rank the others is told nothing of their order.
  const told = new Map(
    itemTable(version, subject, baseOf(context).members).rows.map(
      ({ question, discrimination }) => [question.id, withoutMeans ? null : discrimination],
    ),
  )
  const groups = withoutMeans ? [] : shown
  const ofClass = groups.map((place) => {
    const members = membersOfClass(version.columns, place)
    return { members, paper: paperOf(members) }
  })
  const ofBase = withoutMeans ? null : paperOf(base)
  const size = parts.weights.size
  return {
    suppressed,
    notes: [
      ...(withoutMeans ? [WITHOUT_MEANS] : []),
      ...(isOpen ? [] : ['内在表现以可见班级为参照']),
      ...(context.isJoint && !dif ? [HOW_DIF] : []),
    ],
    body: {
      splits: [
        { name: '高分组', n: size, kind: 'part' as const },
        { name: '中间组', n: Math.max(0, n - 2 * size), kind: 'part' as const },
        { name: '低分组', n: size, kind: 'part' as const },
        ...groupsOfPeople.map(({ name, n: own, kind }) => ({ name, n: own, kind })),
      ],
      groups: groups.map((place) => classGroup(context, place)),
      dif_of: dif?.name ?? null,
      rows: rows.map((item) => {
        const [high, middle, low] = isEnough
          ? partRates(version, subject, item.place, parts)
          : [null, null, null]
        const all = withoutMeans ? null : rateIn(item, base)
        const found = dif?.of(item.place) ?? null
        const full = item.question.fullMilli
        const seen = itemCounts(version, subject, item.place, visible)
        const among = groupsOfPeople.map(({ members }) => {
          const own = itemCounts(version, subject, item.place, members)
          const rest = { n: seen.n - own.n, sumMilli: seen.sumMilli - own.sumMilli }
          return { own: rateAmong(own, full), rest: rateAmong(rest, full) }
        })
        return {
          ...questionOf(item),
          rates: [high, middle, low, ...among.map(({ own }) => (withoutMeans ? null : own.rate))],
          gap: gapOf({ rate: high, n: size }, { rate: low, n: size }),
          gaps: among.map(({ own, rest }) =>
            gapOf(withoutMeans ? { ...own, rate: null } : own, rest),
          ),
          distinction: told.get(item.question.id) ?? null,
          dif: found,
          own_factor: ofClass.map(({ members, paper }) => {
            const rate = rateIn(item, members)
            return rate === null || paper === null || all === null || ofBase === null
              ? null
              : ownFactor({ item: rate, paper }, { item: all, paper: ofBase })
          }),
        }
      }),
    },
  }
})
