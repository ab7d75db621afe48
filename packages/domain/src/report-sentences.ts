import { intervalText } from './chart/estimate.ts'
import { figureText, signedFigureText } from './chart/figure.ts'
import { formatPercent } from './percent.ts'

/*
 * Sentences of reports: what, how much with its error, compared with what, and of how many. Nothing is said below the
 * number that makes it worth saying, and nothing is advised. @source reports 2.6
 */

/** From so many people on something is said of them. @source reports 2.3 */
export const LEAST_SPOKEN_OF = 20

const Z95 = 1.96
const points = (milli: number): string => figureText(Math.abs(milli), 'milli')
const side = (value: number): string => (value > 0 ? '高' : '低')
const percentPoints = (share: number): string => figureText(Math.abs(share) * 100, 'index')

interface Ratio {
  num: number
  den: number
}

/** A group against all the others. @source reports R7 */
export function againstRestSentence(of: {
  name: string
  /** 班级 or 学校. */
  noun: string
  meanMilli: number
  overRestMilli: number
  seMilli: number
  sig: 0 | 1 | 2
  /** How many groups are compared at once. */
  groups: number
}): string {
  const { name, noun, overRestMilli: over } = of
  const head = `${name}均分 ${figureText(of.meanMilli, 'milli')}`
  const error = `（误差 ±${points(Z95 * of.seMilli)}）`
  if (of.sig === 0)
    return `${head}，与其余${noun}相近，相差 ${points(over)} 分${error}，在误差范围内。`
  const short = { 学校: '校', 班级: '班' }[noun] ?? noun
  const together = `${of.groups} 个${short}一起比较时${of.sig === 2 ? '仍显著' : '不显著'}`
  return `${head}，比其余${noun}${side(over)} ${points(over)} 分${error}；${together}。`
}

/** No group differs from the others by more than its error. */
export const allAlikeSentence = (groups: number, noun: string): string =>
  `${groups} 个${noun}的均分与其余${noun}相比都在误差范围内。`

/** The lowest share of a kind, with its counts. */
export const lowestSentence = (what: string, name: string, { num, den }: Ratio): string =>
  `${what}最低的是${name}（${formatPercent(num, den)}，${num}/${den} 人）。`

/** How far the best and the last group lie apart. */
export function rangeSentence(of: {
  subject: string
  best: string
  last: string
  milli: number
  seMilli: number
  sig: 0 | 1 | 2
}): string {
  const worth = ['，在误差范围内', '，两两比较后不显著', '，两两比较后仍显著'][of.sig] ?? ''
  return `${of.subject}均分最高的${of.best}与最低的${of.last}相差 ${points(of.milli)} 分（误差 ±${points(Z95 * of.seMilli)}）${worth}。`
}

/** The reliability of a paper. */
export const alphaSentence = (
  subject: string,
  { v, lo, hi, n }: { v: number; lo: number | null; hi: number | null; n: number },
): string =>
  `${subject}信度 α ${figureText(v, 'index')}${lo === null || hi === null ? '' : `（区间 ${intervalText(lo, hi, 'index')}）`}，${v < 0.75 ? '低于' : '不低于'} 0.75（${n} 人）。`

/** The question that fewest points were got in. */
export const hardestSentence = (no: string, { num, den }: Ratio, n: number): string =>
  `得分率最低的是第 ${no} 题（${formatPercent(num, den)}，${n} 人）。`

/** Questions whose figures ask to be looked at. */
export const flaggedSentence = (count: number, no: string, text: string): string =>
  count === 1 ? `第 ${no} 题需要留意：${text}。` : `${count} 题需要留意，如第 ${no} 题：${text}。`

/** How many are on a line. */
export const onLineSentence = (line: string, { num, den }: Ratio): string =>
  `${line}上线 ${num} 人，占总分完整的 ${den} 人的 ${formatPercent(num, den)}。`

