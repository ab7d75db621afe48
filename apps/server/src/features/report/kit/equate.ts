import {
  anchoredGroup,
  everybody,
  membersWhere,
  type Members,
  type ResultVersion,
  tuckerEquating,
} from '@hengjuan/stats'
import { formatPercent } from '@hengjuan/domain'
import type { ReportContext } from './context.ts'
import { baseOf } from './groups.ts'

/** Conditions under which two papers are set against each other. @source reports P13, R13 */
const LEAST_ITEMS = 5
const LEAST_SHARE = 0.2
const LEAST_PEOPLE = 200
const LEAST_R = 0.6

/** Pairs of question numbers, `1:1,2:5`: this paper's and the earlier one's. */
const pairsIn = (text: string): [string, string][] =>
  text
    .split(',')
    .map((one) => one.split(':').map((no) => no.trim()))
    .flatMap(([now = '', then = now]) => (now === '' ? [] : [[now, then] as [string, string]]))

/** What a score of this paper is worth on the earlier one, or in words why that can not be said. */
export function equatingOf(context: ReportContext, subject: number, text: string) {
  const { compared, comparedVersion, version, visible } = context
  if (!compared || !comparedVersion || text === '') return null
  const own = version.manifest.subjects[subject]!
  const then = comparedVersion.manifest.subjects.findIndex(({ id }) => id === own.id)
  const other = comparedVersion.manifest.subjects[then]
  const named = { exam_name: compared.name, slope: null, intercept_milli: null, points: [] }
  const refuse = (reason: string, anchors = 0, r: number | null = null) => ({
    ...named,
    anchors,
    r,
    reason,
  })
  if (!other) return refuse('那次考试没有这一科')
  if (!baseOf(context).isWhole) return refuse('当前角色只看得到部分班级，不能等值')
  const pairs = pairsIn(text).map(([now, before]) => ({
    now,
    before,
    here: own.questions.findIndex(({ no }) => no === now),
    there: other.questions.findIndex(({ no }) => no === before),
  }))
  const unknown = pairs.find(({ here, there }) => here < 0 || there < 0)
  if (unknown)
    return refuse(
      unknown.here < 0
        ? `本卷没有第 ${unknown.now} 题`
        : `${compared.name}没有第 ${unknown.before} 题`,
    )
  const fullOf = pairs.map(({ here, there }) => [
    own.questions[here]!.fullMilli,
    other.questions[there]!.fullMilli,
  ])
  const unequal = fullOf.findIndex(([a, b]) => a !== b)
  if (unequal >= 0) return refuse(`第 ${pairs[unequal]!.now} 题在两卷里满分不同，不是同一道题`)
  const anchors = pairs.length
  const share = fullOf.reduce((sum, [full = 0]) => sum + full, 0) / Math.max(1, own.fullMilli)
  if (anchors < LEAST_ITEMS)
    return refuse(`仅 ${anchors} 道锚题，至少要 ${LEAST_ITEMS} 道`, anchors)
  if (share < LEAST_SHARE)
    return refuse(
      `锚题分值只占 ${formatPercent(Math.round(share * 10_000), 10_000)}，至少要 20%`,
      anchors,
    )
  const x = anchoredGroup(
    version,
    subject,
    pairs.map(({ here }) => here),
    visible,
  )
  const y = anchoredGroup(
    comparedVersion,
    then,
    pairs.map(({ there }) => there),
    membersThen(comparedVersion, compared.schools),
  )
  if (Math.min(x.n, y.n) < LEAST_PEOPLE)
    return refuse(`两次各有 ${x.n}、${y.n} 人，各至少要 ${LEAST_PEOPLE} 人`, anchors)
  const found = tuckerEquating(x, y)
  const r = found && Math.min(...found.r)
  if (!found || r === null) return refuse('锚题或全卷的得分没有差别，不能等值', anchors)
  if (r < LEAST_R)
    return refuse(`锚题与全卷的相关只有 ${r.toFixed(2)}，至少要 ${LEAST_R}`, anchors, r)
  return {
    exam_name: compared.name,
    anchors,
    r,
    slope: found.slope,
    intercept_milli: found.intercept,
    reason: '',
    points: [0.4, 0.6, 0.8, 1].map((part) => {
      const score = own.fullMilli * part
      return { now_milli: score, then_milli: found.slope * score + found.intercept }
    }),
  }
}

const membersThen = (version: ResultVersion, schools: 'all' | readonly number[]): Members => {
  const { columns, manifest } = version
  const all = everybody(columns)
  return schools === 'all'
    ? all
    : membersWhere(
        all,
        Uint8Array.from(columns.school, (place) =>
          Number(schools.includes(manifest.schools[place]?.id ?? 0)),
        ),
      )
}
