/** A level of a conversion scheme. `hi` and `lo` are converted points; equal for a fixed score per level. */
export interface GradeLevel {
  code: string
  ratioPercent: number
  hi: number
  lo: number
}

/** Where a tie on a boundary goes: up to the better level, down, or to the closer side (equal: up). */
export type TiePolicy = 'up' | 'down' | 'nearest'
export type CutPolicy = 'half_up' | 'floor' | 'ceil'
/** What a level gets whose raw scores are all equal. */
export type DegeneratePolicy = 'mid' | 'hi' | 'lo'

export interface GradeScheme {
  id: string
  /** Chinese, names the province. */
  name: string
  /** Best level first; ratios add up to 100. */
  levels: readonly GradeLevel[]
  tie: TiePolicy
  cut: CutPolicy
  degenerate: DegeneratePolicy
}

const scheme = (id: string, name: string, levels: readonly GradeLevel[]): GradeScheme => ({
  id,
  name,
  levels,
  tie: 'up',
  cut: 'half_up',
  degenerate: 'mid',
})

const ranges = (rows: readonly (readonly [string, number, number, number])[]): GradeLevel[] =>
  rows.map(([code, ratioPercent, hi, lo]) => ({ code, ratioPercent, hi, lo }))

/** One fixed score a level, three points apart. */
const steps = (codes: readonly string[], top: number, ratios: readonly number[]): GradeLevel[] =>
  ratios.map((ratioPercent, index) => {
    const points = top - 3 * index
    return { code: codes[index] ?? String(index + 1), ratioPercent, hi: points, lo: points }
  })

const beijingCodes = [...'ABCD'].flatMap((letter) => [1, 2, 3, 4, 5].map((n) => `${letter}${n}`))
const shanghaiCodes = ['A+', 'A', 'B+', 'B', 'B-', 'C+', 'C', 'C-', 'D+', 'D', 'E']

/**
 * Ready-made schemes. Ratios and ranges differ by province: 17/33/33/15/2 is Guangdong's and the
 * default of the specification, 15/35/35/13/2 is that of seven 3+1+2 provinces, 3/7/16/24/24/16/7/3 is
 * Shandong's and interpolates.
 *
 * @source specification, section 9; domain rules 13.1
 */
export const GRADE_SCHEMES = {
  seed_default: scheme(
    'seed_default',
    '五级赋分（广东）',
    ranges([
      ['A', 17, 100, 83],
      ['B', 33, 82, 71],
      ['C', 33, 70, 59],
      ['D', 15, 58, 41],
      ['E', 2, 40, 30],
    ]),
  ),
  std_312: scheme(
    'std_312',
    '五级赋分（江苏、福建、湖南、湖北、重庆、河北、辽宁）',
    ranges([
      ['A', 15, 100, 86],
      ['B', 35, 85, 71],
      ['C', 35, 70, 56],
      ['D', 13, 55, 41],
      ['E', 2, 40, 30],
    ]),
  ),
  seed_8: scheme(
    'seed_8',
    '八级赋分（山东）',
    ranges([
      ['A', 3, 100, 91],
      ['B+', 7, 90, 81],
      ['B', 16, 80, 71],
      ['C+', 24, 70, 61],
      ['C', 24, 60, 51],
      ['D+', 16, 50, 41],
      ['D', 7, 40, 31],
      ['E', 3, 30, 21],
    ]),
  ),
  bj_21: scheme(
    'bj_21',
    '二十一级赋分（北京）',
    steps(
      [...beijingCodes, 'E'],
      100,
      [1, 2, 3, 4, 5, 7, 8, 9, 8, 8, 7, 6, 6, 6, 5, 4, 4, 3, 2, 1, 1],
    ),
  ),
  tj_21: scheme(
    'tj_21',
    '二十一级赋分（天津）',
    steps(
      [...beijingCodes, 'E'],
      100,
      [2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 6, 6, 6, 6, 6, 5, 4, 3, 1, 1, 1],
    ),
  ),
  zj_21: scheme(
    'zj_21',
    '二十一级赋分（浙江旧制）',
    steps([], 100, [1, 2, 3, 4, 5, 6, 7, 8, 7, 7, 7, 7, 7, 7, 6, 5, 4, 3, 2, 1, 1]),
  ),
  sh_11: scheme(
    'sh_11',
    '十一级赋分（上海）',
    steps(shanghaiCodes, 70, [5, 10, 10, 10, 10, 10, 10, 10, 10, 10, 5]),
  ),
} as const

export type GradeSchemeId = keyof typeof GRADE_SCHEMES

/** What a school chooses about a scheme beside its levels. */
export type GradeRules = Pick<GradeScheme, 'tie' | 'cut' | 'degenerate'>