/** A share that differs from that of the others. */
export const shareApartSentence = (
  name: string,
  what: string,
  noun: string,
  { v, lo, hi }: { v: number; lo: number; hi: number },
): string => {
  const isWithin = lo <= 0 && hi >= 0
  const interval = `（区间 ${signedFigureText(lo * 100, 'index')} 至 ${signedFigureText(hi * 100, 'index')}）`
  return isWithin
    ? `${name}${what}与其余${noun}相差 ${percentPoints(v)} 个百分点${interval}，在误差范围内。`
    : `${name}${what}比其余${noun}${side(v)} ${percentPoints(v)} 个百分点${interval}。`
}

/** The subject that holds most of those on a line back. */
export const dragSentence = (subject: string, on: number, mismatch: number): string =>
  `${subject}错位最多：总分上线的 ${on} 人中 ${mismatch} 人该科未上线。`

/** How a share on a line changed since an earlier exam, of those who sat both. */
export const lineChangeSentence = (
  line: string,
  exam: string,
  { v, lo, hi, n }: { v: number; lo: number; hi: number; n: number },
): string => {
  const interval = `区间 ${signedFigureText(lo * 100, 'index')} 至 ${signedFigureText(hi * 100, 'index')}，${n} 人两场都参加`
  return lo <= 0 && hi >= 0
    ? `与${exam}相比，${line}上线率没有超出误差的变化（${interval}）。`
    : `与${exam}相比，${line}上线率${v > 0 ? '升' : '降'} ${percentPoints(v)} 个百分点（${interval}）。`
}

/** How many are close to a line, and how close that is. */
export const nearSentence = (
  line: string,
  { push, hold }: { push: number; hold: number },
  { below_milli, above_milli }: { below_milli: number; above_milli: number },
): string =>
  `${line}线下 ${points(below_milli)} 分以内 ${push} 人，线上不到 ${points(above_milli)} 分 ${hold} 人。`

/** How hard the questions of a paper are against how hard they were meant to be, in parts of its points. */
export const structureSentence = (
  subject: string,
  bands: { easy: Ratio; medium: Ratio; hard: Ratio },
  plan: readonly number[],
): string => {
  // As in the table: parts that are cut to whole percents would not add up.
  const share = ({ num, den }: Ratio) => formatPercent(num, den)
  return `${subject}易、中、难题各占 ${share(bands.easy)}、${share(bands.medium)}、${share(bands.hard)} 的分值，计划为 ${plan.join(':')}。`
}

/** The step of a distribution where most stand. */
export const fullestSentence = (subject: string, label: string, count: number, n: number): string =>
  `${subject}人数最多的一段是 ${label}：${count} 人，占 ${n} 人的 ${formatPercent(count, n)}。`

/** The step that half of all reach. */
export const halfSentence = (label: string, { num, den }: Ratio): string =>
  `从高分数起，到 ${label} 一段累计 ${num} 人，过半（${formatPercent(num, den)}）。`

/** A group that has more or fewer in a band than its size lets expect. */
export const bandShareSentence = (of: {
  band: string
  name: string
  count: number
  all: number
  expected: number
}): string =>
  `${of.band}的 ${of.all} 人中${of.name}有 ${of.count} 人，按人数应有 ${Math.round(of.expected * of.all * 10) / 10} 人。`

/** The highest share of a kind, with its counts, beside that of all. */
export const highestSentence = (what: string, name: string, of: Ratio, all: Ratio): string =>
  `${what}最高的是${name}（${formatPercent(of.num, of.den)}，${of.num}/${of.den} 人），全部为 ${formatPercent(all.num, all.den)}。`

/** The group that is furthest below what it was meant to reach. */
export const targetSentence = (line: string, name: string, on: number, target: number): string =>
  `${line}离目标最远的是${name}：上线 ${on} 人，目标 ${target} 人，差 ${target - on} 人。`

/** A class whose share of the best differs from that of all by more than its interval. */
export const topShareSentence = (of: {
  top: number
  name: string
  count: number
  share: { v: number; lo: number; hi: number }
  all: Ratio
}): string => {
  const { v, lo, hi } = of.share
  return `${of.name}有 ${of.count} 人在前 ${of.top} 名，占本班 ${formatPercent(Math.round(v * 1e6), 1e6)}（区间 ${intervalText(lo, hi, 'rate')}），所列各班合计为 ${formatPercent(of.all.num, of.all.den)}。`
}

