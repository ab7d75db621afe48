import type {
  reportArea,
  reportBook,
  reportChoices,
  reportClassAverages,
  reportCritical,
  reportExcellent,
  reportGrade,
  reportItems,
  reportLineOverview,
  reportOwn,
  reportPaperQuality,
  reportQuestionDetail,
  reportQuestionSplit,
  reportRankBands,
  reportSchoolAverages,
  reportStudentLevels,
  reportSubjectLines,
  reportUnitLevels,
  ReplyOf,
} from '@hengjuan/contracts'
import { GRADE_SCHEMES, QUESTION_TYPES } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { DuckExam } from './duck-exam.ts'
import {
  againstOthersSql,
  belowFSql,
  bestSql,
  betweenSql,
  bookSql,
  byClassSql,
  combosSql,
  curveSql,
  difSql,
  easinessSql,
  fifthsSql,
  fillPages,
  indexSql,
  levelsSql,
  matrixSql,
  nearSql,
  optionsSql,
  overOthersSql,
  paperOfGradeSql,
  partsSql,
  rankBandsSql,
  schoolsSql,
  sexesSql,
  specSql,
  subjectLinesSql,
  widestSql,
  Z_OWN,
} from './duck-pages.ts'
import { type Cells, isNear } from './flat.ts'
import { type ExamPlan, type MadeExam, makeExam } from './made-exam.ts'
import { ORACLE_PLANS } from './oracle-check.ts'
import { type Asked, bodyOf } from './page-answer.ts'
import { PAGE_CONFIG } from './page-viewer.ts'

/*
 * Figures of the pages about one exam that are no figures of a group or of a question, of the twenty random exams, beside
 * the same from the SQL of another engine: within a billionth. Which figure of which page is held by what is said in
 * figures-held.md.
 */

const FIRST = 1
const OPTIONS = 4
const TRIM = 10
const WIDTH = 5
const TOP = 5
const LINE = 30_000
const SCHEME = GRADE_SCHEMES.std_312
const POINTS = ['函数', '几何']

interface Held {
  duck: DuckExam
  exam: MadeExam
  asked: Asked
}

async function withExam(exam: MadeExam, check: (held: Held) => Promise<void>): Promise<void> {
  const duck = await DuckExam.open('exact')
  try {
    await duck.run('set threads = 1')
    await fillPages(duck, exam)
    const tags = {
      [FIRST]: Object.fromEntries(
        exam.manifest.subjects[0]!.questions.map(({ no }, item) => [no, tagsOf(item)]),
      ),
    }
    const lines = [{ name: '线', percent: null, total_milli: LINE }]
    await check({ duck, exam, asked: { exams: [exam], tags, config: { ...PAGE_CONFIG, lines } } })
  } finally {
    duck.close()
  }
}

const tagsOf = (item: number): string[] =>
  item % 3 === 0 ? [...POINTS] : item % 3 === 1 ? [POINTS[1]!] : []

function near(what: string, here: Cells, there: Cells | undefined): void {
  expect(here.length, what).toBe(there?.length ?? 0)
  for (const [at, cell] of here.entries())
    if (!isNear(cell, there?.[at] ?? null))
      expect.fail(`${what} [${at}]: ${cell} here, ${there?.[at]} there`)
}

test.for(ORACLE_PLANS.map((plan) => [plan.seed, plan] as const))(
  'pages about the random exam %i say what another engine says',
  ([, plan]) =>
    withExam(makeExam(plan), async (held) => {
      await averages(held)
      await grade(held)
      await items(held)
      await choices(held)
      await splits(held)
      await rankBands(held)
      await levels(held)
      await lines(held)
      await watched(held)
      await paper(held)
      await area(held)
      await index(held)
      await book(held)
    }),
)

