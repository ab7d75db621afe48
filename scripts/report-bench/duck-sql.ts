import { MIN_CANDIDATES_FOR_INDICES, type RateThresholds } from '@hengjuan/domain'
import type { ManifestSubject } from '@hengjuan/stats'
import type { MadeItem, MadeSubject } from './made-exam.ts'

/** Groups by which figures are made, as an expression over the rows. */
const GROUPS = { class: 'klass', school: 'school', joint: '0', every: 'member_of' } as const
export type GroupKind = keyof typeof GROUPS

/**
 * A table with each candidate once for the class, once for the school and once for all, in this order: figures of all
 * groups in one query, whose planning takes longer than a few hundred rows do.
 */
export const everyGroupSql = (name: string, table: string): string =>
  `create table ${name} as select *, unnest([klass, 1000 + school, 2000]) as member_of from ${table}`

/** Moments by the engine's own functions, which are slower and never cancel, or by sums. */
export const MACROS = {
  exact: [
    'create or replace macro va(x) as var_pop(x)',
    'create or replace macro co(x, y) as covar_pop(x, y)',
  ],
  quick: [
    'create or replace macro va(x) as sum(x * x) / count(x) - (sum(x) / count(x)) ** 2',
    'create or replace macro co(x, y) as sum(x * y) / count(x) - sum(x) / count(x) * (sum(y) / count(x))',
  ],
}

/** Variances of thousandths below this are of equal scores. */
const NOTHING = 1e-3

/** In the order of `flatFigures`. */
export function figuresSql(
  table: string,
  group: GroupKind,
  { fullMilli, thresholds }: { fullMilli: number; thresholds: RateThresholds },
): string {
  const reached = (percent: number) =>
    `count(*) filter (total * 100.0 >= ${percent * fullMilli})::double`
  return `with rows as (select ${GROUPS[group]} as g, attendance, total::double as total,
      avg(total) over (partition by ${GROUPS[group]}) as mean from ${table})
    select g, count(*) filter (attendance <> 3)::double, count(total)::double, sum(total), avg(total), stddev_pop(total),
      min(total), max(total), quantile_cont(total, 0.25), quantile_cont(total, 0.5), quantile_cont(total, 0.75),
      case when avg(total) > 0 then stddev_pop(total) / avg(total) end,
      case when var_pop(total) > ${NOTHING} then avg((total - mean) ** 3) / stddev_pop(total) ** 3 end,
      ${reached(thresholds.excellent)}, ${reached(thresholds.good)}, ${reached(thresholds.pass)},
      count(*) filter (total * 100.0 < ${thresholds.low * fullMilli})::double
    from rows group by g order by g`
}

export const size = (n: string) => `greatest(1, floor((27 * ${n} + 50) / 100))`

/** How much a row belongs to the top or to the bottom: what is left of the group for its score, over those who have it. */
export const weight = (partition: string, order: 'desc' | 'asc') =>
  `greatest(0, least(1, (${size(`count(*) over (partition by ${partition})`)} + 1
    - rank() over (partition by ${partition} order by total ${order}))
    / count(*) over (partition by ${partition}, total)))::double`

/** Questions of one query: the engine plans a query of sixty for longer than it computes it. */
const AT_ONCE = 8

/** Tables that are made one after the other; the rows of those in `told`, side by side, are as `flatItems` has them. */
export interface ItemsSql {
  tables: { name: string; sql: string }[]
  told: string[]
}

