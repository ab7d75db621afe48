import { BOOLEAN, INTEGER } from '@duckdb/node-api'
import type { GradeScheme } from '@hengjuan/domain'
import type { DuckExam } from './duck-exam.ts'
import { size, weight } from './duck-sql.ts'
import type { MadeExam } from './made-exam.ts'

/*
 * What single pages say of one exam, in the words of another engine. Tables: `sat` with a row for each candidate and
 * subject, the total as subject -1; `marks` with a row for each answer that counts; `papers` with what the marks of a
 * paper add up to.
 */

/** Points of Simpson's rule: a chance is right to a trillionth of it. */
const STEPS = 1000
const MACROS = [
  // How likely a standard score as far out as this is, either way.
  `create macro two_sided(z) as greatest(0, 1 - 2 * abs(z) / ${3 * STEPS} / sqrt(2 * pi()) * list_sum(list_transform(
    range(0, ${STEPS + 1}), i -> (case when i = 0 or i = ${STEPS} then 1 when i % 2 = 1 then 4 else 2 end)
      * exp(-0.5 * (i * abs(z) / ${STEPS}) ** 2))))`,
  `create macro wilson_middle(x, n) as (x / n + 1.96 ** 2 / (2 * n)) / (1 + 1.96 ** 2 / n)`,
  `create macro wilson_half(x, n) as
    1.96 * sqrt(x / n * (1 - x / n) / n + 1.96 ** 2 / (4 * n * n)) / (1 + 1.96 ** 2 / n)`,
  `create macro wilson_lo(x, n) as case when x = 0 then 0 else wilson_middle(x, n) - wilson_half(x, n) end`,
  `create macro wilson_hi(x, n) as case when x = n then 1 else wilson_middle(x, n) + wilson_half(x, n) end`,
  `create macro newcombe_lo(x, n, y, m) as
    x / n - y / m - sqrt((x / n - wilson_lo(x, n)) ** 2 + (wilson_hi(y, m) - y / m) ** 2)`,
  `create macro newcombe_hi(x, n, y, m) as
    x / n - y / m + sqrt((wilson_hi(x, n) - x / n) ** 2 + (y / m - wilson_lo(y, m)) ** 2)`,
]

const TOTAL = `case when bool_or(attendance in (-1, 1)) then null else sum(total) end`

export async function fillPages(duck: DuckExam, exam: MadeExam): Promise<void> {
  const { n, subjects, manifest } = exam
  for (const macro of MACROS) await duck.run(macro)
  const rows = subjects.flatMap(({ attendance, total }, subject) =>
    Array.from({ length: n }, (_, place) => ({
      place,
      klass: exam.klass[place]!,
      school: exam.school[place]!,
      subject,
      attendance: attendance[place]!,
      total: total[place]!,
    })),
  )
  const column = (name: keyof (typeof rows)[number]) => ({
    name,
    type: INTEGER,
    at: (at: number) => (name === 'total' && rows[at]!.total < 0 ? null : rows[at]![name]),
  })
  await duck.table(
    'entries',
    rows.length,
    (['place', 'klass', 'school', 'subject', 'attendance', 'total'] as const).map(column),
  )
  await duck.run(`create table sat as
    select place, klass, school, subject, attendance, total::double as score from entries
    union all
    select place, klass, school, -1, 0, (${TOTAL})::double from entries group by place, klass, school`)
  const marks = subjects.flatMap(({ items, attendance }, subject) =>
    items.flatMap(({ values, answers, noMark, blank }, item) =>
      Array.from({ length: n }, (_, place) => ({
        subject,
        item,
        place,
        got: values[place]!,
        full_mark: manifest.subjects[subject]!.questions[item]!.fullMilli,
        answer: answers?.[place] ?? 0,
        no_mark: noMark?.[place] === 1,
        blank: answers ? answers[place] === 0 : blank?.[place] === 1,
      })).filter(({ place, got }) => attendance[place] === 0 && got >= 0),
    ),
  )
  const whole = (name: 'subject' | 'item' | 'place' | 'got' | 'full_mark' | 'answer') => ({
    name,
    type: INTEGER,
    at: (at: number) => marks[at]![name],
  })
  const flag = (name: 'no_mark' | 'blank') => ({
    name,
    type: BOOLEAN,
    at: (at: number) => marks[at]![name],
  })
  await duck.table('answers', marks.length, [
    ...(['subject', 'item', 'place', 'got', 'full_mark', 'answer'] as const).map(whole),
    flag('no_mark'),
    flag('blank'),
  ])
  await duck.run(`create table marks as select a.*, s.klass, s.school, s.score
    from answers a join sat s using (subject, place)`)
  // What the 27 % are taken by: all questions of a paper, whether they have a mark or not.
  await duck.run(`create table papers as
    with sums as (select s.subject, s.place, s.klass, s.score, coalesce(sum(a.got), 0)::double as total
      from sat s left join answers a using (subject, place)
      where s.subject >= 0 and s.score is not null group by s.subject, s.place, s.klass, s.score)
    select *, ${weight('subject', 'desc')} as top, ${weight('subject', 'asc')} as bottom,
      count(*) over (partition by subject)::double as n from sums`)
}