/** Who is among the best again, newly, or no longer. */
export const movesSentence = (
  exam: string,
  { stayed, entered, fell }: { stayed: number; entered: number; fell: number },
): string => `与${exam}相比：保持 ${stayed} 人，新进 ${entered} 人，跌出 ${fell} 人。`

/** What a group reached beyond others with the same start; never why. */
export const addedSentence = (
  name: string,
  exam: string,
  { v, lo, hi, n }: { v: number; lo: number; hi: number; n: number },
): string =>
  `与${exam}起点相近的学生相比，${name}本次 Z ${v > 0 ? '高' : '低'} ${figureText(Math.abs(v), 'index')}（区间 ${signedFigureText(lo, 'index')} 至 ${signedFigureText(hi, 'index')}，${n} 人）。`

/** How much of all differences lies between schools. */
export const betweenSentence = (icc: number, schools: number): string =>
  `${schools} 所学校之间的差异占考生总差异的 ${formatPercent(Math.max(0, Math.round(icc * 1e6)), 1e6)}。`

/** The rows whose index lies away from the middle by more than its band. */
export const indexSentence = (
  index: string,
  name: string,
  { v, lo, hi }: { v: number; lo: number; hi: number },
): string =>
  `${name}的${index}为 ${figureText(v, 'index')}（区间 ${intervalText(lo, hi, 'index')}），${v > 50 ? '高于' : '低于'}各行平均 50。`

/** The first and the last row by an index without an error of its own. */
export const indexRangeSentence = (
  index: string,
  most: { name: string; v: number; n: number },
  least: { name: string; v: number; n: number },
): string =>
  `${index}最高的是${most.name}（${figureText(most.v, 'index')}，${most.n} 人），最低的是${least.name}（${figureText(least.v, 'index')}，${least.n} 人）。`

/** The question that two classes lie furthest apart in, or the one after it. */
export const itemApartSentence = (of: {
  no: string
  isNext: boolean
  best: { name: string; rate: number; n: number }
  last: { name: string; rate: number; n: number }
  se: number
}): string => {
  const gap = of.best.rate - of.last.rate
  const group = ({ name, rate, n }: { name: string; rate: number; n: number }) =>
    `${name} ${formatPercent(Math.round(rate * 1e6), 1e6)}（${n} 人）`
  const worth = gap > Z95 * of.se ? '' : '，在误差范围内'
  const head = of.isNext ? `其次是第 ${of.no} 题` : `第 ${of.no} 题各班相差最大`
  return `${head}：${group(of.best)}，${group(of.last)}，相差 ${percentPoints(gap)} 个百分点（误差 ±${percentPoints(Z95 * of.se)}）${worth}。`
}

/** What a new version changed. */
export const versionSentence = (of: {
  from: string
  to: string
  changed: number
  rankChanged: number | null
}): string =>
  `${of.from} 到 ${of.to}：${of.changed} 人成绩变化${of.rankChanged === null ? '' : `，${of.rankChanged} 人名次变化`}。`

/** The mean before and after. */
export const meanMovedSentence = (beforeMilli: number, afterMilli: number): string =>
  `均分由 ${figureText(beforeMilli, 'milli')} 变为 ${figureText(afterMilli, 'milli')}。`

/** Who is so close to a line that one exam does not tell on which side. */
export const withinErrorSentence = (within: number, all: number): string =>
  `其中 ${within} 人的差距小于测量误差（所列 ${all} 人），一次考试难以区分在线上还是线下。`

/** Questions that a class lost points in together. */
export const commonMistakeSentence = (count: number, no: string, { num, den }: Ratio): string =>
  `共性错题 ${count} 道，得分率最低的是第 ${no} 题（班级得分率 ${formatPercent(num, den)}）。`
