import { BOX_SERIES, type Est, type FigureKind, figureText } from '@hengjuan/domain'
import { wilson } from '@hengjuan/stats'
import type { Asked } from './page-answer.ts'
import { type Cell, type Page, type Ratio, shareOf } from './table-page.ts'

/*
 * Where each chart of each report has its figures: in which cells of its table, or of whose table else. A chart is what
 * is said here or the test of charts fails; so does one that nothing is said of.
 */

/** What a chart must say, as its table writes it. */
export interface Drawn {
  series: readonly string[]
  rows: readonly (readonly string[])[]
}

/** A chart whose figures no table of the page has; another test holds them against another engine. */
export const NOWHERE_ELSE = 'nowhere else'

const rate = (value: Cell): string => figureText(value, 'rate')
const shareText = (num: number, den: number): string => rate(den === 0 ? null : num / den)
const sumOf = (of: readonly number[]): number => of.reduce((sum, one) => sum + one, 0)

/** Cells as they stand in the table. */
const cells = (page: Page, label: string, keys: readonly string[], rows = page.rows): string[][] =>
  rows.map((row) => [page.text(label, row), ...keys.map((key) => page.text(key, row))])

const withEnds = (name: string): string[] => [name, `${name}下限`, `${name}上限`]
const estTexts = (est: Est | null, figure: FigureKind): string[] =>
  [est?.v, est?.lo, est?.hi].map((one) => figureText(one, figure))

/** Rows and columns changed: a matrix has groups in its rows, the table in its columns. */
const turned = (page: Page, label: string, start: string): Drawn => ({
  series: page.rows.map((row) => page.text(label, row)),
  rows: page
    .keys(start)
    .map((key, at) => [page.titles(start)[at]!, ...page.rows.map((row) => page.text(key, row))]),
})

/** Means with the error that spread and number of people give them. */
function means(page: Page, rows: readonly object[]): Drawn {
  return {
    series: withEnds('均分'),
    rows: rows.map((row) => {
      const [mean, sd, n] = ['mean_milli', 'sd_milli', 'present'].map((key) => page.value(key, row))
      const half = sd === null || !n ? 0 : (1.96 * sd!) / Math.sqrt(n)
      const ends = [0, -half, half].map((by) =>
        figureText(mean === null ? null : mean! + by, 'milli'),
      )
      return [page.text('group', row), ...ends]
    }),
  }
}

function averages(page: Page): Drawn[] {
  const rows = page.own()
  const parts = (row: object): number[] => {
    const [excellent, good, pass, low] = [
      'excellent_rate',
      'good_rate',
      'pass_rate',
      'low_rate',
    ].map((key) => page.value<Ratio>(key, row).num)
    const present = page.value<number>('present', row)
    return [excellent!, good! - excellent!, pass! - good!, present - pass! - low!, low!].map(
      (num) => (present === 0 ? Number.NaN : num / present),
    )
  }
  const boxed = boxesIn(page, rows)
  return [
    means(page, rows),
    ...(boxed.length > 0 ? [{ series: [...BOX_SERIES], rows: boxed }] : []),
    {
      series: ['优秀', '良好（不含优秀）', '及格', '未及格', '低分'],
      rows: rows.map((row) => [page.text('group', row), ...parts(row).map(rate)]),
    },
  ]
}

/** Boxes of classes or schools, from the scores of their people. */
function boxesIn(page: Page, rows: readonly object[]): string[][] {
  const people = page.people()
  const asked = Number(page.subjectId() ?? 3000)
  const nameOf = (person: object) => {
    const { class_name, school_name } = person as { class_name: string; school_name: string }
    return page.report.key === 'average' ? class_name : school_name
  }
  return rows.flatMap((row) => {
    const name = page.text('group', row)
    const own = people.rows.filter((person) => nameOf(person) === name)
    const scores = scoresOf(people, asked === 3000 ? null : asked, own)
    return scores.length < 10
      ? []
      : [[name, ...boxOf(scores).map((one) => figureText(one, 'milli'))]]
  })
}

