import type { FieldReading } from './page-reading.ts'

/** What was seen of an exam number, from bubbles or from a barcode. */
export interface NumberEvidence {
  /** One character a column, `?` where it is unreadable. */
  text: string
  /** Per column, how probably each digit was marked; null where only the text is known. */
  columns: ReadonlyMap<string, number>[] | null
}

/** The bubbled number as evidence. */
export function numberEvidence(field: FieldReading): NumberEvidence {
  const columns = field.values.map((_, column) => {
    const own = field.bubbles.filter((bubble) => bubble.column === column)
    return new Map(own.map(({ value, filled }) => [value, filled]))
  })
  return {
    text: field.values.map((value) => value || '?').join(''),
    columns: field.bubbles.length > 0 ? columns : null,
  }
}

/** A column whose marks are all less probable than this was left empty. */
const emptyColumn = 0.05
/** A mark this probable in an unreadable column speaks against another digit. */
const plainMark = 0.9

/**
 * How a bubbled number stands to the number of a barcode: nothing filled, the same in every column,
 * compatible where some columns are unreadable, or different.
 */
export function numberAgreement(
  field: FieldReading,
  code: string,
): 'unfilled' | 'same' | 'compatible' | 'different' {
  const { text, columns } = numberEvidence(field)
  if (field.state === 'blank' && /^\?*$/.test(text)) return 'unfilled'
  if (text.length !== code.length) return 'different'
  if (text === code) return 'same'
  const fits = [...text].every((digit, column) => {
    if (digit !== '?') return digit === code[column]
    const marks = columns?.[column]
    const own = marks?.get(code[column]!) ?? 0
    const others = Math.max(0, ...(marks?.values() ?? []))
    return own > emptyColumn || others < plainMark
  })
  return fits ? 'compatible' : 'different'
}

/** A candidate whose number what was seen may stand for. */
export interface NumberProposal {
  examNo: string
  /** Probability among all candidates and a number that nobody has, 0 to 1. */
  probability: number
}

/** What the roster says about a number. It flags and proposes; it never changes what was read. */
export type RosterCheck =
  | { kind: 'listed'; examNo: string }
  /** Read in full, but nobody has it. */
  | { kind: 'unlisted'; proposals: NumberProposal[] }
  /** Some columns are unreadable: a person must say who it is, be only one candidate left. */
  | { kind: 'ambiguous'; proposals: NumberProposal[] }

/** Slips of the pencil per column, and swaps of two neighbouring digits per number. */
const slip = 0.015
const swap = 0.004
/** How often a number is nobody's on the roster: a guest, another exam's sheet. */
const stranger = 0.02
const leastProbability = 0.001
const mostProposals = 8

/**
 * Holds a number against the candidates' numbers and proposes the likeliest, best first.
 *
 * @param roster numbers of the candidates, in any order
 */
export function checkAgainstRoster(
  evidence: NumberEvidence,
  roster: readonly string[],
): RosterCheck {
  const { text } = evidence
  const isWhole = text !== '' && !text.includes('?')
  if (isWhole && roster.includes(text)) return { kind: 'listed', examNo: text }
  return { kind: isWhole ? 'unlisted' : 'ambiguous', proposals: proposalsOf(evidence, roster) }
}

function proposalsOf(evidence: NumberEvidence, roster: readonly string[]): NumberProposal[] {
  const likelihoods = roster.map((examNo) => likelihood(evidence, examNo) / roster.length)
  const nobody = stranger * 0.1 ** readable(evidence)
  const total = likelihoods.reduce((sum, value) => sum + value, nobody)
  return roster
    .map((examNo, i) => ({ examNo, probability: likelihoods[i]! / total }))
    .filter(({ probability }) => probability >= leastProbability)
    .toSorted((a, b) => b.probability - a.probability || (a.examNo < b.examNo ? -1 : 1))
    .slice(0, mostProposals)
}

const readable = ({ text }: NumberEvidence) => [...text].filter((digit) => digit !== '?').length

/** How probably a candidate with this number leaves what was seen; unreadable empty columns tell nothing. */
function likelihood({ text, columns }: NumberEvidence, examNo: string): number {
  if (examNo.length !== text.length) return 0
  let product = 1
  for (let column = 0; column < text.length; column++) {
    const read = text[column]!
    const meant = examNo[column]!
    if (read === meant) product *= 1 - slip
    else if (read !== '?') product *= slip / 9
    else product *= columnLikelihood(columns?.[column], meant)
  }
  return isSwapped(text, examNo) ? Math.max(product, swap) : product
}

/** Of several marks in one column, the likelier ones speak for their digits. */
function columnLikelihood(marks: ReadonlyMap<string, number> | undefined, meant: string): number {
  const values = [...(marks?.values() ?? [])]
  if (Math.max(0, ...values) < emptyColumn) return 1
  const sum = values.reduce((total, value) => total + value, 0)
  return ((marks?.get(meant) ?? 0) + slip / 9) / (sum + slip)
}

/** Do two neighbouring digits stand in each other's place, and all else agree? */
function isSwapped(text: string, examNo: string): boolean {
  const first = [...text].findIndex((digit, i) => digit !== examNo[i])
  if (first < 0 || first + 1 >= text.length) return false
  const swapped = text.slice(0, first) + text[first + 1]! + text[first]! + text.slice(first + 2)
  return swapped === examNo
}
