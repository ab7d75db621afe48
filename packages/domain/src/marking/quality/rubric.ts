import { formatMilli, type Milli } from '../../milli.ts'
import type { ScorePoint } from './grid.ts'

export const RUBRIC_LIMITS = { text: 20_000, entries: 200, entryText: 300, note: 200 } as const

/** One reason for points of one score point. */
export interface RubricEntry {
  /** The same in every version in which the entry stands. */
  id: string
  /** The score point that it belongs to, by a name that outlives a new cut of the block. */
  point: string
  text: string
  /** What it gives the point; below zero for what it takes away. */
  milli: Milli
}

/** 评分标准: what markers go by, in one version. */
export interface Rubric {
  text: string
  entries: readonly RubricEntry[]
}

export const EMPTY_RUBRIC: Rubric = { text: '', entries: [] }

/**
 * What entries of a point give it together. Where all of them take away, or the block is marked by taking
 * away, they begin at full marks; else they add up from nothing. Never below zero or above full.
 *
 * @param chosen points of the entries, at least one
 */
export function scoreOfEntries(
  chosen: readonly Milli[],
  { fullMilli }: Pick<ScorePoint, 'fullMilli'>,
  isDeductive = false,
): Milli {
  const sum = chosen.reduce((before, milli) => before + milli, 0)
  const score = isDeductive || chosen.every((milli) => milli < 0) ? fullMilli + sum : sum
  return Math.min(fullMilli, Math.max(0, score))
}

/** What an entry gives, or takes away, as people read it: `2 分`, `−0.5 分`. */
export const worthText = (milli: Milli): string =>
  milli < 0 ? `−${formatMilli(-milli)} 分` : `${formatMilli(milli)} 分`

/** Entries in one line, each with what it gives. */
export const entriesText = (entries: readonly Pick<RubricEntry, 'text' | 'milli'>[]): string =>
  entries.map(({ text, milli }) => `${text} ${worthText(milli)}`).join('、')

/** Can a point be given what this entry says? */
export const fitsPoint = (milli: Milli, { fullMilli, stepMilli }: ScorePoint): boolean =>
  Number.isSafeInteger(milli) && milli % stepMilli === 0 && Math.abs(milli) <= fullMilli

/** A line of the text before or after, or of both. */
export interface RubricLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

export type EntryChange =
  | { kind: 'added' | 'removed'; entry: RubricEntry }
  | { kind: 'changed'; before: RubricEntry; entry: RubricEntry }

export interface RubricDifference {
  /** All lines of both texts in order; empty where the text is the same. */
  lines: RubricLine[]
  /** In the order of the new version, what was taken away last. */
  entries: EntryChange[]
}

/** What markers have to know who went by one version and go by another now. */
export function rubricDifference(before: Rubric, after: Rubric): RubricDifference {
  const old = new Map(before.entries.map((entry) => [entry.id, entry]))
  const kept = new Set(after.entries.map(({ id }) => id))
  return {
    lines: before.text === after.text ? [] : lineDifference(before.text, after.text),
    entries: [
      ...after.entries.flatMap((entry): EntryChange[] => {
        const was = old.get(entry.id)
        if (!was) return [{ kind: 'added', entry }]
        return isSameEntry(was, entry) ? [] : [{ kind: 'changed', before: was, entry }]
      }),
      ...before.entries
        .filter(({ id }) => !kept.has(id))
        .map((entry): EntryChange => ({ kind: 'removed', entry })),
    ],
  }
}

/** Do two versions say the same, in the same order? */
export const isSameRubric = (a: Rubric, b: Rubric): boolean =>
  a.text === b.text &&
  a.entries.length === b.entries.length &&
  a.entries.every((entry, at) => {
    const other = b.entries[at]
    return other !== undefined && entry.id === other.id && isSameEntry(entry, other)
  })

const isSameEntry = (a: RubricEntry, b: RubricEntry): boolean =>
  a.point === b.point && a.text === b.text && a.milli === b.milli

/** Longest common lines; a text has at most so many that the table of them stays small. */
const MOST_LINES = 1000

function lineDifference(before: string, after: string): RubricLine[] {
  const [a, b] = [linesOf(before), linesOf(after)]
  // Longer than anybody writes one: all of it is new.
  if (a.length > MOST_LINES || b.length > MOST_LINES)
    return [...a.map(lineOf('removed')), ...b.map(lineOf('added'))]
  const common = commonLengths(a, b)
  const lines: RubricLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]]
    if (left !== undefined && left === right) {
      lines.push({ kind: 'same', text: left })
      i++
      j++
    } else if (
      left !== undefined &&
      (right === undefined || (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0))
    ) {
      lines.push({ kind: 'removed', text: left })
      i++
    } else {
      lines.push({ kind: 'added', text: right ?? '' })
      j++
    }
  }
  return lines
}

const lineOf =
  (kind: RubricLine['kind']) =>
  (text: string): RubricLine => ({ kind, text })

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'))

/** How many lines the rests of both texts have in common, by where the rests begin. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () => Array<number>(b.length + 1).fill(0))
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i]![j] =
        a[i] === b[j]
          ? 1 + (lengths[i + 1]?.[j + 1] ?? 0)
          : Math.max(lengths[i + 1]?.[j] ?? 0, lengths[i]?.[j + 1] ?? 0)
  return lengths
}