type Side = 'klass' | 'school'

/** Chances among all that are looked at, after Holm; rows need `p`, null where nothing is tested. */
const holm = (rows: string) => `(
  with tested as (select *, row_number() over (order by p) as nth, count(*) over () as of from ${rows} where p is not null),
    made as (select *, least(1, p * (of - nth + 1)) as own from tested)
  select *, max(own) over (order by nth) as p_adj from made)`

/**
 * P04, P14: of each group that has somebody its number, how far its mean lies from that of all, error and z against the
 * others, chance after Holm, mark, share above the mean of all, rank, mean without the lowest, and difference and share
 * above the mean of the others.
 */
export const againstOthersSql = (subject: number, side: Side, trim: number, where = 'true') => `
  with own as (select ${side} as g, score from sat where subject = ${subject} and score is not null and ${where}),
  groups as (select g, count(*)::double as n, avg(score) as m, var_pop(score) as v from own group by g),
  others as (select groups.g, count(*)::double as n, avg(score) as m, var_pop(score) as v
    from groups join own on own.g <> groups.g group by groups.g),
  everybody as (select avg(score) as m from own),
  beside as (select groups.*, others.n as others_n, others.m as others_m, groups.m - others.m as far,
      sqrt(groups.v / groups.n + others.v / others.n) as se
    from groups left join others using (g)),
  tested as (select *, case when se > 0 then far / se end as z,
      case when se > 0 then two_sided(far / se) end as p from beside),
  adjusted as ${holm('tested')},
  sorted as (select g, list(score order by score) as scores from own group by g)
  select g, g::double, n, tested.m - everybody.m, tested.se, tested.z, p_adj,
    (case when abs(tested.z) > 1.96 and least(n, others_n) >= 20 then if(p_adj < 0.05, 2, 1) else 0 end)::double,
    (tested.m - everybody.m) / nullif(everybody.m, 0), rank() over (order by tested.m desc)::double,
    list_avg(scores[floor(n * ${trim} / 100)::integer + 1:]), tested.far, tested.far / nullif(others_m, 0)
  from tested left join (select g, p_adj from adjusted) using (g) join sorted using (g), everybody order by g`

/** P05: of a subject difficulty, how much better the best 27 % of the total do, and the box in shares of the full mark. */
export const paperOfGradeSql = (subject: number, full: number) => `
  with own as (select score from sat where subject = ${subject} and score is not null),
  box as (select count(*) as n, quantile_cont(score, 0.25) as q1, quantile_cont(score, 0.5) as q2,
    quantile_cont(score, 0.75) as q3 from own),
  pairs as (select s.score, t.score as total from sat s join sat t using (place)
    where s.subject = ${subject} and t.subject = -1 and s.score is not null and t.score is not null),
  weighted as (select score, ${weight('0', 'desc')} as top, ${weight('0', 'asc')} as bottom,
    count(*) over () as n from pairs),
  within as (select min(score) as low, max(score) as high from own, box
    where score between q1 - 1.5 * (q3 - q1) and q3 + 1.5 * (q3 - q1))
  select 0, (select case when count(*) >= 10 then avg(score) / ${full} end from own),
    (select case when max(n) >= 10 then sum((top - bottom) * score) / ${size('max(n)')} / ${full} end from weighted),
    ${['least(low, q1)', 'q1', 'q2', 'q3', 'greatest(high, q3)']
      .map((one) => `case when n >= 10 then ${one} / ${full} end`)
      .join(', ')}
  from box, within`

