import { ABSENT, NO_RECORD, NOT_SELECTED, PRESENT } from '@hengjuan/domain'
import { describe, expect, test } from 'vitest'
import type { Services } from '../../services.ts'
import { openTestApp } from '../../testing/index.ts'
import { seedTinyExam } from '../../testing/tiny-exam.ts'
import { selectRollCall, selectRollCalls } from './roll-call.query.ts'

const CHINESE = 1

describe.each(['sqlite', 'postgres'] as const)('roll call on %s', (kind) => {
  test('roll call: absent candidates are not expected, and one with a sheet is not counted as scanned', async () => {
    const { services, school } = await openTestApp(kind)
    const { db } = services
    const { examId } = await seedTinyExam(services, school)
    const before = await selectRollCall(db, examId, CHINESE)
    expect(before.scanned).toBe(0)
    const people = await db
      .selectFrom('candidate_subject')
      .where('exam_id', '=', examId)
      .where('subject_id', '=', CHINESE)
      .select(['candidate_id', 'attendance'])
      .execute()
    const of = (...codes: number[]) => people.filter((one) => codes.includes(one.attendance))
    expect(before).toMatchObject({
      expected: of(PRESENT, NO_RECORD).length,
      absent: of(ABSENT).length,
    })
    expect(of(NOT_SELECTED).length + before.expected + before.absent).toBe(people.length)

    const [first] = of(PRESENT)
    const candidateId = first?.candidate_id ?? 0
    await giveSheet(services, school.userIds['scanner'] ?? 0, examId, candidateId)
    const scanned = await selectRollCall(db, examId, CHINESE)
    expect(scanned).toEqual({ ...before, scanned: 1 })

    await db
      .updateTable('candidate_subject')
      .set({ attendance: ABSENT })
      .where('candidate_id', '=', candidateId)
      .where('subject_id', '=', CHINESE)
      .execute()
    expect(await selectRollCall(db, examId, CHINESE)).toEqual({
      expected: before.expected - 1,
      scanned: 0,
      absent: before.absent + 1,
    })
    expect((await selectRollCalls(db, examId)).get(CHINESE)).toEqual(
      await selectRollCall(db, examId, CHINESE),
    )
  })
})

async function giveSheet(
  { db }: Pick<Services, 'db'>,
  operatorId: number,
  examId: number,
  candidateId: number,
): Promise<void> {
  const at = '2026-11-20T01:00:00.000Z'
  const place = { exam_id: examId, subject_id: CHINESE }
  await db
    .insertInto('scan_batch')
    .values({ id: 'b', ...place, station: 's', operator_id: operatorId, label: '1', opened_at: at })
    .execute()
  await db
    .insertInto('scan_sheet')
    .values({
      id: 's',
      ...place,
      batch_id: 'b',
      seq: 1,
      content_hash: 'x',
      candidate_id: candidateId,
      state: 'active',
      received_at: at,
      version: 1,
    })
    .execute()
}