export const TIE_POLICIES = {
  up: '界线上同分归较高等级',
  down: '界线上同分归较低等级',
  nearest: '界线上同分归较近的一侧',
} as const satisfies Record<TiePolicy, string>
export const CUT_POLICIES = {
  half_up: '累计人数四舍五入',
  floor: '累计人数舍去小数',
  ceil: '累计人数进一',
} as const satisfies Record<CutPolicy, string>
export const DEGENERATE_POLICIES = {
  mid: '级内同分取中间分',
  hi: '级内同分取最高分',
  lo: '级内同分取最低分',
} as const satisfies Record<DegeneratePolicy, string>

/** The rules of a scheme in words. */
export const gradeRulesText = ({ tie, cut, degenerate }: GradeRules): string =>
  [TIE_POLICIES[tie], CUT_POLICIES[cut], DEGENERATE_POLICIES[degenerate]].join('，')

const isUsual = (rules: GradeRules): boolean =>
  rules.tie === 'up' && rules.cut === 'half_up' && rules.degenerate === 'mid'

/** A scheme with other rules than the usual ones; versions keep it by this id: `seed_default:down:half_up:mid`. */
export function withGradeRules(id: GradeSchemeId, rules: Partial<GradeRules>): GradeScheme {
  const known: GradeScheme = GRADE_SCHEMES[id]
  const { tie = known.tie, cut = known.cut, degenerate = known.degenerate } = rules
  return isUsual({ tie, cut, degenerate })
    ? known
    : { ...known, id: [id, tie, cut, degenerate].join(':'), tie, cut, degenerate }
}

/** The scheme of an id as `withGradeRules` makes it; null for one that is not known. */
export function gradeSchemeOf(text: string): GradeScheme | null {
  const [id = '', tie = 'up', cut = 'half_up', degenerate = 'mid'] = text.split(':')
  if (
    !Object.hasOwn(GRADE_SCHEMES, id) ||
    !Object.hasOwn(TIE_POLICIES, tie) ||
    !Object.hasOwn(CUT_POLICIES, cut) ||
    !Object.hasOwn(DEGENERATE_POLICIES, degenerate)
  )
    return null
  const rules = { tie, cut, degenerate } as GradeRules
  return withGradeRules(id as GradeSchemeId, rules)
}

export type SchemeFault = 'ratio_sum' | 'range_reversed' | 'range_overlap' | 'empty'

/** What is wrong with a scheme: ratios that do not add up to 100, ranges reversed, overlapping or rising. */
export function checkScheme({ levels }: Pick<GradeScheme, 'levels'>): SchemeFault[] {
  if (levels.length === 0) return ['empty']
  const faults: SchemeFault[] = []
  const thousandths = levels.reduce(
    (sum, { ratioPercent }) => sum + Math.round(ratioPercent * 1000),
    0,
  )
  if (thousandths !== 100_000) faults.push('ratio_sum')
  if (levels.some(({ hi, lo }) => lo > hi)) faults.push('range_reversed')
  if (levels.some(({ hi }, index) => hi >= (levels[index - 1]?.lo ?? Infinity)))
    faults.push('range_overlap')
  return faults
}

/** Fewer candidates than this: the result must not be called official. @source domain rules 13.2 */
export const MIN_OFFICIAL_CANDIDATES = 100

/** Does some level expect less than one candidate? Then levels may stay empty, which deserves a warning. */
export const isTooSmallFor = ({ levels }: Pick<GradeScheme, 'levels'>, n: number): boolean =>
  levels.some(({ ratioPercent }) => ratioPercent * n < 100)

/** Chinese, mathematics and foreign language are never converted. */
const RAW_SUBJECTS: readonly number[] = [1, 2, 3]
/** Physics and history, of which one is taken and kept raw under 3+1+2. */
const FIRST_CHOICES: readonly number[] = [4, 8]
const WITH_FIRST_CHOICE: readonly string[] = ['seed_default', 'std_312']

/** Is a subject's score converted under a scheme, or added to the total as it is? @source domain rules 13.2 */
export const isConverted = ({ id }: Pick<GradeScheme, 'id'>, subjectId: number): boolean =>
  !RAW_SUBJECTS.includes(subjectId) &&
  !(WITH_FIRST_CHOICE.includes(id.split(':')[0] ?? '') && FIRST_CHOICES.includes(subjectId))

/**
 * The levels of the scheme that some levels are of, the lowest first: what a chart of them climbs. Null for levels that no
 * scheme has together.
 */
export function levelSteps(codes: readonly string[]): string[] | null {
  const fitting = Object.values(GRADE_SCHEMES)
    .map(({ levels }) => levels.map(({ code }) => code))
    .filter((known) => codes.every((code) => known.includes(code)))
    .toSorted((a, b) => a.length - b.length)
  return codes.length === 0 ? null : (fitting[0]?.toReversed() ?? null)
}