/** P05: best class less the last, its error, and its chance among all pairs of classes. */
export const widestSql = (subject: number) => `
  with classes as (select klass as g, count(*)::double as n, avg(score) as m, var_pop(score) as v,
      row_number() over (order by avg(score) desc, klass) as nth
    from sat where subject = ${subject} and score is not null group by klass),
  pairs as (select a.nth as first, b.nth as second, a.m - b.m as far, sqrt(a.v / a.n + b.v / b.n) as se
    from classes a join classes b on a.nth < b.nth),
  tested as (select *, case when se > 0 then two_sided(far / se) end as p from pairs),
  adjusted as ${holm('tested')}
  select 0, far, se, case when se > 0 then far / se end, p_adj
  from tested left join (select first, second, p_adj from adjusted) using (first, second)
  where first = 1 and second = (select max(nth) from classes)`

/** P04, P05, 离差: of class or school and subject how much better it is there than it is itself, both beside all. */
export const matrixSql = (fulls: readonly number[], side: Side = 'klass') => `
  with shares as (select ${side} as g, subject, avg(score) as m,
      list_value(${[fulls.reduce((sum, one) => sum + one, 0), ...fulls].join(', ')})[subject + 2] as full_mark
    from sat where score is not null group by ${side}, subject),
  everybody as (select subject, avg(score) as m from sat where score is not null group by subject)
  select s.g * 100 + s.subject, s.g::double, s.subject::double,
    (s.m - e.m) / s.full_mark - (t.m - a.m) / t.full_mark
  from shares s join shares t on t.g = s.g and t.subject = -1
    join everybody e on e.subject = s.subject join everybody a on a.subject = -1
  where s.subject >= 0 order by s.g * 100 + s.subject`

/** P06: of question and tenth of the paper who counts and what they got. */
export const curveSql = (subject: number, full: number) => `
  select item * 100 + least(9, floor(score * 10 / ${full})), item::double, least(9, floor(score * 10 / ${full})),
    count(*)::double, sum(got)::double
  from marks where subject = ${subject} and not no_mark group by all order by 1`

/** P06: of question and class who counts, got, got less than all as a share, with full marks, with none. */
export const byClassSql = (subject: number) => `
  with counted as (select * from marks where subject = ${subject} and not no_mark),
  everybody as (select item, sum(got) / sum(full_mark) as r from counted group by item)
  select item * 1000 + klass, item::double, klass::double, count(*)::double, sum(got)::double, sum(full_mark)::double,
    sum(got) / sum(full_mark) - any_value(r), count(*) filter (got = full_mark)::double,
    count(*) filter (got = 0)::double
  from counted join everybody using (item) group by item, klass order by 1`

/** P07: of question and option who chose it, mean and error of their scores, shares of the best and the last 27 %. */
export const optionsSql = (subject: number, options: number) => `
  with chosen as (select m.item, o.bit, p.score, p.top, p.bottom, p.n
    from marks m join papers p using (subject, place)
      join (select unnest(range(0, ${options})) as bit) o on (m.answer >> o.bit) & 1 = 1
    where m.subject = ${subject})
  select item * 10 + bit, item::double, bit::double, count(*)::double, avg(score),
    case when count(*) >= 2 then stddev_pop(score) / sqrt(count(*)) end,
    sum(top) / ${size('max(n)')}, sum(bottom) / ${size('max(n)')}
  from chosen group by item, bit order by 1`

