import type {
  reportArea,
  reportCritical,
  reportExcellent,
  reportLineOverview,
  reportPaper,
  reportPaperQuality,
  reportQuestionSplit,
  reportStepLines,
  reportStudents,
  reportSubjectLines,
  ReplyOf,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { headRows, resultRows } from '../../apps/server/src/features/score/snapshot/own-results.ts'
import { trendReply } from '../../apps/server/src/features/trend/series.ts'
import { DuckExam } from './duck-exam.ts'
import {
  addedSql,
  anchoredSql,
  byHandSql,
  classProgressSql,
  DRAWN,
  errorSql,
  fillMarks,
  fillYears,
  historySql,
  itemMapSql,
  lineChangeSql,
  lineOfShareSql,
  movesSql,
  OWN_FACTOR,
  PROGRESS,
  stepsSql,
  trendSql,
  WATCHED,
} from './duck-years.ts'
import { type Cells, isNear } from './flat.ts'
import { type ExamPlan, type MadeExam, makeExam } from './made-exam.ts'
import { ORACLE_PLANS } from './oracle-check.ts'
import { packExam } from './pack-exam.ts'
import { bodyOf } from './page-answer.ts'
import { PAGE_CONFIG } from './page-viewer.ts'

/*
 * Figures of the pages that look back on earlier exams, or further into a paper, of the twenty random exams, beside the
 * same from the SQL of another engine: within a billionth.
 */

const EARLIER = 4
const TOP = 5
const LINES = [
  { name: '前三成', percent: 30, total_milli: null },
  { name: '公布的线', percent: null, total_milli: 30_000 },
]
const CONFIG = { ...PAGE_CONFIG, lines: LINES }

interface Years {
  duck: DuckExam
  /** The newest first. */
  exams: MadeExam[]
  plan: ExamPlan
}

async function withYears(plan: ExamPlan, check: (years: Years) => Promise<void>): Promise<void> {
  const exams = Array.from({ length: 1 + EARLIER }, (_, back) =>
    makeExam({ ...plan, seed: plan.seed + back * 1000 }),
  )
  const duck = await DuckExam.open('exact')
  try {
    await duck.run('set threads = 1')
    await fillYears(duck, exams)
    await check({ duck, exams, plan })
  } finally {
    duck.close()
  }
}

const answer = ({ exams }: Years, key: string, query: Record<string, unknown> = {}): unknown =>
  bodyOf({ exams, config: CONFIG }, key, query)

function near(what: string, here: Cells, there: Cells | undefined): void {
  expect(here.length, what).toBe(there?.length ?? 0)
  for (const [at, cell] of here.entries())
    if (!isNear(cell, there?.[at] ?? null))
      expect.fail(`${what} [${at}]: ${cell} here, ${there?.[at]} there`)
}

test.for(ORACLE_PLANS.map((plan) => [plan.seed, plan] as const))(
  'pages that look back on the years of exam %i say what another engine says',
  ([, plan]) =>
    withYears(plan, async (years) => {
      await watched(years)
      await best(years)
      await moved(years)
      await lines(years)
      await questions(years)
      await added(years)
      if (!plan.isSpecial) await trends(years)
    }),
)

const WATCH = [
  ['slump', 0, (value: number) => value <= -0.5],
  ['volatile', 1, (value: number) => value >= 0.6],
  ['uneven', 2, (value: number) => value >= 1.5],
] as const

/** P11: who is on which list, with what figures. */
async function watched(years: Years): Promise<void> {
  const there = await years.duck.rows(WATCHED)
  const drawn = await years.duck.rows(DRAWN)
  const inExam = years.exams[0]!.n
  for (const [list, figure, isIn] of WATCH) {
    const reply = answer(years, 'concerned_critical', {
      list,
      limit: 5000,
    }) as ReplyOf<typeof reportCritical>
    const expected = there.flatMap((row, place) =>
      row[figure] !== null && isIn(row[figure]!) && wholeTotal(drawn, place) ? [place + 1] : [],
    )
    expect(
      reply.list.map((row) => row.candidate_id).sort((a, b) => a - b),
      list,
    ).toEqual(expected)
    for (const row of reply.list) {
      const place = row.candidate_id - 1
      const exams = 1 + EARLIER
      const trend = drawn.slice(place * exams, (place + 1) * exams).map(([z]) => z ?? null)
      near(`${list} trend of ${place}`, row.trend, trend)
      near(`${list} spread of ${place}`, [row.spread], [there[place]![2]!])
    }
  }
  expect(drawn).toHaveLength(inExam * (1 + EARLIER))
  const odd = answer(years, 'concerned_critical', {
    list: 'odd',
    limit: 5000,
  }) as ReplyOf<typeof reportCritical>
  const fell = odd.list.filter(({ reason }) => reason.includes('比上次低'))
  expect(fell.map((row) => row.candidate_id).sort((a, b) => a - b)).toEqual(
    there.flatMap(([, , , fall], place) => (fall !== null && fall! <= -2 ? [place + 1] : [])),
  )
}

const wholeTotal = (drawn: readonly Cells[], place: number): boolean =>
  drawn[place * (1 + EARLIER) + EARLIER]?.[0] !== null

/** P12: how steady the best are, and who came and went. */
async function best(years: Years): Promise<void> {
  const reply = answer(years, 'concerned_excellent', {
    top: TOP,
    limit: 5000,
  }) as ReplyOf<typeof reportExcellent>
  const moves = await years.duck.rows(movesSql(TOP))
  const there = await years.duck.rows(WATCHED)
  const codes = { stayed: 1, entered: 2, fell: 3 } as const
  for (const row of reply.list) {
    const place = row.candidate_id - 1
    near(
      `stability of ${place}`,
      [row.stability, row.spread],
      [there[place]![1]!, there[place]![2]!],
    )
    expect(row.move && codes[row.move], `move of ${place}`).toBe(moves[place]![0] || null)
  }
  for (const [move, code] of Object.entries(codes))
    expect(reply.moves?.[move as keyof typeof codes], move).toBe(
      moves.filter(([one]) => one === code).length,
    )
}

/** P01 and P03: how students and classes moved. */
async function moved(years: Years): Promise<void> {
  const { list } = answer(years, 'student', { limit: 5000 }) as ReplyOf<typeof reportStudents>
  const sat = await years.duck.rows(
    `select place, place::double, moved, delta from (${PROGRESS}) order by place`,
  )
  const byPlace = new Map(sat.map(([place, rank, delta]) => [place, [rank!, delta!]]))
  for (const { candidate_id, progress } of list)
    if (!progress) expect(byPlace.has(candidate_id - 1)).toBe(false)
    else
      near(
        `progress of ${candidate_id}`,
        [progress.delta_rank ?? null, progress.delta_z],
        byPlace.get(candidate_id - 1),
      )
  const classes = years.exams[0]!.manifest.classes
  for (const klass of classes.keys()) {
    if (classes.length === 1) break
    const { history, compared } = answer(years, 'basic', {
      class_id: klass + 1,
    }) as ReplyOf<typeof reportPaper>
    const there = await years.duck.rows(historySql(klass))
    const here = history.map(({ z: { v, n, hi } }) => [n, v, hi === null ? null : hi - (v ?? 0)])
    // A class that nobody is in.
    if (there.length === 0) continue
    expect([0, there.length]).toContain(here.length)
    for (const [at, row] of here.entries()) near(`history of class ${klass} ${at}`, row, there[at])
    const [both] = await years.duck.rows(classProgressSql(klass))
    if (compared?.progress) {
      const { v, n, hi } = compared.progress
      near(
        `progress of class ${klass}`,
        [n, v, hi === null ? null : hi - (v ?? 0), compared.z_before, compared.z_now],
        both,
      )
    }
  }
}

/** P10: lines of subjects that somebody set, and all lines at once. */
async function lines(years: Years): Promise<void> {
  const { duck, exams } = years
  const [[share] = []] = await duck.rows(lineOfShareSql(30))
  const steps = answer(years, 'line_type2') as ReplyOf<typeof reportStepLines>
  if (share == null) return
  const drawn = [share, 30_000].sort((a, b) => b - a)
  expect(steps.lines.map(({ total_milli }) => total_milli)).toEqual(drawn)
  const there = await duck.rows(stepsSql(drawn))
  const here = steps.rows.filter(({ is_reference, n }) => !is_reference && n > 0)
  expect(here).toHaveLength(there.length)
  for (const [at, row] of here.entries())
    near(
      `steps of ${row.group.name}`,
      [row.n, ...row.cells.flatMap(({ on, band }) => [on, band])],
      there[at],
    )

  const classes = exams[0]!.manifest.classes
  for (const klass of classes.length > 1 ? classes.keys() : []) {
    const { rows } = answer(years, 'line_overview', { class_id: klass + 1 }) as ReplyOf<
      typeof reportLineOverview
    >
    for (const { total_milli, delta, gained, lost } of rows) {
      const [change] = await duck.rows(lineChangeSql(klass, total_milli))
      // Who is all there is has the same share by itself; of nobody nothing is said.
      if (!delta || !change) continue
      const half = delta.hi === null ? null : delta.hi - (delta.v ?? 0)
      near(`line and class ${klass}`, [delta.n, delta.v, half, gained, lost], change)
    }
  }

  const total = Math.round(share / 1000)
  const set = exams[0]!.subjects.map((_, subject) => 7.5 + subject)
  const byHand = answer(years, 'line_type1', {
    line_total: total,
    subject_lines: set.map((points, subject) => `${subject + 1}:${points}`).join(','),
  }) as ReplyOf<typeof reportSubjectLines>
  expect(byHand.line?.subjects.every(({ by_hand }) => by_hand)).toBe(true)
  for (const [klass, subject, on, both] of await duck.rows(
    byHandSql(
      total * 1000,
      set.map((points) => points * 1000),
    ),
  )) {
    const cell = byHand.rows[klass!]!.cells[subject!]!
    near(`line by hand of class ${klass}`, [cell.subject_on, cell.both_on], [on!, both!])
  }
}

/** P07 and P13: classes against themselves, and questions by tenths of the paper. */
async function questions(years: Years): Promise<void> {
  const { duck, exams } = years
  const { questions: of, fullMilli } = exams[0]!.manifest.subjects[0]!
  const { rows } = answer(years, 'question_split', {
    subject_id: 1,
  }) as ReplyOf<typeof reportQuestionSplit>
  const factors = await duck.rows(OWN_FACTOR)
  for (const [item, klass, factor] of factors)
    near(`own factor ${item} ${klass}`, [rows[item!]!.own_factor[klass!] ?? null], [factor!])
  const counted = rows.flatMap(({ own_factor }) => own_factor.filter((one) => one !== null))
  expect(counted).toHaveLength(factors.length)

  const { item_map } = answer(years, 'paper', { subject_id: 1 }) as ReplyOf<
    typeof reportPaperQuality
  >
  const rates = new Map(
    (await duck.rows(itemMapSql(fullMilli))).map(([item, band, rate]) => [
      `${of[item!]!.no} ${band}`,
      rate!,
    ]),
  )
  for (const [at, no] of (item_map?.questions ?? []).entries())
    for (const [band, { rates: told }] of item_map!.bands.entries())
      near(`map ${no} ${band}`, [told[at] ?? null], [rates.get(`${no} ${band}`) ?? null])
}

/** P13: two papers with the same questions, in an exam that is large enough. */
test('R13 equating: papers of two years are set against each other as another engine does', () =>
  withYears(
    {
      seed: 7,
      classSizes: [60, 60, 60, 70],
      classesPerSchool: 2,
      subjects: 1,
      items: 16,
      absent: 0.05,
    },
    async (years) => {
      const { duck, exams } = years
      // The choices have the same full mark in every paper; written questions that happen to.
      const [fulls, before] = exams.map((exam) =>
        exam.manifest.subjects[0]!.questions.map(({ fullMilli }) => fullMilli),
      )
      const anchors = fulls!.flatMap((full, at) => (full === before![at] ? [at] : []))
      const sides = []
      for (const exam of exams.slice(0, 2)) {
        await fillMarks(duck, exam, 0)
        sides.push((await duck.rows(anchoredSql(anchors)))[0]!.map((cell) => cell!))
      }
      const [here, then] = sides.map(([n, mean, sd, anchor, anchorSd, cov]) => ({
        n: n!,
        mean: mean!,
        sd: sd!,
        anchor: anchor!,
        anchorSd: anchorSd!,
        cov: cov!,
      }))
      expect(Math.min(here!.n, then!.n)).toBeGreaterThan(200)
      const [gammaX, gammaY] = [here!, then!].map(({ cov, anchorSd }) => cov / anchorSd ** 2)
      const [means, variances] = [
        here!.anchor - then!.anchor,
        here!.anchorSd ** 2 - then!.anchorSd ** 2,
      ]
      const varX = here!.sd ** 2 - gammaX! ** 2 * (variances / 2 - means ** 2 / 4)
      const varY = then!.sd ** 2 + gammaY! ** 2 * (variances / 2 + means ** 2 / 4)
      const slope = Math.sqrt(varY / varX)
      const intercept =
        then!.mean + (gammaY! * means) / 2 - slope * (here!.mean - (gammaX! * means) / 2)
      const { equating } = answer(years, 'paper', {
        subject_id: 1,
        anchors: anchors.map((at) => `${at + 1}:${at + 1}`).join(','),
      }) as ReplyOf<typeof reportPaperQuality>
      expect(equating?.reason).toBe('')
      near(
        'equating',
        [equating!.slope, equating!.intercept_milli, equating!.r],
        [
          slope,
          intercept,
          Math.min(
            here!.cov / (here!.sd * here!.anchorSd),
            then!.cov / (then!.sd * then!.anchorSd),
          ),
        ],
      )
    },
  ))

/** P14: what schools reached beyond others with the same start. */
async function added(years: Years): Promise<void> {
  const { rows, entry } = answer(years, 'area', { level: 'school' }) as ReplyOf<typeof reportArea>
  if (entry === null) return
  const there = await years.duck.rows(addedSql(years.plan.classesPerSchool))
  expect(there.length).toBeGreaterThan(1)
  for (const [school, n, v, half] of there) {
    const own = rows.find(({ group }) => group.id === school! + 1)?.value_added
    near(
      `value added of ${school}`,
      [own?.n ?? null, own?.v ?? null, (own?.hi ?? 0) - (own?.v ?? 0)],
      [n!, v!, half!],
    )
  }
}

/** P25: standings over exams, and whether they rise. */
async function trends(years: Years): Promise<void> {
  const { duck, exams } = years
  const errors: (number | null)[][] = []
  const sems: (number | null)[][] = []
  for (const exam of exams) {
    const [own, points]: (number | null)[][] = [[], []]
    for (const [subject, { items }] of exam.subjects.entries()) {
      await fillMarks(duck, exam, subject)
      const [[error = null, sem = null] = []] = await duck.rows(errorSql(items.length))
      own!.push(error)
      points!.push(sem)
    }
    errors.push(own!)
    sems.push(points!)
  }
  const versions = exams.map((exam) => packExam(exam))
  const spreads = await duck.rows(
    `select exam, stddev_pop(score) from sat where subject = -1 group by exam order by exam`,
  )
  const ofTotal = sems.map((one, exam) => {
    const sd = spreads[exam]![0]
    return sd && one.every((sem) => sem !== null) ? Math.hypot(...one) / sd : null
  })
  const by = [-1, 0, 1].map((subject) =>
    subject < 0 ? ofTotal : errors.map((one) => one[subject] ?? null),
  )
  const there = []
  for (const [at, own] of by.entries())
    there.push(
      new Map(
        (await duck.rows(trendSql(at - 1, own))).map(([place, slope, se]) => [
          place,
          [slope!, se!],
        ]),
      ),
    )
  for (const place of Array.from({ length: exams[0]!.n }, (_, one) => one)) {
    const reply = trendReply(
      versions
        .map((version, at) => ({
          exam: {
            id: at + 1,
            name: '',
            type: 3,
            start_date: '2026-09-20',
            school_id: 1,
            grade_id: 10,
          },
          head: JSON.parse(headRows(version)[version.columns.klass[place]!]!.head),
          summaries: resultRows(version, place, place + 1).map(({ summary }) =>
            JSON.parse(summary),
          ),
        }))
        .reverse(),
      { form: 'z', scores: true, total: true, isSubjectShown: () => true },
    )
    for (const [at, { change }] of reply.series.entries())
      near(
        `trend of ${place} in ${at}`,
        change ? [change.slope, change.se] : [],
        there[at]!.get(place) ?? [],
      )
  }
}
