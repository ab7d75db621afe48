import { createHash } from 'node:crypto'
import type { Db } from '@hengjuan/db'
import { atOneMoment, beside } from '../../../beside/beside.ts'
import { type FinalPaper, selectFinalPapers } from '../../marking/index.ts'
import { rankCandidates } from './build.ts'
import { gatherScores } from './gather.ts'
import type { ExamManifest } from './manifest.query.ts'
import type { SnapshotCandidate } from './snapshot-data.ts'

/** Changes when the way in which scores or ranks are computed does. */
export const RULE_VERSION = '2026-11'

/** Candidates whose rows are written at a time. */
export const ROWS_AT_ONCE = 500

/** What a version is made of, beside the candidates' rows. */
export interface Prepared {
  manifest: ExamManifest
  inputHash: string
  candidates: number
  /** Papers that were final then and not locked: their marks are in it. */
  unlocked: FinalPaper[]
}

/** Of the exams that are being released here; of each the rows that are still to be asked for. */
const prepared = new Map<string, SnapshotCandidate[]>()

/**
 * Makes a version of an exam's results, away from those who mark, and keeps its rows until `dropPrepared`.
 *
 * @param name under which its rows are asked for
 */
export const prepareSnapshot = beside(
  import.meta.url,
  'prepareSnapshot',
  async (reading, examId: number, name: string): Promise<Prepared> => {
    const { scores, unlocked } = await atOneMoment(reading, async (db) => ({
      scores: await gatherScores(db, examId),
      unlocked: await selectFinalPapers(db, examId),
    }))
    const candidates = rankCandidates(scores)
    prepared.set(name, candidates)
    return {
      manifest: scores.manifest,
      inputHash: hashOf(scores.manifest, candidates),
      candidates: candidates.length,
      unlocked,
    }
  },
)

/** Some of the rows as they are to be stored; null where they are not kept, as after the thread ended. */
export const preparedRows = beside(
  import.meta.url,
  'preparedRows',
  async (_, name: string, from: number) =>
    prepared
      .get(name)
      ?.slice(from, from + ROWS_AT_ONCE)
      .map(rowOf) ?? null,
)

export const dropPrepared = beside(import.meta.url, 'dropPrepared', async (_, name: string) => {
  prepared.delete(name)
})

type PreparedRow = ReturnType<typeof rowOf>

const rowOf = (candidate: SnapshotCandidate) => ({
  candidate_id: candidate.candidateId,
  student_id: candidate.studentId,
  class_id: candidate.classId,
  school_id: candidate.schoolId,
  exam_no: candidate.examNo,
  name: candidate.name,
  name_pinyin: candidate.namePinyin,
  total_milli: candidate.totalMilli,
  partial: candidate.partial ? 1 : 0,
  rank_school: candidate.rankSchool,
  rank_class: candidate.rankClass,
  results: JSON.stringify(candidate.subjects),
})

function hashOf(manifest: unknown, candidates: readonly SnapshotCandidate[]): string {
  return createHash('sha256')
    .update(JSON.stringify([RULE_VERSION, manifest, candidates]))
    .digest('hex')
}

/** Stores some rows of a version. */
export const insertRows = (db: Db, snapshotId: number, rows: readonly PreparedRow[]) =>
  db
    .insertInto('snapshot_row')
    .values(rows.map((row) => ({ snapshot_id: snapshotId, ...row })))
    .execute()