/** P04: classes and schools against the others, in total and in a subject. */
async function averages({ duck, exam, asked }: Held): Promise<void> {
  for (const [subject, query] of [
    [-1, {}],
    [0, { subject_id: FIRST }],
  ] as const)
    for (const [side, key] of [
      ['klass', 'average'],
      ['school', 'average_school'],
    ] as const) {
      const there = await duck.rows(againstOthersSql(subject, side, TRIM))
      const { rows } = bodyOf(asked, key, { ...query, trim: TRIM }) as ReplyOf<
        typeof reportClassAverages | typeof reportSchoolAverages
      >
      const own = rows.filter(({ is_reference, figures }) => !is_reference && figures.present > 0)
      expect(own, key).toHaveLength(there.length)
      const groups = side === 'klass' ? exam.manifest.classes : exam.manifest.schools
      if (groups.length < 2) continue
      for (const [at, { group, figures, delta, over_mean, mean_rank, trimmed }] of own.entries())
        near(
          `${key} ${group.name}`,
          [
            group.id! - 1,
            figures.present,
            delta.v,
            delta.se,
            delta.z,
            delta.p_adj,
            delta.sig,
            over_mean,
            mean_rank,
            trimmed?.mean_milli ?? null,
          ],
          there[at]?.slice(0, 10),
        )
      const { rows: besideRest } = bodyOf(asked, key, { ...query, reference: 'rest' }) as ReplyOf<
        typeof reportClassAverages | typeof reportSchoolAverages
      >
      const beside = besideRest.filter((row) => !row.is_reference && row.figures.present > 0)
      for (const [at, { group, delta, over_mean }] of beside.entries())
        near(`${key} ${group.name} beside the rest`, [delta.v, over_mean], there[at]?.slice(10))
    }
  await ofOneSchool({ duck, exam, asked })
  for (const [side, key] of [
    ['klass', 'average'],
    ['school', 'average_school'],
  ] as const) {
    const fulls = exam.manifest.subjects.map(({ fullMilli }) => fullMilli)
    const { matrix } = bodyOf(asked, key) as ReplyOf<
      typeof reportClassAverages | typeof reportSchoolAverages
    >
    const of = new Map(matrix.map((row) => [row.id - 1, row.factors]))
    const there = await duck.rows(matrixSql(fulls, side))
    for (const [group, subject, factor] of there)
      near(`${key} factor ${group} ${subject}`, [of.get(group!)?.[subject!] ?? null], [factor!])
    expect(matrix.flatMap(({ factors }) => factors.filter((one) => one !== null))).toHaveLength(
      there.length,
    )
  }
}

/** P04: classes of a joint exam beside their own school. */
async function ofOneSchool({ duck, exam, asked }: Held): Promise<void> {
  if (exam.manifest.schools.length < 2) return
  const there = await duck.rows(againstOthersSql(-1, 'klass', TRIM, 'school = 0'))
  const { rows, reference } = bodyOf(asked, 'average', {
    school_id: exam.manifest.schools[0]!.id,
    reference: 'grade',
  }) as ReplyOf<typeof reportClassAverages>
  expect(reference).toBe('grade')
  const own = rows.filter(({ is_reference, figures }) => !is_reference && figures.present > 0)
  expect(own).toHaveLength(there.length)
  if (own.length < 2) return
  for (const [at, { group, figures, delta, over_mean, mean_rank }] of own.entries()) {
    const { v, se, z, p_adj, sig } = delta
    near(
      `${group.name} in its school`,
      [group.id! - 1, figures.present, v, se, z, p_adj, sig, over_mean, mean_rank],
      there[at]?.slice(0, 9),
    )
  }
}