/** P07: of question, option and fifth of the paper the share that chose it. */
export const fifthsSql = (subject: number, options: number) => `
  with own as (select * from papers where subject = ${subject}),
  cuts as (select list(total order by total) as sorted, count(*) as n from own),
  placed as (select own.place, list_sum(list_transform([1, 2, 3, 4],
      f -> (total >= sorted[floor(f * cuts.n / 5)::integer + 1])::integer)) as fifth from own, cuts),
  people as (select fifth, count(*) as n from placed group by fifth)
  select (item * 10 + bit) * 10 + fifth, item::double, bit::double, fifth::double,
    count(*) filter ((answer >> bit) & 1 = 1) / any_value(people.n)
  from marks join placed using (place) join people using (fifth), (select unnest(range(0, ${options})) as bit)
  where subject = ${subject} group by item, bit, fifth order by 1`

/** P07: of each question the rate of the best 27 %, of those between, and of the last, and how far the ends lie apart. */
export const partsSql = (subject: number) => `
  with parts as (select item, got, full_mark, top, greatest(0, 1 - top - bottom) as middle, bottom
    from marks join papers using (subject, place) where subject = ${subject} and not no_mark),
  rates as (select item, ${['top', 'middle', 'bottom']
    .map(
      (part) =>
        `case when sum(${part}) >= 1e-9 then sum(${part} * got) / sum(${part} * full_mark) end as of_${part}`,
    )
    .join(', ')} from parts group by item),
  people as (select ${size('max(n)')} as g from papers where subject = ${subject})
  select item, item::double, of_top, of_middle, of_bottom, of_top - of_bottom,
    newcombe_lo(of_top * g, g, of_bottom * g, g), newcombe_hi(of_top * g, g, of_bottom * g, g)
  from rates, people order by item`

/** P07: of question and combination of subjects, the commonest first, its rate beside that of the others. */
export const combosSql = (subject: number) => `
  with taken as (select place, string_agg(if(attendance = 3, '0', '1'), '' order by subject) as code
    from entries group by place),
  combos as (select code, count(*) as n, row_number() over (order by count(*) desc, code desc) - 1 as nth
    from taken group by code),
  ${besideOthers(subject, 'select place, nth from taken join combos using (code)')}`

/** P07: the same of boys and girls, of whom every third has nothing noted. */
export const sexesSql = (subject: number) => `
  with ${besideOthers(subject, 'select distinct place, place % 3 - 1 as nth from entries where place % 3 > 0')}`

/** Of question and group how many count, their rate, and how far it lies from that of all others, with Newcombe. */
const besideOthers = (subject: number, groups: string) => `
  people as (${groups}),
  counted as (select * from marks where subject = ${subject} and not no_mark),
  own as (select item, nth, count(*)::double as n, sum(got / full_mark)::double as x
    from counted join people using (place) group by item, nth),
  everybody as (select item, count(*)::double as n, sum(got / full_mark)::double as x from counted group by item),
  beside as (select item, nth, own.n, own.x, everybody.n - own.n as m, everybody.x - own.x as y
    from own join everybody using (item))
  select item * 100 + nth, item::double, nth::double, n, x / n, case when m > 0 then x / n - y / m end,
    case when m > 0 then newcombe_lo(x, n, y, m) end, case when m > 0 then newcombe_hi(x, n, y, m) end
  from beside order by 1`

/** P08: of band of so many ranks and class, how many there are, against what its size lets expect. */
export const rankBandsSql = (subject: number, width: number) => `
  with ranked as (select klass, floor((rank() over (order by score desc) - 1) / ${width}) as band
    from sat where subject = ${subject} and score is not null),
  bands as (select band as nth, count(*) as in_band from ranked group by band),
  classes as (select klass, count(*) as in_class from ranked group by klass),
  counts as (select nth, classes.klass, in_band, in_class, count(ranked.klass) as n
    from bands cross join classes left join ranked on ranked.band = nth and ranked.klass = classes.klass
    group by nth, classes.klass, in_band, in_class)
  select nth * 100 + klass, nth::double, klass::double, n::double,
    (n / in_band) / (in_class / (select count(*) from ranked))
  from counts order by 1`

