import type { avoidedPairs, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { holdMarkers, lockAllocation, releaseClaims, withRetry } from '../../marking-core/index.ts'
import { selectMarkingStaff } from '../allocation/marking-staff.query.ts'
import {
  insertPairs,
  type NewPair,
  selectAllPairs,
  selectClaimsOfPairs,
  selectMarkersOf,
  selectPairs,
  updateHasRelatives,
  updateRemoved,
} from './avoided-pair.query.ts'
import { findCandidate } from './people.query.ts'

interface Exam {
  id: number
  school_id: number
}

export async function pairList(
  services: Services,
  examId: number,
): Promise<ReplyOf<typeof avoidedPairs>['list']> {
  const rows = await selectPairs(services.db, examId)
  return rows.map((row) => ({ ...row, marker_school: row.marker_school ?? '' }))
}

/**
 * Keeps a teacher from a candidate's papers, in every subject of the exam. What they hold goes back.
 *
 * @throws AppError STAFF_NOT_FOUND, CANDIDATE_UNKNOWN, MARKING_PAIR_EXISTS
 */
export async function addPair(services: Services, exam: Exam, pair: NewPair, userId: number) {
  const { db } = services
  const staff = await selectMarkingStaff(db, exam)
  const marker = staff.find(({ id }) => id === pair.markerId)
  if (!marker) throw new AppError('STAFF_NOT_FOUND')
  const candidate = await findCandidate(db, exam.id, pair.candidateId)
  if (!candidate) throw new AppError('CANDIDATE_UNKNOWN')
  const known = (await selectAllPairs(db, exam.id)).some(
    (row) =>
      row.removed_at === null &&
      row.user_id === pair.markerId &&
      row.candidate_id === pair.candidateId,
  )
  if (known)
    throw new AppError('MARKING_PAIR_EXISTS', { marker: marker.name, candidate: candidate.name })
  return writePairs(services, exam.id, [pair], userId)
}

/** Writes pairs that were checked, and takes back what is in hands that must not hold it. */
export async function writePairs(
  services: Services,
  examId: number,
  pairs: readonly NewPair[],
  userId: number,
): Promise<{ pairIds: number[]; recalled: number }> {
  const at = isoNow(services.clock)
  const pairIds = await withRetry(services, async (db) => {
    await holdExam(
      db,
      examId,
      pairs.map(({ markerId }) => markerId),
    )
    const ids = await insertPairs(db, examId, pairs, { userId, at })
    await updateHasRelatives(db, examId)
    return ids
  })
  return { pairIds, recalled: await recall(services, pairIds, userId) }
}

export async function removePairs(
  services: Services,
  examId: number,
  pairIds: readonly number[],
  userId: number,
): Promise<{ pairIds: number[]; recalled: number }> {
  const removed = { userId, at: isoNow(services.clock) }
  const changed = await withRetry(services, async (db) => {
    await holdExam(db, examId, [])
    const ids = await updateRemoved(db, { examId, pairIds }, removed)
    await updateHasRelatives(db, examId)
    return ids
  })
  return { pairIds: changed, recalled: 0 }
}

/** Puts pairs back that were taken away. */
export async function restorePairs(
  services: Services,
  examId: number,
  pairIds: readonly number[],
  userId: number,
): Promise<{ pairIds: number[]; recalled: number }> {
  const changed = await withRetry(services, async (db) => {
    await holdExam(db, examId, await selectMarkersOf(db, pairIds))
    const ids = await updateRemoved(db, { examId, pairIds }, null)
    await updateHasRelatives(db, examId)
    return ids
  })
  return { pairIds: changed, recalled: await recall(services, changed, userId) }
}

/**
 * Whether an exam has pairs is counted by one at a time. What these markers are taking at this moment is taken before,
 * and found in their hands; from then on they are kept from it.
 */
async function holdExam(db: Db, examId: number, markerIds: readonly number[]): Promise<void> {
  const blocks = await db
    .selectFrom('block')
    .select('id')
    .where('exam_id', '=', examId)
    .orderBy('id')
    .execute()
  const ids = blocks.map(({ id }) => id)
  await lockAllocation(db, ...ids)
  if (markerIds.length > 0) await holdMarkers(db, ids, markerIds)
}

async function recall(
  services: Services,
  pairIds: readonly number[],
  userId: number,
): Promise<number> {
  const claims = await selectClaimsOfPairs(services.db, pairIds)
  return releaseClaims(services, claims, 'recalled', userId)
}