/** P05: the paper beside the total, the box, the widest difference of classes, and what classes are better in. */
async function grade({ duck, exam, asked }: Held): Promise<void> {
  const { rows, matrix } = bodyOf(asked, 'grade') as ReplyOf<typeof reportGrade>
  const fulls = exam.manifest.subjects.map(({ fullMilli }) => fullMilli)
  const total = fulls.reduce((sum, one) => sum + one, 0)
  for (const [at, row] of rows.entries()) {
    const subject = at < fulls.length ? at : -1
    const [there] = await duck.rows(paperOfGradeSql(subject, fulls[at] ?? total))
    const [difficulty = null, distinction = null, ...box] = there ?? []
    near(`difficulty ${at}`, [row.difficulty], [difficulty])
    if (subject >= 0) near(`distinction ${at}`, [row.distinction], [distinction])
    near(`box ${at}`, row.box ?? [null, null, null, null, null], box.length === 0 ? NO_BOX : box)
    const [widest] = await duck.rows(widestSql(subject))
    const { delta } = row.range ?? {}
    near(`range ${at}`, delta ? [delta.v, delta.se, delta.z, delta.p_adj] : [], widest ?? [])
  }
  const factors = await duck.rows(matrixSql(fulls))
  for (const [klass, subject, factor] of factors)
    near(`factor ${klass} ${subject}`, [matrix[klass!]!.factors[subject!] ?? null], [factor!])
  expect(matrix.flatMap((one) => one.factors.filter((value) => value !== null))).toHaveLength(
    factors.length,
  )
}
const NO_BOX: Cells = [null, null, null, null, null]

/** P06: curves over the paper, and questions by class. */
async function items({ duck, exam, asked }: Held): Promise<void> {
  const subject_id = FIRST
  const { rows } = bodyOf(asked, 'little', { subject_id }) as ReplyOf<typeof reportItems>
  const curve = await duck.rows(curveSql(0, exam.manifest.subjects[0]!.fullMilli))
  const told = new Map(curve.map(([item, band, n, got]) => [`${item} ${band}`, [n!, got!]]))
  const countedBy = Map.groupBy(curve, ([item]) => item!)
  for (const [item, row] of rows.entries()) {
    const n = (countedBy.get(item) ?? []).reduce((sum, [, , one]) => sum + one!, 0)
    expect(row.curve).toHaveLength(n < 10 ? 0 : 10)
    for (const [band, one] of row.curve.entries())
      near(`curve ${item} ${band}`, [one.n, one.rate.num], told.get(`${item} ${band}`) ?? [0, 0])
  }
  const detail = bodyOf(asked, 'question_detail', { subject_id }) as ReplyOf<
    typeof reportQuestionDetail
  >
  const there = await duck.rows(byClassSql(0))
  for (const [item, klass, n, got, den, delta, full, zero] of there) {
    near(
      `rate of ${klass} in ${item}`,
      [rows[item!]!.by_class[klass!]!.num, rows[item!]!.by_class[klass!]!.den],
      [got!, den!],
    )
    const cell = detail.rows[item!]!.cells[klass!]!
    near(
      `question ${item} of ${klass}`,
      [cell.n, cell.mean_milli, cell.rate.num, cell.delta, cell.full_count, cell.zero_count],
      [n!, got! / n!, got!, delta!, full!, zero!],
    )
  }
  expect(detail.rows.flatMap(({ cells }) => cells.filter(({ n }) => n > 0))).toHaveLength(
    there.length,
  )
}

/** P07: who chose what, and how good they are. */
async function choices({ duck, asked }: Held): Promise<void> {
  const { rows, bands } = bodyOf(asked, 'question_choice', { subject_id: FIRST }) as ReplyOf<
    typeof reportChoices
  >
  const of = new Map(
    (await duck.rows(optionsSql(0, OPTIONS))).map(([item, bit, ...rest]) => [
      `${item} ${bit}`,
      rest,
    ]),
  )
  for (const [at, row] of rows.entries()) {
    const [item, bit] = [Math.floor(at / (OPTIONS + 1)), at % (OPTIONS + 1)]
    // The last of each question are those who chose nothing.
    if (bit === OPTIONS) continue
    const [count = 0, mean = null, se = null, top = 0, bottom = 0] = of.get(`${item} ${bit}`) ?? []
    near(
      `choice ${item} ${bit}`,
      [row.count, row.mean_total_milli, row.se_milli],
      [count, mean, se],
    )
    if (row.n >= 10) near(`ends of ${item} ${bit}`, [row.top, row.bottom], [top, bottom])
    else expect([row.top, row.bottom, row.r]).toEqual([null, null, null])
  }
  for (const [item, bit, fifth, share] of await duck.rows(fifthsSql(0, OPTIONS))) {
    const { options } = bands[item!] ?? { options: [] }
    if (options.length > 0)
      near(`fifth ${item} ${bit} ${fifth}`, [options[bit!]!.shares[fifth!] ?? null], [share!])
  }
}

