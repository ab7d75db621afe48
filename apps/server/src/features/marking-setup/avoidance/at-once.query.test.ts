import { expect, test } from 'vitest'
import { lockAllocation } from '../../marking-core/block/allocation-stamp.ts'
import { nextPapers } from '../../marking-desk/desk/mark-queue.ts'
import { atOnce, hold, untilWaiting } from '../../marking/testing/at-once.ts'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import type { Wanted } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { openSecondServer } from '../../marking/testing/test-services.ts'
import { removePairs, writePairs } from './avoided-pairs.ts'
import { releasePapers, undoRelease } from './release-papers.ts'

async function openAtOnce(wanted: Wanted = {}) {
  const subject = await openMarkedSubject('postgres', { candidates: 1, markers: 2, ...wanted })
  const { services, blockId, examId, markerIds, candidateIds, school } = subject
  const { db } = services
  const secondServer = await openSecondServer(services)
  const director = school.userIds['director'] ?? 0
  return {
    ...subject,
    db,
    secondServer,
    director,
    keep: (at: typeof services, markerId: number) =>
      writePairs(at, examId, [{ markerId, candidateId: candidateIds[0] ?? 0, relation: '' }], 1),
    take: () => nextPapers(services, blockId, markerIds[0] ?? 0, 1),
    holdBlock: () => hold(services, (trx) => lockAllocation(trx, blockId)),
    block: () =>
      db
        .selectFrom('block')
        .select(['has_relatives', 'has_released'])
        .where('id', '=', blockId)
        .executeTakeFirstOrThrow(),
  }
}

/** A class whose papers both of its markers are kept from. */
async function openStuck(candidates: number) {
  const world = await openAtOnce({
    candidates,
    classOf: () => 0,
    columns: { avoid_own_class: 1 },
  })
  const { db, markerIds, school, blockId, director } = world
  await db
    .insertInto('teaching')
    .values(
      markerIds.map((user_id) => ({
        user_id,
        class_id: school.classIds[0] ?? 0,
        subject_id: SUBJECT,
      })),
    )
    .execute()
  return {
    ...world,
    ids: (await db.selectFrom('unit').select('id').orderBy('id').execute()).map(({ id }) => id),
    release: (at: typeof world.services, unitIds: readonly number[]) =>
      releasePapers(
        at,
        { blockId, unitIds, rules: ['own_class'], reason: '只有两位教师', isConfirmed: false },
        director,
      ),
    releases: () => db.selectFrom('avoidance_release').selectAll().orderBy('id').execute(),
  }
}

test('avoidance at once: a relative who takes the paper as they are named has it no longer', async () => {
  const { services, secondServer, markerIds, take, keep, db } = await openAtOnce()
  const naming = () => keep(secondServer, markerIds[0] ?? 0)
  const [, named] = await atOnce(services, 'mark_event', take, naming)
  expect(named).toMatchObject({ value: { recalled: 1 } })
  const held = await db.selectFrom('reading').select('id').where('state', '=', 'claimed').execute()
  expect(held).toEqual([])
  expect(await take()).toMatchObject({ tasks: [] })
})

test('avoidance at once: a block looks for relatives where the last one goes as another one comes', async () => {
  const { services, secondServer, markerIds, examId, keep, holdBlock, block } = await openAtOnce()
  const { pairIds } = await keep(services, markerIds[0] ?? 0)
  const letGo = await holdBlock()
  const adding = keep(services, markerIds[1] ?? 0)
  await untilWaiting(services, 1, adding)
  const removing = removePairs(secondServer, examId, pairIds, 1)
  await untilWaiting(services, 2, removing)
  await letGo()
  await Promise.all([adding, removing])
  expect(await block()).toMatchObject({ has_relatives: 1 })
})

test('avoidance at once: two leaders release a paper once', async () => {
  const { services, secondServer, ids, release, releases, holdBlock } = await openStuck(1)
  const letGo = await holdBlock()
  const both = Promise.allSettled([release(services, ids), release(secondServer, ids)])
  await untilWaiting(services, 2, both)
  await letGo()
  const refused = (await both).filter(({ status }) => status === 'rejected')
  expect(refused).toMatchObject([{ reason: { code: 'MARKING_STUCK_NOTHING' } }])
  expect(await releases()).toHaveLength(1)
})

test('avoidance at once: a block looks for released papers where one goes as another one comes', async () => {
  const { services, secondServer, ids, release, releases, holdBlock, block, blockId, director } =
    await openStuck(2)
  await release(services, ids.slice(0, 1))
  const [first] = await releases()
  const letGo = await holdBlock()
  const releasing = release(services, ids.slice(1))
  await untilWaiting(services, 1, releasing)
  const undoing = undoRelease(secondServer, blockId, [first?.id ?? 0], director)
  await untilWaiting(services, 2, undoing)
  await letGo()
  await Promise.all([releasing, undoing])
  expect(await block()).toMatchObject({ has_released: 1 })
})