function overview(page: Page): (Drawn | typeof NOWHERE_ELSE)[] {
  const width = Number(/, (\d+)/.exec(page.charts[0]!.labels[0]!)![1])
  const steps = page.other('section', { width })
  return [
    { series: ['人数'], rows: cells(steps, 'label', ['count']).toReversed() },
    { series: ['得分率'], rows: cells(page, 'subject', ['score_rate'], page.own('score_rate')) },
    ...(page.charts.length > 2 ? [NOWHERE_ELSE as typeof NOWHERE_ELSE] : []),
  ]
}

/** Scores of a subject, or of whole totals, ascending. */
function scoresOf(people: Page, subject: number | null, rows = people.rows): number[] {
  const scores = rows.flatMap((row) => {
    if (subject === null) {
      const isWhole = !(row as { partial: boolean }).partial
      const total = people.value('total_score', row)
      return isWhole && total !== null ? [total] : []
    }
    const cell = people.value<{ attendance: number; score: number | null }>(`score:${subject}`, row)
    return cell.attendance === 0 && cell.score !== null ? [cell.score] : []
  })
  return scores.sort((a, b) => a - b)
}

/** Lower whisker, quartiles and upper whisker, the long way round. */
function boxOf(sorted: readonly number[]): number[] {
  const at = (share: number): number => {
    const place = share * (sorted.length - 1)
    const below = sorted[Math.floor(place)]!
    return below + (place - Math.floor(place)) * ((sorted[Math.ceil(place)] ?? below) - below)
  }
  const [q1, q2, q3] = [0.25, 0.5, 0.75].map(at) as [number, number, number]
  const within = sorted.filter((one) => one >= q1 - 1.5 * (q3 - q1) && one <= q3 + 1.5 * (q3 - q1))
  return [Math.min(q1, ...within), q1, q2, q3, Math.max(q3, ...within)]
}

function grade(page: Page): Drawn[] {
  const people = page.people()
  const { subjects } = page.reply
  const boxed = page.rows.flatMap((row, at) => {
    const scores = scoresOf(people, subjects[at]?.subject_id ?? null)
    if (scores.length < 10 || page.text('mean_milli', row) === '＊') return []
    const full = page.value<number>('full_milli', row)
    return [[page.text('subject', row), ...boxOf(scores).map((one) => rate(one / full))]]
  })
  const placed = cells(page, 'subject', ['difficulty', 'distinction']).filter(
    (row) => !row.some((text) => text === '—' || text === '＊'),
  )
  const total = page.other('average')
  // A subject in which too few are left says nothing at all.
  const own = subjects.map(({ subject_id }) => page.otherOrNone('average', { subject_id }))
  // Subjects, and the total last: the means of all whom the page is about.
  const [ofAll, ...wholes] = [page.rows.at(-1)!, ...page.rows].map((row): Cell => {
    const mean = page.value('mean_milli', row)
    return mean === null ? null : mean / page.value<number>('full_milli', row)
  })
  const classes = total.own('score_rate')
  const factor = (name: string, ofTotal: Cell, subject: number): Cell => {
    const of = own[subject]
    const row = of?.rows.find((one) => of.text('group', one) === name)
    if (!of || !row || of.value<unknown>('score_rate', row) === 'suppressed') return null
    const [here, there] = [of.share('score_rate', row), wholes[subject] ?? null]
    return here === null || there === null || ofTotal === null || ofAll == null
      ? null
      : here - there - (ofTotal - ofAll)
  }
  return [
    ...(boxed.length > 0 ? [{ series: [...BOX_SERIES], rows: boxed }] : []),
    ...(placed.length > 1 ? [{ series: ['难度', '区分度'], rows: placed }] : []),
    ...(classes.length > 1 && subjects.length > 1
      ? [
          {
            series: subjects.map(({ subject_name }) => subject_name),
            rows: classes.map((row) => {
              const name = total.text('group', row)
              const ofTotal = total.share('score_rate', row)
              return [name, ...subjects.map((_, at) => rate(factor(name, ofTotal, at)))]
            }),
          },
        ]
      : []),
  ]
}