/** P07: questions by how good people are, and by what they take. */
async function splits({ duck, asked }: Held): Promise<void> {
  const { rows, splits: parts } = bodyOf(asked, 'question_split', {
    subject_id: FIRST,
  }) as ReplyOf<typeof reportQuestionSplit>
  const present = parts.slice(0, 3).reduce((sum, { n }) => sum + n, 0)
  const there = await duck.rows(partsSql(0))
  if (present >= 10)
    for (const [item, high, middle, low, ...gap] of there) {
      const { rates, gap: own } = rows[item!]!
      near(
        `parts of ${item}`,
        [...rates.slice(0, 3), own.v, own.lo, own.hi],
        [high!, middle!, low!, ...gap],
      )
    }
  for (const [kind, sql] of [
    ['combo', combosSql(0)],
    ['sex', sexesSql(0)],
  ] as const) {
    const places = [...parts.keys()].filter((at) => parts[at]!.kind === kind)
    if (places.length < 2) continue
    for (const [item, own] of Map.groupBy(await duck.rows(sql), ([of]) => of!)) {
      const { rates, gaps } = rows[item]!
      near(
        `${kind} in ${item}`,
        places.flatMap((at) => {
          const { n, v, lo, hi } = gaps[at - 3]!
          return n === 0 ? [] : [n, rates[at] ?? null, v, lo, hi]
        }),
        own.flatMap(([, , ...cells]) => cells),
      )
    }
  }
}

/** P08: bands of ranks against what a class's size lets expect. */
async function rankBands({ duck, asked }: Held): Promise<void> {
  const { rows } = bodyOf(asked, 'section_rank', { width: WIDTH }) as ReplyOf<
    typeof reportRankBands
  >
  for (const [band, klass, n, over] of await duck.rows(rankBandsSql(-1, WIDTH))) {
    const row = rows[band!]!
    near(
      `band ${band} of ${klass}`,
      [row.by_group[klass!]!, row.over_expected[klass!]!],
      [n!, over!],
    )
  }
}

/** P09: level and converted score of everybody, and what classes make of them. */
async function levels({ duck, exam }: Held): Promise<void> {
  // Chemistry and biology: chosen subjects, whose scores are converted.
  const subjects = exam.manifest.subjects.map((subject, at) => ({ ...subject, id: 5 + at }))
  const asked = { exams: [{ ...exam, manifest: { ...exam.manifest, subjects } }] }
  const query = { scheme: SCHEME.id, limit: 5000 }
  const { list, converted } = bodyOf(asked, 'level_student', query) as ReplyOf<
    typeof reportStudentLevels
  >
  expect(converted).toEqual(subjects.map(({ id }) => id))
  for (const [at, { id }] of subjects.entries()) {
    const there = new Map(
      (await duck.rows(levelsSql(at, SCHEME))).map(([place, ...rest]) => [place!, rest]),
    )
    for (const row of list) {
      const { level, converted: score } = row.subjects[at]!
      const place = SCHEME.levels.findIndex(({ code }) => code === level)
      near(
        `level of ${row.candidate_id} in ${id}`,
        [place < 0 ? null : place, score ?? null],
        there.get(row.candidate_id - 1) ?? [null, null],
      )
    }
    const { rows } = bodyOf(asked, 'level_unit', { ...query, subject_id: id }) as ReplyOf<
      typeof reportUnitLevels
    >
    for (const [klass, row] of rows.entries()) {
      const own = [...there].flatMap(([place, [level]]) =>
        row.is_reference || exam.klass[place] === klass ? [level!] : [],
      )
      const points = own.map((level) => SCHEME.levels.length - level)
      near(
        `levels of ${row.group.name}`,
        [row.n, row.upper.num, row.mean_points],
        [
          own.length,
          own.filter((level) => level < 2).length,
          points.length === 0 ? null : points.reduce((sum, one) => sum + one, 0) / points.length,
        ],
      )
    }
  }
}

