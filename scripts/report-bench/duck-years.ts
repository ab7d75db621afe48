import { INTEGER } from '@duckdb/node-api'
import type { DuckExam } from './duck-exam.ts'
import type { MadeExam } from './made-exam.ts'

/*
 * The exam of a page and those before it, sat by the same students, as tables of another engine; and in its words what
 * the pages that look back say. Tables: `sat` with a row for each exam and candidate (exam 0 is the newest), `z` beside
 * it, and `marks` with a row for each answer of the newest exam's first subject.
 */

const TOTAL = `case when bool_or(attendance in (-1, 1)) then null else sum(total) end`

/** @param exams the newest first; the same candidates in the same places */
export async function fillYears(duck: DuckExam, exams: readonly MadeExam[]): Promise<void> {
  const [now] = exams
  if (!now) throw new Error('no exam')
  const rows = exams.flatMap((exam, number) =>
    exam.subjects.flatMap(({ attendance, total }, subject) =>
      Array.from({ length: exam.n }, (_, place) => ({
        exam: number,
        place,
        klass: exam.klass[place]!,
        subject,
        attendance: attendance[place]!,
        total: total[place]!,
      })),
    ),
  )
  const column = (name: keyof (typeof rows)[number]) => ({
    name,
    type: INTEGER,
    at: (at: number) => (name === 'total' && rows[at]!.total < 0 ? null : rows[at]![name]),
  })
  await duck.table('papers', rows.length, [
    column('exam'),
    column('place'),
    column('klass'),
    column('subject'),
    column('attendance'),
    column('total'),
  ])
  // Subject −1 is the total: of who misses none of what he takes.
  await duck.run(`create table sat as
    select exam, place, klass, subject, total::double as score from papers
    union all
    select exam, place, klass, -1, (${TOTAL})::double from papers group by exam, place, klass`)
  await duck.run(
    `create table z as select exam, place, klass, subject, score, ${zOver('exam, subject')} as z from sat`,
  )
  const marks = now.subjects[0]!.items.flatMap(({ values, noMark }, item) =>
    Array.from({ length: now.n }, (_, place) => ({
      item,
      place,
      value: values[place]!,
      noMark: noMark?.[place] === 1,
    })),
  ).filter(
    ({ place, value, noMark }) => value >= 0 && !noMark && now.subjects[0]!.attendance[place] === 0,
  )
  const fulls = now.manifest.subjects[0]!.questions
  await duck.table('marks', marks.length, [
    { name: 'item', type: INTEGER, at: (at) => marks[at]!.item },
    { name: 'place', type: INTEGER, at: (at) => marks[at]!.place },
    { name: 'klass', type: INTEGER, at: (at) => now.klass[marks[at]!.place]! },
    { name: 'got', type: INTEGER, at: (at) => marks[at]!.value },
    { name: 'full_mark', type: INTEGER, at: (at) => fulls[marks[at]!.item]!.fullMilli },
  ])
}

/** A Z among the partition; equal scores have 0. */
const zOver = (partition: string, score = 'score') => `case when ${score} is null then null
  when stddev_pop(${score}) over (partition by ${partition}) < 1e-6 then 0
  else (${score} - avg(${score}) over (partition by ${partition})) / stddev_pop(${score}) over (partition by ${partition}) end`

/** Of each place: Z of the total, the newest exam first. */
const TRENDS = `select place, list(z order by exam) as zs from z where subject = -1 group by place`
const known = (list: string) => `list_filter(${list}, x -> x is not null)`

/** What the lists of the watched are made of, by place: Z against before, steadiness, spread of subjects, fall. */
export const WATCHED = `
  with trends as (${TRENDS}), spreads as (
    select place, case when count(z) >= 2 then max(z) - min(z) end as spread
    from z where exam = 0 and subject >= 0 group by place)
  select place,
    zs[1] - list_avg(${known('zs[2:]')}[1:3]) as slump,
    case when len(${known('zs')}) >= 3 then list_aggregate(${known('zs')}[1:5], 'stddev_pop') end as steadiness,
    spread,
    zs[1] - zs[2] as fall
  from trends join spreads using (place) order by place`

/** The oldest first, as a page draws them. */
export const DRAWN = `select place, unnest(list_reverse(zs)) as z from (${TRENDS}) order by place`