/** P09: of each candidate level, as its place in the scheme, and converted score. */
export function levelsSql(subject: number, { levels, degenerate }: GradeScheme): string {
  let share = 0
  const cuts = levels.map(({ ratioPercent }) => Math.round((share += ratioPercent) * 1000))
  const ofOneScore =
    degenerate === 'mid' ? 'floor((lo + hi) / 2 + 0.5)' : degenerate === 'hi' ? 'hi' : 'lo'
  return `
  with own as (select place, score from sat where subject = ${subject} and score is not null),
  sorted as (select list(score order by score desc) as scores, count(*) as n from own),
  scheme as (select unnest(range(0, ${levels.length})) as level,
    unnest([${cuts.join(', ')}]) as cut,
    unnest([${levels.map(({ lo }) => lo).join(', ')}]) as lo, unnest([${levels.map(({ hi }) => hi).join(', ')}]) as hi),
  ends as (select level, lo, hi, case when level = ${levels.length - 1} then n
      when floor((cut * n + 50000) / 100000) = 0 then 0
      else (select count(*) from own where score >= scores[floor((cut * n + 50000) / 100000)::integer]) end as stop
    from scheme, sorted),
  placed as (select place, score, rank() over (order by score desc) as nth from own),
  levelled as (select place, score, min(level) as level from placed join ends on nth <= stop group by place, score),
  bounds as (select *, min(score) over (partition by level) as lowest, max(score) over (partition by level) as highest
    from levelled)
  select place, place::double, level::double, 1000 * case when lo = hi then hi when lowest = highest then ${ofOneScore}
    else floor((2 * (lo * (highest - lowest) + (score - lowest) * (hi - lo)) + (highest - lowest)) / (2 * (highest - lowest))) end
  from bounds join scheme using (level) order by place`
}

/** P10: the line of a subject that goes with one in total, by the quotient of means and by a window around it. */
export const subjectLinesSql = (subject: number, line: number) => `
  with pairs as (select t.score as total, s.score, abs(t.score - ${line}) as far from sat s join sat t using (place)
    where s.subject = ${subject} and t.subject = -1 and s.score is not null and t.score is not null),
  sorted as (select list(far order by far) as fars, count(*) as n from pairs)
  select 0, (select sum(score) * ${line} / nullif(sum(total), 0) from pairs where total >= ${line}),
    (select avg(score) from pairs, sorted where far <= greatest(5000, fars[least(25, n)::integer]))`

/** P10: of each class how many reach a score, and by how much more of it than of the others, with the interval. */
export const overOthersSql = (subject: number, line: number) => `
  with own as (select klass, (score >= ${line})::integer as is_on from sat
    join (select place from sat where subject = -1 and score is not null) using (place)
    where subject = ${subject} and score is not null),
  groups as (select klass, sum(is_on)::double as x, count(*)::double as n from own group by klass),
  beside as (select klass, x, n, (select sum(is_on) from own)::double - x as y, (select count(*) from own)::double - n as m
    from groups)
  select klass, klass::double, x, n, x / n - y / m, newcombe_lo(x, n, y, m), newcombe_hi(x, n, y, m)
  from beside where m > 0 order by klass`

/** P10, P11: on a line, its interval, just below it, just on it. */
export const nearSql = (subject: number, line: number, below: number, above: number) => `
  select 0, count(*) filter (score >= ${line})::double,
    wilson_lo(count(*) filter (score >= ${line})::double, count(*)::double),
    wilson_hi(count(*) filter (score >= ${line})::double, count(*)::double),
    count(*) filter (score < ${line} and score >= ${line - below})::double,
    count(*) filter (score >= ${line} and score < ${line + above})::double
  from sat where subject = ${subject} and score is not null`

/** P11, P12: of each candidate and subject Z, and Z less the mean of the own ones. */
export const Z_OWN = `
  with spreads as (select subject, avg(score) as m, stddev_pop(score) as sd from sat where score is not null group by subject),
  zs as (select place, subject, case when sd < 1e-6 then 0 else (score - m) / sd end as z
    from sat join spreads using (subject) where subject >= 0 and score is not null)
  select place * 100 + subject, place::double, subject::double, z, z - avg(z) over (partition by place)
  from zs order by 1`