/** P10: lines of subjects by every method, classes against the others, and who is near. */
async function lines({ duck, exam, asked }: Held): Promise<void> {
  const lineIn = (method: string) =>
    bodyOf(asked, 'line_type1', { method }) as ReplyOf<typeof reportSubjectLines>
  const [quotient, window, sameRate] = ['coefficient', 'window_mean', 'same_rate'].map(lineIn)
  const lineOf = ({ line }: ReplyOf<typeof reportSubjectLines>, at: number) =>
    line?.subjects[at]?.line_milli ?? null
  const wholes = sameRate!.rows.filter(({ is_reference }) => !is_reference)
  const over = (est: { v: number | null; lo: number | null; hi: number | null } | null) =>
    est ? [est.v, est.lo, est.hi] : []
  for (const [klass, x, n, ...est] of await duck.rows(overOthersSql(-1, LINE))) {
    const row = wholes[klass!]!
    near(`over others ${klass}`, [row.total_on, row.n, ...over(row.over_rest)], [x!, n!, ...est])
  }
  for (const at of exam.manifest.subjects.keys()) {
    const [there] = await duck.rows(subjectLinesSql(at, LINE))
    near(`lines of ${at}`, [lineOf(quotient!, at), lineOf(window!, at)], there)
    const line = lineOf(sameRate!, at)
    if (line === null) continue
    for (const [klass, x, , ...est] of await duck.rows(overOthersSql(at, line))) {
      const cell = wholes[klass!]!.cells[at]!
      near(`${at} over others ${klass}`, [cell.subject_on, ...over(cell.over_rest)], [x!, ...est])
    }
  }
  const { rows } = bodyOf(asked, 'line_overview') as ReplyOf<typeof reportLineOverview>
  const { belowMilli, aboveMilli } = PAGE_CONFIG.concerned.total
  const [there] = await duck.rows(nearSql(-1, LINE, belowMilli, aboveMilli))
  const [row] = rows
  if (row && row.n > 0) near('overview', [row.on, row.lo, row.hi, row.push, row.hold], there)
}

/** P11 and P12: who is near a line or best, and what the own subjects are beside each other. */
async function watched({ duck, asked }: Held): Promise<void> {
  const zs = new Map(
    (await duck.rows(Z_OWN)).map(([place, subject, z, own]) => [`${place} ${subject}`, [z!, own!]]),
  )
  const { belowMilli, aboveMilli } = PAGE_CONFIG.concerned.total
  const critical = bodyOf(asked, 'concerned_critical', { limit: 5000 }) as ReplyOf<
    typeof reportCritical
  >
  const [there] = await duck.rows(nearSql(-1, LINE, belowMilli, aboveMilli))
  near('critical', [critical.counts.push, critical.counts.hold], there?.slice(3))
  for (const row of critical.list) {
    expect(row.gap_milli).toBe(row.score_milli - LINE)
    for (const [at, { z_own }] of row.weakest.entries()) {
      const [, own = null] = zs.get(`${row.candidate_id - 1} ${at}`) ?? []
      near(`own ${row.candidate_id} ${at}`, [z_own], [own])
    }
  }
  const best = bodyOf(asked, 'concerned_excellent', { top: TOP, limit: 5000 }) as ReplyOf<
    typeof reportExcellent
  >
  for (const row of best.list)
    for (const [at, z] of row.z.entries()) {
      const [known = null] = zs.get(`${row.candidate_id - 1} ${at}`) ?? []
      near(`z of ${row.candidate_id} ${at}`, [z], [known])
    }
  const classes = await duck.rows(bestSql(-1, TOP))
  for (const [klass, x, share, lo, hi] of classes) {
    const { n, share: est } = best.counts[klass!]!
    near(`best of ${klass}`, [n, est.v, est.lo, est.hi], [x!, share!, lo!, hi!])
  }
  expect(best.list).toHaveLength(classes.reduce((sum, [, x]) => sum + x!, 0))
  const tenth = bodyOf(asked, 'concerned_excellent', { top_percent: 10, limit: 5000 }) as ReplyOf<
    typeof reportExcellent
  >
  const present = tenth.counts.reduce((sum, { share }) => sum + share.n, 0)
  // Half a person is one.
  expect(tenth.top).toBe(Math.max(1, Math.round(present / 10)))
  const ofTenth = await duck.rows(bestSql(-1, tenth.top))
  expect(tenth.counts.map(({ n }) => n)).toEqual(
    tenth.counts.map((_, at) => ofTenth.find(([klass]) => klass === at)?.[1] ?? 0),
  )
}

