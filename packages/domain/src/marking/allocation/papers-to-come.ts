import type { MarkMode } from '../../mark-codes.ts'

/** What is known of the sheets of a subject, against the papers that one of its blocks has. */
export interface RollCall {
  /** Candidates who were there, and those of whom nothing is known: attendance 0 and -1. */
  present: number
  noRecord: number
  papers: number
  /** `closed`: every batch that was opened is closed. `over`: the subject went on to its reports. */
  scanning: 'open' | 'closed' | 'over'
  /** Of those without a record, who are of a class of which no sheet has come at all. */
  unbegun: number
}

/**
 * How many papers scanning may still bring to a block. While it goes on, everybody expected may have one. Between
 * batches, and after the last one, whoever has none in a class that was scanned will hardly get one, but a class of
 * which nothing has come is probably next.
 *
 * @source domain rules 4.1: units to mark in the block
 */
export function papersToCome({ present, noRecord, papers, scanning, unbegun }: RollCall): number {
  const missing = Math.max(0, present + noRecord - papers)
  if (scanning === 'over') return 0
  return scanning === 'open' ? missing : Math.min(missing, Math.max(0, present - papers) + unbegun)
}

/**
 * First and second readings of papers that are still to come, estimated: which of them are read twice shows when
 * they are there.
 *
 * @param doubleRatio share of papers read twice, percent
 */
export const readingsToCome = (papers: number, mode: MarkMode, doubleRatio: number): number =>
  papers + (mode === 0 ? 0 : Math.ceil((papers * doubleRatio) / 100))
