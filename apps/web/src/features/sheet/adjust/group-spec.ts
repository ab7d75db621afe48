import type { BubbleField, BubbleFieldKind, TemplatePage } from '@hengjuan/domain'
import { groupsOf, round } from './elements.ts'

/** What a person may make of a grid. */
export const GROUP_KINDS = {
  choice: '选择题',
  digits: '数字填涂题',
  examNo: '考号',
  absent: '缺考标记',
  misconduct: '违纪标记',
} as const
export type GroupKind = keyof typeof GROUP_KINDS

/** A grid as numbers: what it means and where its bubbles are, millimetres. */
export interface GroupSpec {
  name: string
  kind: GroupKind
  /** Number of the first question; 0 for what has none. */
  first: number
  /** Questions, or digits of a number. */
  lines: number
  /** Options of a question, or values of a digit. */
  options: number
  /** Options of a question by what is printed in them, in order: `ABCD`; empty for what has digits. */
  letters: string
  direction: 'horizontal' | 'vertical'
  multiple: boolean
  outlined: boolean
  shape: 'rect' | 'ellipse'
  /** Centre of the first bubble. */
  x: number
  y: number
  pitchX: number
  pitchY: number
  width: number
  height: number
}

/** Reads a group's fields as a grid; null when the page has no such group. */
export function specOf(page: TemplatePage, name: string): GroupSpec | null {
  const fields = groupsOf(page).find((group) => group.name === name)?.fields
  const [first] = fields ?? []
  if (!fields || !first) return null
  const lines =
    first.kind === 'examNo'
      ? [...Map.groupBy(first.bubbles, ({ column }) => column).values()]
      : fields.map(({ bubbles }) => bubbles)
  const isVertical = first.direction === 'vertical'
  const [start] = lines[0] ?? []
  const options = Math.max(...lines.map(({ length }) => length))
  if (!start) return null
  const along = pitchOf(lines[0] ?? [], isVertical ? 'yMm' : 'xMm')
  const across = pitchOf(
    lines.flatMap((line) => line[0] ?? []),
    isVertical ? 'xMm' : 'yMm',
  )
  return {
    name,
    kind: kindOf(first),
    first: Number(/^choice:(\d+)/.exec(first.id)?.[1] ?? 0),
    lines: lines.length,
    options,
    letters: kindOf(first) === 'choice' ? lettersIn(lines) : '',
    direction: first.direction,
    multiple: first.multiple,
    outlined: first.outlined,
    shape: first.shape,
    x: start.xMm,
    y: start.yMm,
    pitchX: round(isVertical ? across : along) || round(start.widthMm * 1.5),
    pitchY: round(isVertical ? along : across) || round(start.heightMm * 1.5),
    width: start.widthMm,
    height: start.heightMm,
  }
}

function kindOf(field: BubbleField): GroupKind {
  if (field.kind === 'examNo' || field.kind === 'absent' || field.kind === 'misconduct')
    return field.kind
  return /^choice:\d+-\d+$/.test(field.id) ? 'digits' : 'choice'
}

/** The letters of the longest question. */
const lettersIn = (lines: readonly (readonly { value: string }[])[]) =>
  (lines.toSorted((a, b) => b.length - a.length)[0] ?? []).map(({ value }) => value).join('')

function pitchOf(points: readonly { xMm: number; yMm: number }[], axis: 'xMm' | 'yMm'): number {
  const [first] = points
  const last = points.at(-1)
  return first && last && points.length > 1 ? (last[axis] - first[axis]) / (points.length - 1) : 0
}