/** 1 stayed, 2 came in, 3 fell out of the best, 0 none of it, null for who missed one of the two. */
export const movesSql = (top: number) => `
  with ranked as (select exam, place, score, rank() over (partition by exam order by score desc nulls last) as r
    from sat where subject = -1 and exam <= 1)
  select a.place, case when a.score is null or b.score is null then null
    when a.r <= ${top} and b.r <= ${top} then 1 when a.r <= ${top} then 2 when b.r <= ${top} then 3 else 0 end::double
  from ranked a join ranked b on a.place = b.place and a.exam = 0 and b.exam = 1 order by a.place`

/** Rank and Z against the exam before, both taken anew among those who sat both. */
export const PROGRESS = `
  with both_sat as (select a.place, a.klass, a.score as now, b.score as before
    from sat a join sat b on a.place = b.place and a.subject = -1 and b.subject = -1 and a.exam = 0 and b.exam = 1
    where a.score is not null and b.score is not null)
  select place, (rank() over (order by before desc) - rank() over (order by now desc))::double as moved,
    ${zOver('true', 'now')} as z, ${zOver('true', 'now')} - ${zOver('true', 'before')} as delta, klass::double as klass
  from both_sat order by place`

/** Of a class: n, mean and half the 95 % interval of its Z, the oldest exam first. */
export const historySql = (klass: number) => `
  select -exam, count(z)::double, avg(z), 1.96 * stddev_samp(z) / sqrt(count(z))
  from z where subject = -1 and klass = ${klass} group by exam order by -exam`

/** Of a class how it moved: n, mean, half the interval, Z before and now. */
export const classProgressSql = (klass: number) => `
  select 0, count(*)::double, avg(delta), 1.96 * stddev_samp(delta) / sqrt(count(*)), avg(z - delta), avg(z)
  from (${PROGRESS}) where klass = ${klass}`

/** Lines set by hand: by class and subject who is on in the subject, and on in both. */
export const byHandSql = (total: number, lines: readonly number[]) => `
  with both_scores as (select t.klass, s.subject, t.score as total, s.score
    from sat t join sat s on s.place = t.place and s.exam = 0 and s.subject >= 0
    where t.exam = 0 and t.subject = -1 and t.score is not null and s.score is not null),
  lines as (select unnest([${lines.map((_, at) => at).join(', ')}]) as subject, unnest([${lines.join(', ')}]) as line)
  select klass * 100 + subject, klass::double, subject::double, count(*) filter (score >= line)::double,
    count(*) filter (score >= line and total >= ${total})::double
  from both_scores join lines using (subject) group by klass, subject order by klass * 100 + subject`

/** The total that a share of all reach. */
export const lineOfShareSql = (percent: number) => `
  select 0, (list(score order by score desc))[greatest(1, round(count(*) * ${percent} / 100))::integer]
  from sat where exam = 0 and subject = -1 and score is not null`

/** By class: with a total, on each line, between it and the line above. */
export const stepsSql = (lines: readonly number[]) => `
  select klass, count(*)::double, ${lines
    .map(
      (line, at) => `count(*) filter (score >= ${line})::double,
        count(*) filter (score >= ${line} ${at === 0 ? '' : `and score < ${lines[at - 1]}`})::double`,
    )
    .join(', ')}
  from sat where exam = 0 and subject = -1 and score is not null group by klass order by klass`

/** Of a class among who sat both: how the share on a line changed, half its interval, who came on it and who fell off. */
export const lineChangeSql = (klass: number, line: number) => `
  with both_sat as (select a.klass, a.score as now, b.score as before
    from sat a join sat b on a.place = b.place and a.subject = -1 and b.subject = -1 and a.exam = 0 and b.exam = 1
    where a.score is not null and b.score is not null),
  reach as (select count(*) filter (now >= ${line}) as n, list(before order by before desc) as scores from both_sat),
  changes as (select (now >= ${line})::integer - (n > 0 and before >= coalesce(scores[n], 1e12))::integer as change
    from both_sat, reach where klass = ${klass})
  select 0, count(*)::double, avg(change), 1.96 * stddev_samp(change) / sqrt(count(*)),
    count(*) filter (change > 0)::double, count(*) filter (change < 0)::double
  from changes having count(*) > 0`

/** By question and class: how the class does in it against how it does in the paper. */
export const OWN_FACTOR = `
  with of_class as (select klass, item, sum(got) / sum(full_mark) as r from marks group by klass, item),
  paper as (select klass, sum(got) / sum(full_mark) as r from marks group by klass),
  everybody as (select item, sum(got) / sum(full_mark) as r from marks group by item)
  select item * 1000 + klass, item::double, klass::double,
    (of_class.r - everybody.r) - (paper.r - (select sum(got) / sum(full_mark) from marks))
  from of_class join paper using (klass) join everybody using (item) order by item * 1000 + klass`

