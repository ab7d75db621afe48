import type { NeedlessFlag, PageOutcome, SilentError } from './compare.ts'

/** Counts of many pages. */
export interface Tally {
  pages: number
  bubbles: number
  fields: number
  right: number
  clear: number
  flaggedNeedlessly: number
  flaggedRightly: number
  rejected: number
  /** Pages on which the reader threw. */
  crashed: number
  lost: number
  silent: number
  barcodesRead: number
  barcodesMissing: number
  /** Marks written in boxes; see `DigitOutcome`. */
  digitsWritten: number
  digitsRight: number
  digitsSure: number
  digitsSureWrong: number
  /** Furthest that any bubble was looked for from its place, millimetres. */
  offMm: number
  /** Pages by issue code. */
  issues: Record<string, number>
}

/** Probabilities given, sorted into bins, and how many of each came true. */
export interface Reliability {
  /** Upper ends of the bins; the last is 1. */
  ends: number[]
  counts: number[]
  trues: number[]
  /** Sum of the probabilities of each bin. */
  sums: number[]
}

/** A silent error with all that is needed to make the sheet again. */
export type FoundError = SilentError & { index: number; cell: string; design: string }

export interface CorpusResult {
  mode: string
  seed: string
  degradation: string | null
  engine: string
  from: number
  to: number
  sheets: number
  seconds: number
  cpuMsPerPage: { simulate: number; read: number }
  total: Tally
  cells: Record<string, Tally>
  options: Reliability
  fields: Reliability
  silentErrors: FoundError[]
  crashes: { index: number; cell: string; design: string; stack: string }[]
  /** The first of those flagged needlessly, and of the pages rejected. */
  needlessFlags: (NeedlessFlag & { index: number; cell: string; design: string })[]
  rejections: { index: number; cell: string; design: string; issues: string[] }[]
}

/** How many needless flags and rejections a result names; the counts are always whole. */
export const MOST_NAMED = 1000

/** Bins are narrow where it matters: near certainty at both ends. */
const BIN_ENDS = [
  0.0001, 0.001, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999, 0.9999,
  1,
]

export const emptyReliability = (): Reliability => ({
  ends: BIN_ENDS,
  counts: BIN_ENDS.map(() => 0),
  trues: BIN_ENDS.map(() => 0),
  sums: BIN_ENDS.map(() => 0),
})

export const emptyTally = (): Tally => ({
  pages: 0,
  bubbles: 0,
  fields: 0,
  right: 0,
  clear: 0,
  flaggedNeedlessly: 0,
  flaggedRightly: 0,
  rejected: 0,
  crashed: 0,
  lost: 0,
  silent: 0,
  barcodesRead: 0,
  barcodesMissing: 0,
  digitsWritten: 0,
  digitsRight: 0,
  digitsSure: 0,
  digitsSureWrong: 0,
  offMm: 0,
  issues: {},
})

export function addPage(tally: Tally, page: PageOutcome): void {
  tally.pages++
  tally.bubbles += page.bubbles
  tally.fields += page.fields
  tally.right += page.right
  tally.clear += page.clear
  tally.flaggedNeedlessly += page.flaggedNeedlessly
  tally.flaggedRightly += page.flaggedRightly
  tally.rejected += page.rejected ? 1 : 0
  tally.crashed += page.crash === null ? 0 : 1
  tally.lost += page.lost
  tally.silent += page.silent.length
  tally.barcodesRead += page.barcodes.read
  tally.barcodesMissing += page.barcodes.missing
  tally.digitsWritten += page.digits.written
  tally.digitsRight += page.digits.right
  tally.digitsSure += page.digits.sure
  tally.digitsSureWrong += page.digits.sureWrong
  tally.offMm = Math.max(tally.offMm, page.offMm ?? 0)
  for (const code of page.issues) tally.issues[code] = (tally.issues[code] ?? 0) + 1
}

export function addClaims(reliability: Reliability, claims: PageOutcome['fieldClaims']): void {
  for (const { probability, isTrue } of claims) {
    const bin = BIN_ENDS.findIndex((end) => probability <= end)
    reliability.counts[bin]!++
    reliability.sums[bin]! += probability
    if (isTrue) reliability.trues[bin]!++
  }
}

/** Joins the results of index ranges of one order. */
export function joinResults(results: readonly CorpusResult[]): CorpusResult {
  const [first] = results
  if (!first) throw new RangeError('nothing to join')
  const joined: CorpusResult = {
    ...first,
    from: Math.min(...results.map(({ from }) => from)),
    to: Math.max(...results.map(({ to }) => to)),
    sheets: 0,
    seconds: 0,
    total: emptyTally(),
    cells: {},
    options: emptyReliability(),
    fields: emptyReliability(),
    silentErrors: results.flatMap(({ silentErrors }) => silentErrors),
    crashes: results.flatMap(({ crashes }) => crashes),
    needlessFlags: results.flatMap(({ needlessFlags }) => needlessFlags).slice(0, MOST_NAMED),
    rejections: results.flatMap(({ rejections }) => rejections).slice(0, MOST_NAMED),
  }
  for (const result of results) {
    joined.sheets += result.sheets
    joined.seconds += result.seconds
    addTally(joined.total, result.total)
    for (const [cell, tally] of Object.entries(result.cells))
      addTally((joined.cells[cell] ??= emptyTally()), tally)
    addReliability(joined.options, result.options)
    addReliability(joined.fields, result.fields)
  }
  return joined
}

function addTally(to: Tally, from: Tally): void {
  for (const [key, value] of Object.entries(from) as [keyof Tally, Tally[keyof Tally]][]) {
    if (key === 'offMm') to.offMm = Math.max(to.offMm, from.offMm)
    else if (key === 'issues') {
      for (const [code, count] of Object.entries(from.issues))
        to.issues[code] = (to.issues[code] ?? 0) + count
    } else to[key] += value as number
  }
}

function addReliability(to: Reliability, from: Reliability): void {
  for (const list of ['counts', 'trues', 'sums'] as const)
    for (const [bin, value] of from[list].entries()) to[list][bin]! += value
}