function paper(page: Page, tags: Asked['tags']): (Drawn | typeof NOWHERE_ELSE)[] {
  const id = Number(page.subjectId())
  const known = page.rows.filter(
    (row) =>
      page.value<Ratio | 'suppressed'>('easy', row) !== 'suppressed' &&
      page.value<Ratio>('easy', row).den > 0,
  )
  const plan = (page.reply['plan'] as number[]).map((one, _, all) => shareText(one, sumOf(all)))
  const ofAll: Drawn[] =
    known.length === 0
      ? []
      : [
          {
            series: ['易', '中', '难'],
            rows: [
              ...known.map((row) => [
                page.text('subject', row),
                ...['easy', 'medium', 'hard'].map((key) => page.text(key, row)),
              ]),
              ['计划', ...plan],
            ],
          },
          {
            series: withEnds('α'),
            rows: known.map((row) => [
              page.text('subject', row),
              ...estTexts(page.value<Est>('alpha', row), 'index'),
            ]),
          },
        ]
  if (!Number.isFinite(id) || id === 3000) return ofAll
  const own = tags?.[id] ?? {}
  const items = page.other('little', { subject_id: id })
  const points = [...new Set(items.rows.flatMap((row) => own[items.text('no', row)] ?? []))]
  const types = [...new Set(items.rows.map((row) => items.text('type_name', row)))]
  const tagged = (point: string, type: string) =>
    items.rows.filter(
      (row) => own[items.text('no', row)]?.includes(point) && items.text('type_name', row) === type,
    )
  const matrix = (of: (rows: object[]) => string): Drawn => ({
    series: types,
    rows: points.map((point) => [point, ...types.map((type) => of(tagged(point, type)))]),
  })
  return [
    matrix((rows) =>
      figureText(
        rows.length === 0 ? null : sumOf(rows.map((row) => items.value<number>('full_milli', row))),
        'milli',
      ),
    ),
    matrix((rows) => {
      const of = rows.map((row) => items.value<Ratio>('rate', row))
      return shareText(sumOf(of.map(({ num }) => num)), sumOf(of.map(({ den }) => den)))
    }),
    ...(page.reply['item_map'] === null ? [] : [NOWHERE_ELSE as typeof NOWHERE_ELSE]),
    ...ofAll,
  ]
}

function segments(page: Page): Drawn[] {
  const overlaid = page.reply['overlaid'] as number[]
  const up = page.rows.toReversed()
  if (overlaid.length === 0)
    return [
      { series: ['人数'], rows: cells(page, 'label', ['count'], up) },
      { series: ['全体'], rows: cells(page, 'label', ['cumulative_ratio'], up) },
    ]
  const keys = ['count', ...overlaid.map((id) => `group:${id}`)]
  const sums = keys.map((key) => sumOf(page.rows.map((row) => page.value<number>(key, row))))
  const series = ['全体', ...keys.slice(1).map((key) => page.column(key).title)]
  const drawn = (of: (key: string, row: object) => number): Drawn => ({
    series,
    rows: up.map((row) => [
      page.text('label', row),
      ...keys.map((key, at) => shareText(of(key, row), sums[at]!)),
    ]),
  })
  return [
    drawn((key, row) => page.value<number>(key, row)),
    drawn((key, row) =>
      sumOf(
        page.rows.slice(0, page.rows.indexOf(row) + 1).map((one) => page.value<number>(key, one)),
      ),
    ),
  ]
}