/** @param withEfficiency it wants two sorted lists for each question and group */
export function itemsSql(
  table: string,
  group: GroupKind,
  { questions, fullMilli }: ManifestSubject,
  { items }: MadeSubject,
  withEfficiency: boolean,
): ItemsSql {
  const marks = items.flatMap(({ noMark }, k) => (noMark ? [`m${k}`] : []))
  const isElective = items.map(
    ({ values }, k) => hasGaps({ values }, items) || questions[k]!.status === 'void',
  )
  const cut = (expression: string) =>
    marks.length > 0 ? `case when not unmarked then ${expression} end` : expression
  const weights = questions.flatMap((_, k) =>
    isElective[k]
      ? [
          `${weight(`g, unmarked, x${k} is null`, 'desc')} as top${k}`,
          `${weight(`g, unmarked, x${k} is null`, 'asc')} as bottom${k}`,
        ]
      : [],
  )
  const x = questions.map((_, k) => cut(`x${k}`))
  const t = questions.map((_, k) =>
    isElective[k] ? `case when ${cut(`x${k}`)} is not null then t end` : cut('t'),
  )
  const endOf = (k: number, end: string) => (isElective[k] ? `${end}${k}` : end)
  const sums = questions.map(({ fullMilli: full, objective, optionCount }, k) => {
    const counted = items[k]!.noMark ? `case when not m${k} then x${k} end` : `x${k}`
    const blank = objective ? `a${k} = 0` : `b${k}`
    const all = isElective[k] ? cut(`coalesce(x${k}, 0)`) : x[k]!
    return [
      `count(${counted})::double as n${k}`,
      `sum(${counted}) as sum${k}`,
      `va(${counted}) as v${k}`,
      `count(*) filter (${counted} = ${full})::double as full${k}`,
      `count(*) filter (${counted} = 0)::double as zero${k}`,
      `count(*) filter (${counted} is not null and ${blank})::double as omitted${k}`,
      `${items[k]!.noMark ? `count(*) filter (x${k} is not null and m${k})` : '0'}::double as unmarked${k}`,
      `count(${x[k]})::double as nw${k}`,
      `va(${x[k]}) as vx${k}`,
      `va(${t[k]}) as vt${k}`,
      `va(${t[k]} - ${x[k]}) as vr${k}`,
      `co(${x[k]}, ${t[k]}) as cxt${k}`,
      `co(${x[k]}, ${t[k]} - ${x[k]}) as cxr${k}`,
      `sum(${x[k]} * (${endOf(k, 'top')} - ${endOf(k, 'bottom')})) as d${k}`,
      `va(${all}) as va${k}`,
      `co(${all}, ${cut('t')}) as cat${k}`,
      `va(${cut('t')} - ${all}) as rest${k}`,
      ...(withEfficiency
        ? [
            `list_dot_product(list_sort(list(${x[k]}) filter (${x[k]} is not null)),
              list_sort(list(${t[k]} - ${x[k]}) filter (${x[k]} is not null)))
              / count(${x[k]}) - avg(${x[k]}) * avg(${t[k]} - ${x[k]}) as most${k}`,
          ]
        : []),
      ...(objective
        ? [
            `count(*) filter (a${k} = 0)::double as blank${k}`,
            `count(*) filter (bit_count(a${k}) > 1)::double as multi${k}`,
            ...Array.from({ length: optionCount ?? 4 }, (_, bit) => {
              const chosen = `(a${k} & ${1 << bit}) <> 0`
              return `count(*) filter (${chosen})::double as c${k}_${bit},
                avg(total) filter (${chosen}) as mean${k}_${bit},
                co((${chosen})::double, total) as cov${k}_${bit},
                sum(${marks.length > 0 ? 'topall' : 'top'}) filter (${chosen}) as top${k}_${bit}`
            }),
          ]
        : []),
    ]
  })
  const weighted = `with base as (select ${GROUPS[group]} as g, total::double as total,
      (${questions.map((_, k) => `coalesce(x${k}, 0)`).join(' + ')})::double as t,
      (${marks.join(' or ') || 'false'}) as unmarked,
      ${questions.map((_, k) => `x${k}::double as x${k}${questions[k]!.objective ? `, a${k}` : `, b${k}`}`).join(', ')}
      ${marks.map((name) => `, ${name}`).join('')}
      from ${table} where total is not null)
    select *, ${[
      `${weight('g, unmarked', 'desc')} as top`,
      `${weight('g, unmarked', 'asc')} as bottom`,
      ...(marks.length > 0 ? [`${weight('g', 'desc')} as topall`] : []),
      ...weights,
    ].join(', ')} from base`
  const alls = x.map((one, k) => (isElective[k] ? cut(`coalesce(x${k}, 0)`) : one))
  const counted = alls.filter((_, k) => questions[k]!.status !== 'void')
  const paper = `select g, count(*)::double as present, count(${cut('t')})::double as n, avg(${cut('total')}) as mean,
      stddev_pop(${cut('total')}) as sd, va(${cut('t')}) as vt, va(total) as vtotal,
      ${counted.map((one) => `va(${one})`).join(' + ') || '0'} as var_sum
    from ${group}_weighted group by g`
  const { ofPaper, ofItems } = outcomes({ questions, fullMilli }, withEfficiency)
  const parts = Array.from({ length: Math.ceil(questions.length / AT_ONCE) }, (_, part) => {
    const own = <T>(all: readonly T[]) => all.slice(part * AT_ONCE, (part + 1) * AT_ONCE)
    return {
      name: `${group}_part${part}`,
      sql: `with sums as (select g, ${own(sums).flat().join(', ')} from ${group}_weighted group by g)
        select g, ${own(ofItems).flat().join(', ')} from sums join ${group}_paper using (g)`,
    }
  })
  const told = { name: `${group}_told`, sql: `select g, ${ofPaper.join(', ')} from ${group}_paper` }
  return {
    tables: [
      { name: `${group}_weighted`, sql: weighted },
      { name: `${group}_paper`, sql: paper },
      told,
      ...parts,
    ],
    told: [told, ...parts].map(({ name }) => name),
  }
}

