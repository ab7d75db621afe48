import type { Db } from '@hengjuan/db'
import { everyDatabase } from '@hengjuan/db/testing'
import type { MarkEvent } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { openMovedSheets } from '../../marking/testing/moved-sheets.ts'
import type { Services } from '../../../services.ts'
import { applyEvent } from './apply-event.ts'
import { unlockInPieces, unlockUnits } from './lock-units.ts'
import { unitCounts } from './unit-counts.query.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { withRetry } from './with-retry.ts'

everyDatabase('a marked paper whose sheet is another candidate’s on %s', (kind) => {
  const GONE = { state: 'WAIT_IMAGE', final_milli: null, images: '[]' }

  /** The first candidate's paper has 8 points, of whoever marked it. */
  async function open(mode: 0 | 1 = 0) {
    const moved = await openMovedSheets(kind, { mode })
    const { markerIds, unitOf, first, services, leaderId } = moved
    const { id } = await unitOf(first)
    for (const marker of markerIds.slice(0, mode + 1))
      for (let paper = 0; paper < 2; paper++)
        await moved.mark(marker, (unitId) => (unitId === id ? 8 : 3))
    const send = (event: MarkEvent) =>
      withRetry(services, (db) => applyEvent(db, services, id, event, { userId: leaderId }))
    const flagged = async () =>
      (await services.db.selectFrom('unit').select('flags').execute()).filter(({ flags }) =>
        flags.includes('sheet_gone'),
      ).length
    return { ...moved, id, send, flagged }
  }

  test.for([['forwards'], ['backwards']] as const)(
    'gives the first candidate no mark, and is marked anew as the other’s (%s)',
    async ([direction]) => {
      const opened = await open()
      const { first, second, sheet, other, unitOf, assign, services, examId, flagged } = opened
      expect(await unitOf(first)).toMatchObject({ state: 'FINAL', final_milli: 8000 })
      const order = direction === 'forwards' ? [first, second] : [second, first]
      await assign({ [other]: null, [sheet]: second }, order)
      expect([await unitOf(first), await flagged()]).toMatchObject([GONE, 0])
      expect(await unitOf(second)).toMatchObject({ state: 'READY', final_milli: null })
      // One paper of two is there to be marked, and nothing waits for the other.
      const { total, final } = await unitCounts(services.db, examId, SUBJECT)
      expect([total, final]).toEqual([1, 0])
      const scored = await services.db
        .selectFrom('candidate_subject')
        .select('subjective_milli')
        .where('candidate_id', '=', first)
        .executeTakeFirstOrThrow()
      expect(scored.subjective_milli).toBe(null)
    },
  )

  test('counts again once the sheet is the first one’s after all, as it was decided', async () => {
    const { first, sheet, unitOf, assign, services, id, send, leaderId } = await open(1)
    const { id: readingId } = await services.db
      .selectFrom('reading')
      .select('id')
      .where('unit_id', '=', id)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await send({
      type: 'spot_correct',
      readingId,
      checkerId: leaderId,
      scores: [9000],
      isRejection: false,
    })
    await assign({ [sheet]: null })
    expect(await unitOf(first)).toMatchObject(GONE)
    await assign({ [sheet]: first })
    expect(await unitOf(first)).toMatchObject({
      state: 'FINAL',
      final_milli: 9000,
      final_source: 'SPOT',
    })
    const readings = await services.db
      .selectFrom('reading')
      .select(['state', 'total_milli'])
      .where('unit_id', '=', id)
      .execute()
    expect(readings).toEqual([
      { state: 'submitted', total_milli: 8000 },
      { state: 'submitted', total_milli: 8000 },
    ])
  })

  test.for([
    ['found before the release', false],
    ['found behind it, once it is withdrawn', true],
  ] as const)('takes the mark along that was written on it, %s', async ([, isPublished]) => {
    const { first, second, sheet, other, unitOf, assign, services, examId, send, flagged } =
      await open()
    await send({ type: 'reset' })
    await send({ type: 'offline_mark', by: 0, totalMilli: 5000 })
    expect(await unitOf(first)).toMatchObject({ state: 'FINAL', final_source: 'OFFLINE' })
    if (isPublished) await send({ type: 'lock' })
    await assign({ [other]: null, [sheet]: second })
    const kept = isPublished ? { state: 'LOCKED', final_milli: 5000 } : GONE
    expect(await unitOf(first)).toMatchObject(kept)
    if (isPublished) await unlockInPieces(services, examId)
    expect([await unitOf(first), await flagged()]).toMatchObject([GONE, 0])
  })

  test('stays as it is once published, and where the sheet only does not count any more', async () => {
    const { first, second, sheet, unitOf, assign, settle, services, send, flagged } = await open()
    await services.db
      .updateTable('scan_sheet')
      .set({ state: 'void' })
      .where('id', '=', sheet)
      .execute()
    await settle([first])
    expect(await unitOf(first)).toMatchObject({ state: 'FINAL', final_milli: 8000 })
    await services.db
      .updateTable('scan_sheet')
      .set({ state: 'active' })
      .where('id', '=', sheet)
      .execute()
    await settle([first])
    await send({ type: 'lock' })
    await assign({ [sheet]: second }, [first])
    expect(await unitOf(first)).toMatchObject({ state: 'LOCKED', final_milli: 8000 })
    expect(await flagged()).toBe(1)
  })

  test.for([
    ['at once', unlockUnits],
    ['in pieces', (_: Db, ...of: [Services, number]) => unlockInPieces(...of)],
  ] as const)('goes with its sheet when the release is withdrawn %s', async ([, unlock]) => {
    const { first, second, sheet, other, unitOf, assign, services, examId, send, flagged } =
      await open()
    await send({ type: 'lock' })
    await assign({ [other]: null, [sheet]: second })
    expect(await unitOf(first)).toMatchObject({ state: 'LOCKED', final_milli: 8000 })
    await unlock(services.db, services, examId)
    expect([await unitOf(first), await flagged()]).toMatchObject([GONE, 0])
    expect(await unitOf(second)).toMatchObject({ state: 'READY', final_milli: null })
    const scored = await services.db
      .selectFrom('candidate_subject')
      .select('subjective_milli')
      .where('candidate_id', '=', first)
      .executeTakeFirstOrThrow()
    expect(scored.subjective_milli).toBe(null)
    // It counts again with its sheet.
    await assign({ [sheet]: first })
    expect(await unitOf(first)).toMatchObject({ state: 'FINAL', final_milli: 8000 })
  })

  test('is freed with the release where its sheet only does not count any more', async () => {
    const { first, sheet, unitOf, settle, services, examId, send, flagged } = await open()
    await send({ type: 'lock' })
    await services.db
      .updateTable('scan_sheet')
      .set({ state: 'void' })
      .where('id', '=', sheet)
      .execute()
    await settle([first])
    await unlockInPieces(services, examId)
    expect(await unitOf(first)).toMatchObject({ state: 'FINAL', final_milli: 8000 })
    expect(await flagged()).toBe(1)
  })
})
