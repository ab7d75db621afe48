import type { Bubble, BubbleField } from '@hengjuan/domain'
import type { Grid } from './grid.ts'
import { boxOf } from './grid.ts'
import type { Group } from './groups.ts'
import type { ProposedGroup } from './proposal.ts'
import { inReadingOrder } from './reading-order.ts'
import { regularPlaces } from './regular-places.ts'
import { workPxPerMm } from './work-page.ts'

/** An exam number has at least so many digits. */
const leastDigits = 4
/** A number that was only inferred from the order is to be looked at. */
const inferredNumber = 0.62

/**
 * Names the fields of all groups: the widest grid of digits is the exam number, options are questions,
 * numbered as printed where that can be read and in reading order where not.
 *
 * @param firstNo number of the first question where none is printed
 */
export function nameGroups(groups: readonly Group[], firstNo: number): ProposedGroup[] {
  const digits = groups.filter((group) => group.content === 'digits')
  const widest = [...digits].sort((a, b) => b.lines.length - a.lines.length)[0]
  const number = widest && widest.lines.length >= leastDigits ? widest : null
  const named: ProposedGroup[] = number ? [examNumber(number)] : []
  let next = firstNo
  let names = 0
  const rest = together(questionsFirst(inReadingOrder(groups.filter((group) => group !== number))))
  const used = new Set<number>()
  rest.forEach((group, at) => {
    const isDigits = group.content === 'digits'
    const count = isDigits ? 1 : group.lines.length
    const isFree = group.printed && !rangeOf(group.printed.first, count).some((no) => used.has(no))
    const first = isFree ? group.printed!.first : firstFree(next, count, used)
    rangeOf(first, count).forEach((no) => used.add(no))
    next = first + count
    // Digits of several numbers side by side are one group: they were printed as one.
    const before = rest[at - 1]
    const goesOn = isDigits && before?.content === 'digits' && areLevel(before.grid, group.grid)
    if (goesOn) {
      const last = named.at(-1)
      last.fields.push(...numberFields(group, first, last.fields[0]!.group))
      return
    }
    const name = `g${++names}`
    const fields = isDigits ? numberFields(group, first, name) : questions(group, first, name)
    named.push({
      fields,
      part: partOf(group, name, first, isFree ? group.printed!.confidence : null),
    })
  })
  return named
}

/** A single number beside the questions is a code; several side by side are answers. */
function questionsFirst(groups: readonly Group[]): Group[] {
  const isCode = (group: Group) =>
    group.content === 'digits' &&
    !groups.some(
      (other) => other !== group && other.content === 'digits' && areLevel(other.grid, group.grid),
    )
  return [...groups.filter((group) => !isCode(group)), ...groups.filter(isCode)]
}

/** Digits of several numbers side by side follow one another, whatever stands above or below them. */
function together(groups: readonly Group[]): Group[] {
  const ordered: Group[] = []
  for (const group of groups) {
    if (ordered.includes(group)) continue
    ordered.push(group)
    if (group.content !== 'digits') continue
    const level = groups.filter(
      (other) =>
        other.content === 'digits' && !ordered.includes(other) && areLevel(other.grid, group.grid),
    )
    ordered.push(...level.sort((a, b) => boxOf(a.grid).left - boxOf(b.grid).left))
  }
  return ordered
}

const rangeOf = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i)

function firstFree(from: number, count: number, used: ReadonlySet<number>): number {
  let first = from
  while (rangeOf(first, count).some((no) => used.has(no))) first++
  return first
}

const areLevel = (a: Grid, b: Grid) => {
  const top = ({ places }: Grid) => places[0]!.find((place) => place !== null)?.y ?? 0
  return a.places.length === b.places.length && Math.abs(top(a) - top(b)) < a.height
}

function partOf(group: Group, name: string, first: number, printed: number | null) {
  const found = group.grid.places.flat().filter(Boolean).length / group.grid.places.flat().length
  const last = first + (group.content === 'digits' ? 1 : group.lines.length) - 1
  const numbers = first === last ? `第 ${first} 题` : `第 ${first}–${last} 题`
  const source = printed === null ? '题号按阅读顺序推定' : '题号读自印刷的数字'
  const lost = found < 1 ? `；${Math.round((1 - found) * 100)} % 的框没有看清，按间距补出` : ''
  return {
    target: `group:${name}`,
    confidence: Math.min(group.confidence, printed ?? inferredNumber) * Math.min(1, found + 0.1),
    reason: `${numbers}：${group.reason}；${source}${lost}`,
  }
}

function examNumber(group: Group): ProposedGroup {
  const at = placer(group)
  const bubbles = group.lines.flatMap((line, column) =>
    line.map((_, value) => at(column, value, String(value), column)),
  )
  return {
    fields: [{ ...fieldOf(group, 'examNo', 'examNo'), kind: 'examNo', bubbles }],
    part: {
      target: 'group:examNo',
      confidence: group.confidence,
      reason: `${group.lines.length} 位考号：${group.reason}`,
    },
  }
}

/** Questions answered with a number, a field for each of its digits. */
const numberFields = (group: Group, no: number, name: string): BubbleField[] =>
  group.lines.map((line, column) => ({
    ...fieldOf(group, `choice:${no}-${column + 1}`, name),
    bubbles: line.map((_, value) => placer(group)(column, value, String(value), 0)),
  }))

function questions(group: Group, first: number, name: string): BubbleField[] {
  const at = placer(group)
  return group.lines.map((line, i) => ({
    ...fieldOf(group, `choice:${first + i}`, name),
    bubbles: line.flatMap((place, option) => {
      // Fewer options than the questions beside it.
      const isPrinted = place !== null || line.slice(option + 1).some(Boolean)
      return isPrinted ? [at(i, option, letter(option), 0)] : []
    }),
  }))
}

const letter = (at: number) => String.fromCharCode(65 + at)

const fieldOf = (group: Group, id: string, name: string): BubbleField => ({
  id,
  kind: 'choice',
  direction: group.direction,
  multiple: false,
  shape: group.grid.outlined && isRound(group.grid) ? 'ellipse' : 'rect',
  outlined: group.grid.outlined,
  group: name,
  bubbles: [],
})

const isRound = ({ width, height }: Grid) => Math.max(width / height, height / width) < 1.6

/** Makes the bubble of a line (question or digit position) and a value in it. */
function placer({ grid, direction }: Group) {
  const regular = regularPlaces(grid)
  return (line: number, value: number, meaning: string, column: number): Bubble => {
    const { x, y } = direction === 'vertical' ? regular(value, line) : regular(line, value)
    return {
      value: meaning,
      label: meaning,
      column,
      xMm: round((x + 0.5) / workPxPerMm),
      yMm: round((y + 0.5) / workPxPerMm),
      widthMm: round(grid.width / workPxPerMm),
      heightMm: round(grid.height / workPxPerMm),
    }
  }
}

const round = (mm: number) => Math.round(mm * 100) / 100