/** Is there somebody present for whom the question does not count? */
function hasGaps({ values }: Pick<MadeItem, 'values'>, items: readonly MadeItem[]): boolean {
  for (let place = 0; place < values.length; place++)
    if (values[place]! < 0 && items.some((item) => item.values[place]! >= 0)) return true
  return false
}

function outcomes(
  { questions, fullMilli }: Pick<ManifestSubject, 'questions' | 'fullMilli'>,
  withEfficiency: boolean,
): { ofPaper: string[]; ofItems: string[][] } {
  const counted = questions.flatMap(({ status }, k) => (status === 'void' ? [] : [k]))
  const k = counted.length
  const fullOfAll = counted.reduce((sum, index) => sum + questions[index]!.fullMilli, 0)
  const enough = `n >= ${MIN_CANDIDATES_FOR_INDICES}`
  const alpha = `case when ${enough} and ${k} >= 2 and vt > ${NOTHING} then ${k} / ${k - 1} * (1 - var_sum / vt) end`
  const ofPaper = [
    'n',
    'mean',
    'sd',
    `mean / ${fullMilli}`,
    alpha,
    `case when (${alpha}) is not null then sqrt(vt * greatest(0, 1 - (${alpha}))) end`,
    'present - n',
  ]
  const ofItems = questions.map((question, index) => {
    const isNormal = question.status === 'normal'
    const own = `${isNormal} and nw${index} >= ${MIN_CANDIDATES_FOR_INDICES}`
    const whole = `${isNormal} and ${enough} and vt > ${NOTHING}`
    const full = question.fullMilli
    const related = (cov: string, other: string) =>
      `case when ${own} and vx${index} > ${NOTHING} and ${other} > ${NOTHING} then ${cov} / sqrt(vx${index} * ${other}) end`
    return [
      `n${index}`,
      `sum${index} / nullif(n${index}, 0)`,
      `case when n${index} > 0 then sqrt(greatest(0, v${index})) end`,
      `coalesce(sum${index}, 0)`,
      `n${index} * ${full}`,
      `full${index}`,
      `zero${index}`,
      `omitted${index}`,
      `unmarked${index}`,
      `case when ${isNormal} and n${index} >= ${MIN_CANDIDATES_FOR_INDICES} then sum${index} / n${index} / ${full} end`,
      `case when ${own} then d${index} / ${size(`nw${index}`)} / ${full} end`,
      related(`cxr${index}`, `vr${index}`),
      related(`cxt${index}`, `vt${index}`),
      counted.includes(index) && k > 2
        ? `case when ${whole} and rest${index} > ${NOTHING} then ${k - 1} / ${k - 2} * (1 - (var_sum - va${index}) / rest${index}) end`
        : 'null::double',
      counted.includes(index) ? `${full} / ${fullOfAll}` : 'null::double',
      `case when ${whole} then cat${index} / vt end`,
      ...(withEfficiency
        ? [`case when ${own} and most${index} > ${NOTHING} then cxr${index} / most${index} end`]
        : []),
      ...(question.objective
        ? [
            `blank${index}`,
            `multi${index}`,
            ...Array.from({ length: question.optionCount ?? 4 }, (_, bit) => {
              const chosen = `${index}_${bit}`
              const share = `(c${chosen} / present)`
              return `c${chosen}, mean${chosen},
                  case when c${chosen} > 0 and c${chosen} < present and vtotal > ${NOTHING}
                    then cov${chosen} / sqrt(${share} * (1 - ${share}) * vtotal) end,
                  coalesce(top${chosen}, 0)`
            }),
          ]
        : []),
    ]
  })
  return { ofPaper, ofItems }
}
