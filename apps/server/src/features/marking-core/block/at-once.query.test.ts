import { sql } from 'kysely'
import { ulid } from 'ulid'
import { describe, expect, test } from 'vitest'
import { allocateAndTell } from '../../marking-setup/allocation/allocate-and-tell.ts'
import { lockAllocation } from './allocation-stamp.ts'
import { saveLines } from '../../marking-setup/allocation/import-markers.ts'
import { nextPapers } from '../../marking-desk/desk/mark-queue.ts'
import { submitMark } from '../../marking-desk/desk/submit-mark.ts'
import { withRetry } from '../engine/with-retry.ts'
import { atOnce, hold, untilWaiting } from '../../marking/testing/at-once.ts'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import type { Wanted } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { openSecondServer } from '../../marking/testing/test-services.ts'
import { holdMarkers } from './block-marker.query.ts'
import { selectBlockRules } from './block-rules.query.ts'
import { changeBlockSettings } from '../../marking-setup/block/block-settings.ts'
import {
  confirmBlocks,
  removeMarker,
  setBlockStatus,
} from '../../marking-setup/block/block-status.ts'

async function openAtOnce(wanted: Wanted = {}) {
  const subject = await openMarkedSubject('postgres', { candidates: 8, ...wanted })
  const { services, blockId, markerIds, leaderId, examId } = subject
  const [marker = 0] = markerIds
  return {
    ...subject,
    marker,
    secondServer: await openSecondServer(services),
    block: (await selectBlockRules(services.db, blockId)).block,
    take: (markerId = marker) => nextPapers(services, blockId, markerId, 1),
    inHand: () =>
      services.db.selectFrom('reading').selectAll().where('state', '=', 'claimed').execute(),
    allocate: (ids: readonly number[]) =>
      withRetry(services, (db) =>
        allocateAndTell(db, services, {
          block_id: blockId,
          markers: [
            ...ids.map((marker_id) => ({ marker_id })),
            { marker_id: leaderId, duty: 'leader' as const },
          ],
        }),
      ),
    change: (patch: object) =>
      withRetry(services, (db) =>
        changeBlockSettings(db, services, examId, SUBJECT, { block_id: blockId, ...patch }),
      ),
  }
}

describe('at the moment at which somebody takes a paper', () => {
  test('closing the block takes that paper back as well', async () => {
    const { services, block, leaderId, take, inHand, secondServer } = await openAtOnce()
    const close = () => setBlockStatus(secondServer, block, 'close', { userId: leaderId })
    const [, closed] = await atOnce(services, 'mark_event', take, close)
    expect(closed).toMatchObject({ value: { status: 'closed', recalled: 1 } })
    expect(await inHand()).toEqual([])
  })

  test('who waited for a change of the block goes by it', async () => {
    const { services, blockId, take, inHand } = await openAtOnce()
    // The rules of the block are known by now.
    await take()
    const letGo = await hold(services, async (db) => {
      await lockAllocation(db, blockId)
      await holdMarkers(db, [blockId])
      await db.updateTable('block').set({ status: 'paused' }).where('id', '=', blockId).execute()
    })
    const taking = nextPapers(services, blockId, (await inHand())[0]?.marker_id ?? 0, 2)
    await untilWaiting(services, 1, taking)
    await letGo()
    expect(await taking).toMatchObject({ reason: 'paused' })
    expect(await inHand()).toHaveLength(1)
  })

  test('settings that decide marks are fixed', async () => {
    const { services, take, change, inHand } = await openAtOnce()
    const [, changed] = await atOnce(services, 'mark_event', take, () => change({ mark_mode: 1 }))
    expect(changed).toMatchObject({ reason: { code: 'MARKING_SETTINGS_HELD' } })
    expect(await inHand()).toHaveLength(1)
  })

  test('nobody takes the marker off the block', async () => {
    const { services, take, allocate, markerIds, inHand } = await openAtOnce()
    const [, ...others] = markerIds
    const [, saved] = await atOnce(services, 'mark_event', take, () => allocate(others))
    expect(saved).toMatchObject({ reason: { code: 'MARKING_MARKER_HOLDS' } })
    expect(await inHand()).toHaveLength(1)
  })
})

describe('at the moment at which somebody hands a paper in', () => {
  test('the marker is not taken off the block any more', async () => {
    const { services, secondServer, blockId, leaderId, marker, take } = await openAtOnce()
    const { tasks } = await take()
    const submit = () =>
      submitMark(services, {
        blockId,
        markerId: marker,
        readingId: tasks[0]?.reading_id ?? 0,
        idemKey: ulid(),
        scores: [5000],
      })
    const remove = () => removeMarker(secondServer, blockId, marker, leaderId)
    const [handed, removed] = await atOnce(services, 'mark_event', submit, remove)
    expect(handed).toMatchObject({ value: { outcome: 'submitted' } })
    expect(removed).toMatchObject({ reason: { code: 'MARKING_MARKER_HAS_WORK' } })
  })
})

describe('two at once', () => {
  test('open a block once', async () => {
    const { services, secondServer, examId, blockId } = await openAtOnce({
      columns: { status: 'setup' },
    })
    const letGo = await hold(services, (db) =>
      db.selectFrom('block').select('id').where('id', '=', blockId).forUpdate().execute(),
    )
    const confirm = (at: typeof services) =>
      withRetry(at, (db) => confirmBlocks(db, at, examId, SUBJECT, undefined))
    const both = Promise.all([confirm(services), confirm(secondServer)])
    await untilWaiting(services, 2, both)
    await letGo()
    expect(new Set(await both)).toEqual(new Set([0, 1]))
  })

  test('a table of markers leaves alone whom another leader has just added', async () => {
    const { services, secondServer, blockId, markerIds, leaderId, allocate } = await openAtOnce()
    const [first = 0, second = 0, third = 0] = markerIds
    await allocate([first])
    const letGo = await hold(services, (db) =>
      db.selectFrom('block').select('id').where('id', '=', blockId).forUpdate().execute(),
    )
    const adding = allocate([first, third])
    await untilWaiting(services, 1, adding)
    const line = { blockId, userId: second, duty: 'marker' as const, quota: null, weight: null }
    const importing = saveLines(secondServer, [line])
    await untilWaiting(services, 2, importing)
    await letGo()
    await Promise.all([adding, importing])
    const people = await services.db.selectFrom('block_marker').select('user_id').execute()
    expect(new Set(people.map(({ user_id }) => user_id))).toEqual(
      new Set([first, second, third, leaderId]),
    )
  })

  test('what only names the block does not wait for who is at its allocation', async () => {
    const { services, secondServer, blockId, marker } = await openAtOnce()
    await hold(services, (db) => lockAllocation(db, blockId))
    // As what a seed says of its marker, written in a batch that has locked the marker by then.
    const note = secondServer.db
      .insertInto('qualification_event')
      .values({ block_id: blockId, marker_id: marker, kind: 'admit', round: 0, note: '', at: '' })
      .execute()
    await untilWaiting(services, 1, note)
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(services.db)
    expect(rows).toEqual([])
    await note
  })
})
