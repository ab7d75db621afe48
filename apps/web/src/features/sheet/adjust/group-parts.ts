import type { BubbleField, TemplatePage } from '@hengjuan/domain'
import { groupsOf } from './elements.ts'
import { freeName, lastNo, renumbered, specOf } from './group-spec.ts'

/** Where a grid is cut: after so many questions (digits of a number), or after so many options of each. */
export interface Cut {
  across: 'lines' | 'options'
  after: number
}

/**
 * Cuts a grid in two; no bubble moves. Cut between options, the right half becomes questions of its own,
 * lettered from A and numbered on from the highest of the sheet.
 *
 * @returns the page and the names of both halves; the page as it is where nothing would be left on one side
 */
export function split(
  pages: readonly TemplatePage[],
  page: TemplatePage,
  name: string,
  { across, after }: Cut,
): { page: TemplatePage; names: string[] } {
  const spec = specOf(page, name)
  const most = across === 'lines' ? spec?.lines : spec?.options
  const isPossible =
    spec && (spec.kind === 'choice' || spec.kind === 'digits') && after > 0 && after < (most ?? 0)
  if (!isPossible) return { page, names: [name] }
  const fresh = freeName(pages)
  let line = -1
  let next = lastNo(pages) + 1
  const fields = page.fields.flatMap((field): BubbleField[] => {
    if (field.group !== name) return [field]
    line++
    if (across === 'lines') return [{ ...field, group: line < after ? name : fresh }]
    const id = spec.kind === 'choice' ? `choice:${next++}` : renumbered(field.id, next - spec.first)
    const rest = field.bubbles.slice(after)
    const own = { ...field, bubbles: field.bubbles.slice(0, after) }
    if (rest.length === 0) return [own]
    const bubbles = rest.map((bubble, at) => {
      const value = spec.kind === 'choice' ? letterAt(at) : String(at)
      return { ...bubble, value, label: value }
    })
    return [own, { ...field, id, group: fresh, bubbles }]
  })
  return { page: { ...page, fields }, names: [name, fresh] }
}

/**
 * Makes one grid of several; no bubble moves. Options that go on evenly in the same lines become those of one
 * question, lettered on; otherwise every question keeps its number. Digits beside an exam number become
 * further digits of it, from left to right or from top to bottom.
 *
 * @returns null where what was chosen cannot be one: questions and a number, or boxes of other kinds
 */
export function merged(page: TemplatePage, names: readonly string[]): TemplatePage | null {
  const groups = groupsOf(page).filter(({ name }) => names.includes(name))
  const kinds = groups.map(({ name }) => specOf(page, name)?.kind)
  const [first] = groups
  const [head] = first?.fields ?? []
  if (!first || !head || groups.length < 2) return null
  if (kinds.some((kind) => kind === 'absent' || kind === 'misconduct')) return null
  const isOwn = ({ group }: BubbleField) => names.includes(group)
  const own = page.fields.filter(isOwn)
  if (!kinds.includes('examNo')) {
    if (new Set(kinds).size > 1) return null
    const fields =
      optionsJoined(groups.map((group) => group.fields)) ??
      own.map((field) => ({ ...field, group: first.name }))
    return { ...page, fields: replaced(page.fields, isOwn, fields) }
  }
  if (kinds.includes('choice')) return null
  const number = own.find(({ kind }) => kind === 'examNo') ?? head
  const axis = number.direction === 'vertical' ? 'xMm' : 'yMm'
  const columns = own
    .flatMap(({ bubbles }) => [...Map.groupBy(bubbles, ({ column }) => column).values()])
    .map((line) => ({ line, at: line[0]?.[axis] ?? 0 }))
    .sort((a, b) => a.at - b.at)
  const bubbles = columns.flatMap(({ line }, column) => line.map((b) => ({ ...b, column })))
  return { ...page, fields: replaced(page.fields, isOwn, [{ ...number, bubbles }]) }
}

/** Options further apart than this many of their usual distances are those of another question. */
const FARTHEST_PITCHES = 1.4

/**
 * Two grids whose options go on evenly in the same lines are halves of the same questions: their options
 * follow one another. Null where they are questions of their own.
 */
function optionsJoined(grids: readonly BubbleField[][]): BubbleField[] | null {
  const [near, far] = grids.toSorted((a, b) => placeOf(a) - placeOf(b))
  if (grids.length !== 2 || !near || !far || near.length !== far.length) return null
  const joined = near.map((field, line): BubbleField | null => {
    const [along, across] =
      field.direction === 'vertical' ? (['yMm', 'xMm'] as const) : (['xMm', 'yMm'] as const)
    const [first, second] = field.bubbles
    const last = field.bubbles.at(-1)
    const rest = far[line]?.bubbles ?? []
    const [next] = rest
    if (!first || !last || !next || far[line]?.direction !== field.direction) return null
    const pitch = (second ?? next)[along] - first[along]
    const gap = next[along] - last[along]
    const isBeside = Math.abs(next[across] - last[across]) < last.widthMm / 2
    if (!isBeside || gap <= 0 || gap > FARTHEST_PITCHES * pitch) return null
    const isDigits = /^\d$/.test(first.value)
    const bubbles = [...field.bubbles, ...rest].map((bubble, at) => {
      const value = isDigits ? String(at) : letterAt(at)
      return { ...bubble, value, label: value }
    })
    return { ...field, bubbles }
  })
  return joined.every((field) => field !== null) ? joined : null
}

/** How far along its options a grid begins, millimetres. */
function placeOf(fields: readonly BubbleField[]): number {
  const [first] = fields
  const [bubble] = first?.bubbles ?? []
  return (first?.direction === 'vertical' ? bubble?.yMm : bubble?.xMm) ?? 0
}

/** Fields with some of them taken out and others put where the first of these was. */
function replaced(
  fields: readonly BubbleField[],
  isOld: (field: BubbleField) => boolean,
  made: readonly BubbleField[],
): BubbleField[] {
  const at = fields.findIndex(isOld)
  return fields.filter((field) => !isOld(field)).toSpliced(Math.max(0, at), 0, ...made)
}

const letterAt = (at: number) => String.fromCharCode(65 + at)

/** What a person typed as option letters; null where they are too few, doubled or no letters. */
export function lettersOf(text: string): string | null {
  const letters = text.toUpperCase().replaceAll(/[\s,，、]/g, '')
  const isWhole = /^[A-Z]{1,26}$/.test(letters)
  return isWhole && new Set(letters).size === letters.length ? letters : null
}