/** What a table of questions says of one, as far as P06 and P13 both do. */
const withoutWords = (row: {
  no: string
  full_milli: number
  difficulty: number | null
  distinction: number | null
  r_rest: number | null
  alpha_without: number | null
  points: readonly string[]
}) => [
  row.no,
  row.full_milli,
  row.difficulty,
  row.distinction,
  row.r_rest,
  row.alpha_without,
  row.points,
]

/** P13: how sure a paper is, how easy its questions, and what of it is tagged. */
async function paper({ duck, exam, asked }: Held): Promise<void> {
  const { rows, spec, questions } = bodyOf(asked, 'paper', { subject_id: FIRST }) as ReplyOf<
    typeof reportPaperQuality
  >
  const items = bodyOf(asked, 'little', { subject_id: FIRST }) as ReplyOf<typeof reportItems>
  expect(questions.map(withoutWords)).toEqual(items.rows.map(withoutWords))
  for (const [at, row] of rows.entries()) {
    const { questions, fullMilli } = exam.manifest.subjects[at]!
    const normal = questions.flatMap(({ status }, item) => (status === 'normal' ? [item] : []))
    const isEnough = row.n >= 10
    const [bands] = isEnough ? await duck.rows(easinessSql(at, normal)) : [[0, 0, 0]]
    near(`easiness ${at}`, [row.easy.num, row.medium.num, row.hard.num], bands)
    if (row.off_plan) {
      const all = bands!.reduce<number>((sum, one) => sum + one!, 0)
      near(
        `off plan ${at}`,
        [row.off_plan.easy, row.off_plan.medium, row.off_plan.hard],
        bands!.map((one, band) => one! / all - [0.3, 0.5, 0.2][band]!),
      )
    }
    const [[sd = null, skewness = null] = []] = await duck.rows(`
      with own as (select score, avg(score) over () as m from sat where subject = ${at} and score is not null)
      select 0, stddev_pop(score) / ${fullMilli}, case when count(*) >= 10 and var_pop(score) > 1e-3
        then avg((score - m) ** 3) / stddev_pop(score) ** 3 end from own`)
    near(`spread ${at}`, [row.sd_share, row.skewness], [sd, skewness])
    await certainty(duck, row.alpha, questions.filter(({ status }) => status !== 'void').length)
  }
  const kinds = spec?.types ?? []
  const tagged = exam.manifest.subjects[0]!.questions.flatMap(({ type }, item) =>
    tagsOf(item).map((name) => ({
      item,
      point: spec!.rows.findIndex(({ point }) => point === name),
      kind: kinds.indexOf(QUESTION_TYPES[type]),
    })),
  )
  for (const [point, kind, count, points, got, den] of await duck.rows(specSql(0, tagged))) {
    const cell = spec!.rows[point!]!.cells[kind!]!
    // A question that counts for nobody has points and no rate.
    if (cell.items !== count) continue
    near(
      `spec ${point} ${kind}`,
      [cell.points_milli, cell.rate.num, cell.rate.den],
      [points!, got!, den!],
    )
  }
}

type Interval = { v: number | null; lo: number | null; hi: number | null; n: number }

/** The ends of α's interval leave two and a half percent on either side, by Feldt's F. */
async function certainty(duck: DuckExam, { v, lo, hi, n }: Interval, k: number): Promise<void> {
  if (v === null || lo === null || hi === null || v === 1) return
  for (const [end, share] of [
    [lo, 0.975],
    [hi, 0.025],
  ] as const) {
    const [[below = null] = []] = await duck.rows(
      belowFSql((1 - end) / (1 - v), n - 1, (n - 1) * (k - 1)),
    )
    near(`interval of α ${v}`, [share], [below])
  }
}

