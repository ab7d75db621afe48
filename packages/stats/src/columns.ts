import type { Milli } from '@hengjuan/domain'
import type { ResultManifest } from './manifest.ts'

/** Where there is no score, in columns of scores. */
export const NO_SCORE = -1
/** Where there is no rank, in columns of ranks. */
export const NO_RANK = 0
/** Where there is no district or city, in columns of places. */
export const NO_PLACE = 0xffff

/** Sets of candidates that somebody is ranked in, from the smallest. */
export const RANK_SCOPES = ['class', 'school', 'district', 'city', 'joint'] as const
export type RankScope = (typeof RANK_SCOPES)[number]

/**
 * Results of an exam by columns. Candidates are ordered by school, class and exam number: those of a class stand
 * together, and so do those of a school.
 */
export interface ResultColumns {
  n: number
  candidateId: Int32Array
  studentId: Int32Array
  /** Places in the manifest's `schools`, `classes` and `combos`. */
  school: Uint16Array
  klass: Uint16Array
  combo: Uint16Array
  /** Places in `districtIds` and `cityIds`; `NO_PLACE` where the school has none. */
  district: Uint16Array
  city: Uint16Array
  districtIds: readonly number[]
  cityIds: readonly number[]
  /** The class at place k holds the candidates from `classStart[k]` up to `classStart[k + 1]`. */
  classStart: Int32Array
  schoolStart: Int32Array
  examNo: readonly string[]
  name: readonly string[]
  pinyin: readonly string[]
  /** Total over subjects as it is shown, `NO_SCORE` where nothing was sat. */
  totalMilli: Int32Array
  /** 1 where a required subject is missing: the total is shown, not ranked and not averaged. */
  partial: Uint8Array
  /** `totalMilli` without those that are partial: what is counted. */
  countedTotalMilli: Int32Array
  /** In the order of the manifest. */
  subjects: readonly SubjectColumns[]
  ranks: Readonly<Record<RankScope, RankColumns>>
}

export interface SubjectColumns {
  id: number
  /** Attendance codes; 3 also where there was no row. */
  attendance: Int8Array
  /** `NO_SCORE` unless present and complete: what is shown is what is counted. */
  totalMilli: Int32Array
  objectiveMilli: Int32Array
  subjectiveMilli: Int32Array
  /** Place in the levels of the manifest's scheme, from 1; 0 for none. Taken among all who sat the exam. */
  level: Uint8Array
  /** In the order of the subject's questions. */
  items: readonly ItemColumn[]
}

/** Scores of a question; read them with `itemScore`, which knows who has none. */
export interface ItemColumn {
  /** A score is its value times this. */
  unit: Milli
  /** 0 where the question does not count for the candidate. */
  values: Uint8Array | Uint16Array | Int32Array
  /** Bit 0 for A, bit 1 for B; 0 for a blank. Null for a subjective question. */
  answers: Uint8Array | Uint16Array | Uint32Array | null
  /** Who is present and has the question not counted, as one of several to choose from. Null for nobody. */
  notCounted: Bitset | null
  /** Whose paper ended without a mark, as misconduct or void: 0 in the total, not in item statistics. */
  noMark: Bitset | null
  /** Whose answer to a subjective question was confirmed as blank. */
  notResponded: Bitset | null
}

/** One bit for each candidate, the lowest first. */
export type Bitset = Uint8Array

export interface RankColumns {
  total: Int32Array
  /** In the order of the manifest's subjects. */
  subjects: readonly Int32Array[]
}

/** A version of an exam's results as it was released: read once, kept in memory, never changed. */
export interface ResultVersion {
  snapshotId: number
  examId: number
  version: number
  createdAt: string
  overrideReason: string | null
  manifest: ResultManifest
  columns: ResultColumns
}

export const hasBit = (bits: Bitset | null, place: number): boolean =>
  bits !== null && ((bits[place >> 3]! >> (place & 7)) & 1) === 1

/** Points of a candidate in a question as they are shown; null where it does not count for the candidate. */
export const itemScore = (
  { attendance }: Pick<SubjectColumns, 'attendance'>,
  item: ItemColumn,
  place: number,
): Milli | null =>
  attendance[place] !== 0 || hasBit(item.notCounted, place) ? null : item.values[place]! * item.unit

/** Letters of a candidate's answer, `''` for a blank; null for a subjective question. */
export function answerOf({ answers }: ItemColumn, place: number): string | null {
  if (!answers) return null
  let letters = ''
  for (let mask = answers[place]!, option = 0; mask > 0; mask >>>= 1, option++)
    if (mask & 1) letters += String.fromCharCode(65 + option)
  return letters
}