/** By question and tenth of the paper: its rate there. */
export const itemMapSql = (full: number) => `
  select item * 100 + band, item::double, band::double, sum(got) / sum(full_mark)
  from marks join (select place, least(9, floor(score * 10 / ${full})) as band from sat
    where exam = 0 and subject = 0 and score is not null) using (place)
  group by item, band order by item * 100 + band`

/** Slope and error of a student's Z over exams, the oldest first, each weighed by the reliability of its paper. */
export const trendSql = (subject: number, errors: readonly (number | null)[]) => `
  with points as (select place, ${errors.length - 1} - exam as x, z,
      1 / (list_value(${errors.map((error) => `${error ?? 'null'}::double`).join(', ')})[exam + 1] ** 2) as w
    from z where subject = ${subject}),
  sums as (select place, count(*) as n, sum(w) as sw, sum(w * x) as sx, sum(w * z) as sz, sum(w * x * x) as sxx,
      sum(w * x * z) as sxz from points where z is not null and w is not null group by place)
  select place, place::double, (sxz - sx * sz / sw) / (sxx - sx * sx / sw), 1 / sqrt(sxx - sx * sx / sw)
  from sums where n >= 2 order by place`

/** Answers of a subject of an exam, as `papers_marks`. */
export async function fillMarks(
  duck: DuckExam,
  { subjects, n }: MadeExam,
  subject: number,
): Promise<void> {
  const { items, attendance } = subjects[subject]!
  const marks = items
    .flatMap(({ values }, item) =>
      Array.from({ length: n }, (_, place) => ({ item, place, value: values[place]! })),
    )
    .filter(({ place }) => attendance[place] === 0)
  await duck.run('drop table if exists papers_marks')
  await duck.table('papers_marks', marks.length, [
    { name: 'item', type: INTEGER, at: (at) => marks[at]!.item },
    { name: 'place', type: INTEGER, at: (at) => marks[at]!.place },
    { name: 'got', type: INTEGER, at: (at) => marks[at]!.value },
  ])
}

/** √(1 − α) of a subject from its answers and what that is in points; null for fewer than ten or where nobody differs. */
export const errorSql = (items: number) => `
  with whole as (select place, sum(got)::double as t from papers_marks group by place),
  spread as (select count(*) as n, var_pop(t) as v from whole),
  alpha as (select case when n >= 10 and v > 1e-3
    then ${items} / ${items - 1} * (1 - (select sum(v) from (
      select var_pop(got) as v from papers_marks group by item)) / v) end as alpha, v from spread)
  select 0, case when alpha is not null then sqrt(greatest(0, 1 - alpha)) end,
    case when alpha is not null then sqrt(v * greatest(0, 1 - alpha)) end from alpha`

/** Mean and deviation of paper and anchor, and what goes with what, of who has every anchor question. */
export const anchoredSql = (anchors: readonly number[]) => `
  with people as (select place, sum(got)::double as t,
      sum(got) filter (item in (${anchors.join(', ')}))::double as anchor from papers_marks group by place)
  select 0, count(*)::double, avg(t), stddev_pop(t), avg(anchor), stddev_pop(anchor), covar_pop(t, anchor) from people`

/** Of each school what it reached beyond others with the same start, with its interval. */
export const addedSql = (classesPerSchool: number) => `
  with people as (select floor(klass / ${classesPerSchool}) as school, z, z - delta as before from (${PROGRESS})),
  fit as (select corr(z, before) as r, count(*) as n from people),
  rests as (select school, z - (select r from fit) * before as rest from people),
  schools as (select school, count(*) as n, avg(rest) as mean, var_pop(rest) * count(*) as ss from rests group by school),
  chance as (select sum(ss) / ((select n from fit) - count(*)) as v from schools),
  truth as (select greatest(0, var_samp(mean) - avg((select v from chance) / n)) as tau2 from schools),
  told as (select school, n, mean, (select v from chance) / n as e2, (select tau2 from truth) as tau2 from schools)
  select school, school::double, n::double, tau2 / (tau2 + e2) * mean, 1.96 * sqrt(tau2 * e2 / (tau2 + e2)) from told order by school`