/** P12: of each class who is among the best, with the interval of the share. */
export const bestSql = (subject: number, top: number) => `
  with ranked as (select klass, (rank() over (order by score desc) <= ${top})::integer as is_top
    from sat where subject = ${subject} and score is not null),
  classes as (select klass, sum(is_top)::double as x, count(*)::double as n from ranked group by klass)
  select klass, klass::double, x, x / n, wilson_lo(x, n), wilson_hi(x, n) from classes order by klass`

/** P13: points of questions by how easy they are, over those that have a difficulty. */
export const easinessSql = (subject: number, normal: readonly number[]) => `
  with rates as (select item, any_value(full_mark)::double as points, sum(got) / sum(full_mark) as p
    from marks where subject = ${subject} and not no_mark and item in (${normal.join(', ')})
    group by item having count(*) >= 10)
  select 0, coalesce(sum(points) filter (p >= 0.7), 0), coalesce(sum(points) filter (p >= 0.4 and p < 0.7), 0),
    coalesce(sum(points) filter (p < 0.4), 0) from rates`

/** P13: the chance below an F of so many degrees of freedom, by the engine's own gamma function. */
export const belowFSql = (f: number, d1: number, d2: number) => `
  with x as (select ${d1} * ${f}::double / (${d1} * ${f}::double + ${d2}) as x),
  steps as (select unnest(range(0, ${20 * STEPS + 1})) as i),
  -- With x = u², so that nothing is steep at the lower end.
  points as (select i, sqrt(x) * i / ${20 * STEPS} as u, sqrt(x) / ${20 * STEPS} as h from steps, x)
  select 0, sum((case when i = 0 or i = ${20 * STEPS} then 1 when i % 2 = 1 then 4 else 2 end) * h / 3 * 2
    * u ** ${d1 - 1} * (1 - u * u) ** (${d2 / 2} - 1))
    * exp(lgamma(${(d1 + d2) / 2}) - lgamma(${d1 / 2}) - lgamma(${d2 / 2})) from points`

/** P13: of knowledge point and kind of question questions, points, and rate. */
export const specSql = (
  subject: number,
  tagged: readonly { item: number; point: number; kind: number }[],
) => `
  with tags as (select unnest([${tagged.map(({ item }) => item).join(', ')}]) as item,
    unnest([${tagged.map(({ point }) => point).join(', ')}]) as point,
    unnest([${tagged.map(({ kind }) => kind).join(', ')}]) as kind),
  items as (select item, any_value(full_mark) as points, sum(got) filter (not no_mark) as got,
    sum(full_mark) filter (not no_mark) as den from marks where subject = ${subject} group by item)
  select point * 10 + kind, point::double, kind::double, count(*)::double, sum(points)::double,
    sum(got)::double, sum(den)::double
  from tags join items using (item) group by point, kind order by 1`

/** P14: share of the variance that lies between schools, by the analysis of variance. */
export const betweenSql = (subject: number) => `
  with own as (select school, score from sat where subject = ${subject} and score is not null),
  groups as (select school, count(*)::double as n, avg(score) as m from own group by school),
  parts as (select sum((score - m) ** 2) as within, sum((m - (select avg(score) from own)) ** 2) as between,
    count(*)::double as n, (select count(*) from groups)::double as k from own join groups using (school)),
  means as (select between / (k - 1) as a, within / (n - k) as b,
    (n - (select sum(n * n) from groups) / n) / (k - 1) as size from parts where k >= 2 and n > k)
  select 0, case when a + (size - 1) * b > 0 then greatest(0, (a - b) / (a + (size - 1) * b)) end from means`

/** P14: of each school candidates, who did not sit, with a total, and on a line. */
export const schoolsSql = (line: number) => `
  select school, school::double, count(*) filter (score is not null)::double, count(*) filter (score >= ${line})::double
  from sat where subject = -1 group by school order by school`