/** Fields of an evenly spaced grid. */
export function fieldsOf(spec: GroupSpec): BubbleField[] {
  const isVertical = spec.direction === 'vertical'
  const bubbleAt = (line: number, option: number, value: string, column: number) => {
    const [i, j] = isVertical ? [line, option] : [option, line]
    return {
      value,
      label: value,
      column,
      xMm: round(spec.x + i * spec.pitchX),
      yMm: round(spec.y + j * spec.pitchY),
      widthMm: spec.width,
      heightMm: spec.height,
    }
  }
  const row = (line: number, valueOf: (at: number) => string, column = 0) =>
    Array.from({ length: spec.options }, (_, at) => bubbleAt(line, at, valueOf(at), column))
  const field = (id: string, kind: BubbleFieldKind): Omit<BubbleField, 'bubbles'> => ({
    id,
    kind,
    direction: spec.direction,
    multiple: spec.multiple,
    shape: spec.shape,
    outlined: spec.outlined,
    group: spec.name,
  })
  const lines = Array.from({ length: spec.lines }, (_, line) => line)
  switch (spec.kind) {
    case 'examNo':
      return [
        { ...field('examNo', 'examNo'), bubbles: lines.flatMap((line) => row(line, String, line)) },
      ]
    case 'absent':
    case 'misconduct':
      return [{ ...field(spec.kind, spec.kind), bubbles: [bubbleAt(0, 0, spec.kind, 0)] }]
    case 'digits':
      return lines.map((line) => ({
        ...field(`choice:${spec.first}-${line + 1}`, 'choice'),
        bubbles: row(line, String),
      }))
    case 'choice':
      return lines.map((line) => ({
        ...field(`choice:${spec.first + line}`, 'choice'),
        bubbles: row(line, (at) => letterAt(spec.letters, at)),
      }))
  }
}

/** More options than were named go on with the first letters that are free. */
function letterAt(letters: string, at: number): string {
  const named = letters[at]
  if (named) return named
  const free = [...ALPHABET].filter((letter) => !letters.includes(letter))
  return free[at - letters.length] ?? ALPHABET[at] ?? 'A'
}
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

const SHAPE_KEYS = ['lines', 'options', 'direction', 'x', 'y', 'pitchX', 'pitchY', 'kind'] as const

/**
 * Makes a group what a person says it is. Bubbles stay exactly where they were found as long as only
 * numbers and meanings change; a new count or distance lays the grid out evenly.
 */
export function withSpec(page: TemplatePage, before: GroupSpec, after: GroupSpec): TemplatePage {
  const isRelaid = SHAPE_KEYS.some((key) => before[key] !== after[key])
  const isRenamed = after.kind === 'choice' && before.letters !== after.letters
  const made = isRelaid ? fieldsOf(after) : null
  const at = page.fields.findIndex(({ group }) => group === before.name)
  const own = page.fields.filter(({ group }) => group === before.name)
  const others = page.fields.filter(({ group }) => group !== before.name)
  const kept = own.map((field) => ({
    ...field,
    id: renumbered(field.id, after.first - before.first),
    multiple: after.multiple,
    outlined: after.outlined,
    shape: after.shape,
    bubbles: field.bubbles.map((b, option) => {
      const value = (isRenamed && after.letters[option]) || b.value
      return { ...b, value, label: value, widthMm: after.width, heightMm: after.height }
    }),
  }))
  const fields = [...others]
  fields.splice(Math.max(0, at), 0, ...(made ?? kept))
  return { ...page, fields }
}

export const renumbered = (id: string, by: number) =>
  id.replace(/^choice:(\d+)/, (_, no: string) => `choice:${Number(no) + by}`)

/** A copy of a group beside it, numbered on from the highest question. */
export function copied(pages: readonly TemplatePage[], page: TemplatePage, name: string) {
  const spec = specOf(page, name)
  if (!spec) return { page, name }
  const fresh = freeName(pages)
  const isQuestion = spec.kind === 'choice' || spec.kind === 'digits'
  const by = isQuestion ? lastNo(pages) + 1 - spec.first : 0
  const dx = spec.direction === 'vertical' ? spec.lines : spec.options
  const fields = page.fields
    .filter(({ group }) => group === name)
    .map((field) => ({
      ...field,
      id: isQuestion ? renumbered(field.id, by) : `${field.id}-2`,
      group: fresh,
      bubbles: field.bubbles.map((b) => ({ ...b, xMm: round(b.xMm + dx * spec.pitchX) })),
    }))
  return { page: { ...page, fields: [...page.fields, ...fields] }, name: fresh }
}

/** Highest question or block number of the sheet. */
export function lastNo(pages: readonly TemplatePage[]): number {
  const ids = pages.flatMap((page) => [
    ...page.fields.map(({ id }) => Number(/^choice:(\d+)/.exec(id)?.[1] ?? 0)),
    ...page.regions.map(({ blockKey }) => Number(blockKey) || 0),
  ])
  return Math.max(0, ...ids)
}

/** A group name that the sheet does not use yet. */
export function freeName(pages: readonly TemplatePage[]): string {
  const used = new Set(pages.flatMap((page) => page.fields.map(({ group }) => group)))
  let at = 1
  while (used.has(`n${at}`)) at++
  return `n${at}`
}