/** P14: schools, who did not come, who is on the line, and how much lies between them. */
async function area({ duck, exam, asked }: Held): Promise<void> {
  const { rows, icc } = bodyOf(asked, 'area', { level: 'school' }) as ReplyOf<typeof reportArea>
  near('between schools', [icc], [(await duck.rows(betweenSql(-1)))[0]?.[0] ?? null])
  const against = new Map(
    (await duck.rows(againstOthersSql(-1, 'school', 0))).map(([school, , ...rest]) => [
      school!,
      rest.slice(0, 5),
    ]),
  )
  for (const [school, present, on] of await duck.rows(schoolsSql(LINE))) {
    const row = rows.find(({ group }) => group.id === school! + 1)!
    near(
      `school ${school}`,
      [row.figures.present, row.on?.num ?? null, row.on?.den ?? null],
      [present!, on!, present!],
    )
    const absent = row.figures.registered - present!
    expect(row.absent_rate).toEqual({ num: absent, den: row.figures.registered })
    const known = against.get(school!)
    if (!known || exam.manifest.schools.length < 2) continue
    const { v, se, z, p_adj, sig } = row.delta
    near(`school ${school} against the others`, [v, se, z, p_adj, sig], known)
  }
}

/** P15: a standardised index with its band. */
async function index({ duck, exam, asked }: Held): Promise<void> {
  const total = exam.manifest.subjects.reduce((sum, { fullMilli }) => sum + fullMilli, 0)
  const { rows } = bodyOf(asked, 'grade_from', {
    formula: '标准化(均分 60, 及格率 40)',
  }) as ReplyOf<typeof reportOwn>
  const there = await duck.rows(indexSql(-1, 0.6 * total))
  for (const [klass, v, lo] of there) {
    const row = rows[klass!]!
    near(`index of ${klass}`, [row.index, row.index_band?.lo ?? null], [v!, lo!])
  }
  const known = rows.filter(({ index: one, is_reference }) => one !== null && !is_reference)
  expect(known).toHaveLength(there.length)
}

/** P19: who has which question in the book. */
async function book({ duck, exam, asked }: Held): Promise<void> {
  const { list, counts } = bodyOf(asked, 'book', { subject_id: FIRST, limit: 100_000 }) as ReplyOf<
    typeof reportBook
  >
  const { questions } = exam.manifest.subjects[0]!
  const where = (is: (question: (typeof questions)[number]) => boolean) =>
    questions.flatMap((question, item) => (is(question) ? [item] : []))
  const there = await duck.rows(
    bookSql(
      0,
      where(({ status }) => status === 'normal'),
      where(({ objective }) => objective),
    ),
  )
  const itemOf = new Map(questions.map(({ id }, item) => [id, item]))
  const here = list
    .map((row): Cells => [
      row.candidate_id - 1,
      itemOf.get(row.question_id)!,
      row.score_milli,
      row.class_rate.num,
      row.class_rate.den,
      Number(row.common),
    ])
    .sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!)
  expect(here).toHaveLength(there.length)
  for (const [at, row] of here.entries()) near(`book ${at}`, row, there[at])
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(there.length)
}

const LARGE: ExamPlan = {
  seed: 11,
  classSizes: [60, 60, 60, 70],
  classesPerSchool: 2,
  subjects: 1,
  items: 12,
  absent: 0.05,
}

test('R17: schools that are large enough are compared at equal totals as another engine does', () =>
  withExam(makeExam(LARGE), async ({ duck, asked }) => {
    const { rows, dif_of } = bodyOf(asked, 'question_split', {
      subject_id: FIRST,
      school_id: 1,
    }) as ReplyOf<typeof reportQuestionSplit>
    expect(dif_of).not.toBeNull()
    const there = await duck.rows(difSql(0, 0))
    expect(there.length).toBeGreaterThan(8)
    for (const [item, ...known] of there) {
      const { alpha, delta, chi2 } = rows[item!]!.dif!
      near(`DIF of ${item}`, [alpha, delta, chi2], known)
    }
  }))