function levels(page: Page): Drawn[] {
  const codes = (page.reply['sizes'] as { levels: { code: string }[] }[])[0]!.levels.map(
    ({ code }) => code,
  )
  const people = page.again({ limit: 5000 })
  return [
    {
      series: codes,
      rows: page.reply.subjects.map(({ subject_id, subject_name }) => {
        // The table is a page of the people; the chart is about all of them.
        const own = people.rows.map((row) => people.text(`level:${subject_id}`, row))
        const counts = codes.map((code) => own.filter((one) => one === code).length)
        return [subject_name, ...counts.map((count) => shareText(count, sumOf(counts)))]
      }),
    },
  ]
}

function critical(page: Page): Drawn[] {
  const [chart] = page.charts
  if (!chart) return []
  const near = page.again({ below: 200, above: 200, limit: 5000 })
  const gaps = near.rows.map((row) => near.value<number>('gap_milli', row) / 1000)
  return [
    {
      series: ['人数'],
      rows: chart.labels.map((label) => {
        const [from, to] = label.slice(1, -1).split(', ').map(Number)
        return [label, String(gaps.filter((gap) => gap >= from! && gap < to!).length)]
      }),
    },
  ]
}

function shareOfBest(page: Page): Drawn[] {
  const averagesOf = page.other('average', { subject_id: page.subjectId() })
  // The table is a page of the best; the chart is about all of them.
  const best = page.again({ limit: 5000 })
  return [
    {
      series: withEnds('占本班'),
      rows: averagesOf.own().map((row) => {
        const name = averagesOf.text('group', row)
        const ratio = {
          num: best.rows.filter((one) => best.text('class_name', one) === name).length,
          den: averagesOf.value<number>('present', row),
        }
        const ends = wilson(ratio)
        return [name, rate(shareOf(ratio)), rate(ends?.lo ?? null), rate(ends?.hi ?? null)]
      }),
    },
  ]
}

function subjectLines(page: Page): Drawn[] {
  const keys = page.keys('contribution')
  const names = page.reply.subjects.map(({ subject_name }) => subject_name)
  const classes = page.rows.filter((row) => !(row as { is_reference: boolean }).is_reference)
  if (classes.length === 0 || page.reply['line'] === null) return []
  return [
    { series: names, rows: cells(page, 'group', keys) },
    {
      series: ['总分', ...names].flatMap(withEnds),
      rows: classes.map((row) => [
        page.text('group', row),
        ...['over_rest', ...page.keys('over_rest')].flatMap((key) =>
          estTexts(page.value<Est | null>(key, row), 'rate'),
        ),
      ]),
    },
  ]
}

const steps = (page: Page): Drawn[] => [
  {
    series: [...page.groups('band_rate'), '未上线'],
    rows: page.rows.map((row) => {
      const n = page.value<number>('n', row)
      const on = page.value<number>(page.keys('on').at(-1) ?? '', row)
      return [
        page.text('group', row),
        ...page.keys('band_rate').map((key) => page.text(key, row)),
        shareText(n - on, n),
      ]
    }),
  },
]

function area(page: Page): Drawn[] {
  const units = page.own().filter((row) => page.value('mean_milli', row) !== null)
  const added = page.has('value_added')
    ? page.rows.filter((row) => {
        const est = page.value<Est | null | 'suppressed'>('value_added', row)
        return est !== null && est !== 'suppressed'
      })
    : []
  return [
    ...(units.length < 2 ? [] : [means(page, units)]),
    ...(units.length < 3 || page.value('sd_milli', page.rows.at(-1)!) === 0
      ? []
      : [
          {
            series: ['实考', '均分'],
            rows: cells(page, 'group', ['present', 'mean_milli'], units),
          },
        ]),
    ...(added.length < 2
      ? []
      : [
          {
            series: withEnds('增值'),
            rows: added.map((row) => [
              page.text('group', row),
              ...estTexts(page.value<Est>('value_added', row), 'index'),
            ]),
          },
        ]),
  ]
}