/** P15: of each class that has somebody the standardised index of mean and share that reach a score. */
export const indexSql = (subject: number, reach: number) => `
  with groups as (select klass, avg(score) as m, avg((score >= ${reach})::integer) as r,
    stddev_pop(score) / sqrt(count(*)) as m_se,
    sqrt((count(*) filter (score >= ${reach}) + 2) / (count(*) + 4) * (1 - (count(*) filter (score >= ${reach}) + 2)
      / (count(*) + 4)) / (count(*) + 4)) as r_se
    from sat where subject = ${subject} and score is not null group by klass),
  spreads as (select count(*)::double as k, avg(m) as mm, stddev_pop(m) as ms, avg(r) as rm, stddev_pop(r) as rs from groups),
  zs as (select klass, m_se, r_se, k, ms, rs, if(ms < 1e-9, 0, (m - mm) / ms) as zm, if(rs < 1e-12, 0, (r - rm) / rs) as zr
    from groups, spreads),
  moves as (select a.klass,
      abs(if(a.ms < 1e-9, 0, 0.6 * ((a.klass = b.klass)::integer - 1 / a.k - a.zm * b.zm / a.k) / a.ms)) * b.m_se
      + abs(if(a.rs < 1e-12, 0, 0.4 * ((a.klass = b.klass)::integer - 1 / a.k - a.zr * b.zr / a.k) / a.rs)) * b.r_se as error
    from zs a, zs b)
  select klass, klass::double, any_value(50 + 10 * (0.6 * zm + 0.4 * zr)),
    any_value(50 + 10 * (0.6 * zm + 0.4 * zr)) - 19.6 * sqrt(sum(error ** 2))
  from moves join zs using (klass) where k >= 4 group by klass order by klass`

/** P19: of candidate and question who has it in the book, the rate of the class, and whether the class has it in common. */
export const bookSql = (
  subject: number,
  counted: readonly number[],
  objective: readonly number[],
) => `
  with own as (select *, case when item in (${[...objective, -1].join(', ')}) then got < full_mark
      else got * 100 < 60 * full_mark end as is_wrong
    from marks where subject = ${subject} and not no_mark and item in (${counted.join(', ')})),
  rates as (select item, klass, sum(got)::double as got, sum(full_mark)::double as den,
    count(*) filter (is_wrong) as wrong from own group by item, klass)
  select own.place * 100 + item, own.place::double, item::double, own.got::double, rates.got, rates.den,
    (rates.got / rates.den < 0.6 and wrong >= 5)::integer::double
  from own join rates using (item, klass) where is_wrong order by 1`

/** P07: Mantel–Haenszel of one school against the others, by fifths of the paper. */
export const difSql = (subject: number, school: number) => `
  with own as (select * from papers where subject = ${subject}),
  cuts as (select list(total order by total) as sorted, count(*) as n from own),
  placed as (select own.place, list_sum(list_transform([1, 2, 3, 4],
      f -> (total >= sorted[floor(f * cuts.n / 5)::integer + 1])::integer)) as fifth from own, cuts),
  strata as (select item, fifth,
      count(*) filter (school <> ${school} and got = full_mark)::double as a,
      count(*) filter (school <> ${school} and got < full_mark)::double as b,
      count(*) filter (school = ${school} and got = full_mark)::double as c,
      count(*) filter (school = ${school} and got < full_mark)::double as d, count(*)::double as n
    from marks join placed using (place) where subject = ${subject} and not no_mark group by item, fifth having count(*) >= 2),
  sums as (select item, sum(a * d / n) as above, sum(b * c / n) as below, sum(a) as observed,
    sum((a + b) * (a + c) / n) as expected,
    sum((a + b) * (c + d) * (a + c) * (b + d) / (n * n * (n - 1))) as v from strata group by item)
  select item, item::double, above / below, -2.35 * ln(above / below),
    greatest(0, abs(observed - expected) - 0.5) ** 2 / v
  from sums where above > 0 and below > 0 and v > 0 order by item`