function ownIndex(page: Page): Drawn[] {
  const name = page.reply['index_name'] as string
  if (!page.has('index')) return []
  const isEst = page.column('index').kind === 'est'
  const est = (row: object): Est => {
    const value = page.value<Est | Cell>('index', row)
    return typeof value === 'object' && value !== null
      ? value
      : { v: value, lo: null, hi: null, n: 0, shown: 'ok' }
  }
  const known = page.rows.filter(
    (row) =>
      page.text('index', row) !== '＊' &&
      est(row).v !== null &&
      !(isEst && (row as { is_reference: boolean }).is_reference),
  )
  return known.length < 2
    ? []
    : [
        {
          series: isEst ? withEnds(name) : [name],
          rows: known.map((row) => [
            page.text('group', row),
            ...estTexts(est(row), 'index').slice(0, isEst ? 3 : 1),
          ]),
        },
      ]
}

function ownFactors(page: Page): Drawn[] {
  const keys = page.keys('own')
  if (keys.length !== 1) return []
  const shown = page.rows.filter((row) =>
    [keys[0]!, 'distinction'].every((key) => page.value(key, row) !== null),
  )
  return shown.length === 0
    ? []
    : [
        {
          series: ['区分度', '内在表现'],
          rows: cells(page, 'no', ['distinction', keys[0]!], shown),
        },
      ]
}

function moved(page: Page): Drawn[] {
  if (!page.has('z') || page.charts.length === 0) return []
  const known = page.rows.filter((row) => page.value('z', row) !== null)
  return [
    {
      series: ['本次 Z', 'Z 进退'],
      rows: known.map((row) => [
        page.text('student_name', row),
        ...['z', 'delta_z'].map((key) => figureText(page.value(key, row), 'index')),
      ]),
    },
  ]
}

/** Charts of each report, in their order. */
export const DRAWN: Record<string, (page: Page, asked: Asked) => (Drawn | typeof NOWHERE_ELSE)[]> =
  {
    basic: overview,
    student: moved,
    average: averages,
    average_school: averages,
    little: (page) => [
      {
        series: ['难度', '区分度'],
        rows: cells(page, 'no', ['difficulty', 'distinction']).filter((row) => !row.includes('—')),
      },
    ],
    question_detail: (page) => [turned(page, 'no', 'delta')],
    question_split: (page) => [
      ...ownFactors(page),
      {
        series: ['高分组', '中间组', '低分组'],
        rows: cells(page, 'no', ['split:高分组', 'split:中间组', 'split:低分组']),
      },
    ],
    section: segments,
    section_rank: (page) => [
      turned(page, 'label', 'over'),
      {
        series: page.rows.slice(0, 3).map((row) => page.text('label', row)),
        rows: turned(page, 'label', 'over').rows.map((row) => row.slice(0, 4)),
      },
    ],
    section_from: (page) => [
      {
        series: page.rows.map((row) => page.text('name', row)),
        rows: page.keys('group').map((key) => {
          const counts = page.rows.map((row) => page.value<number>(key, row))
          return [page.column(key).title, ...counts.map((one) => shareText(one, sumOf(counts)))]
        }),
      },
    ],
    level_student: levels,
    level_unit: (page) => [
      { series: page.groups('ratio'), rows: cells(page, 'group', page.keys('ratio')) },
    ],
    line_overview: (page) => [
      {
        series: withEnds('上线率'),
        rows: page.rows.map((row) => {
          const ends = wilson(page.value<Ratio>('rate', row))
          return [
            page.text('name', row),
            page.text('rate', row),
            rate(ends?.lo ?? null),
            rate(ends?.hi ?? null),
          ]
        }),
      },
    ],
    line_type1: subjectLines,
    line_type2: steps,
    concerned_critical: critical,
    concerned_excellent: shareOfBest,
    grade,
    paper: (page, { tags }) => paper(page, tags),
    area,
    grade_from: ownIndex,
    book: (page) => {
      const all = page.again({ limit: 5000 })
      const inBook = (no: string) => all.rows.filter((row) => all.text('no', row) === no).length
      return page.charts.map(({ labels }) => ({
        series: ['人数'],
        rows: labels.map((no) => [no, String(inBook(no))]),
      }))
    },
  }
