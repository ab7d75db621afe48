import { everyDatabase } from '@hengjuan/db/testing'
import { describe, expect, test } from 'vitest'
import { removeMarker } from '../../marking-setup/block/block-status.ts'
import { nextPapers } from '../../marking-desk/desk/mark-queue.ts'
import { sweepLeases } from '../../marking-core/claims/release-claims.ts'
import { openMarkedSubject, type MarkedSubject } from '../../marking/testing/marked-subject.ts'

const liveReadings = ({ services }: MarkedSubject) =>
  services.db
    .selectFrom('reading')
    .selectAll()
    .where('state', 'in', ['claimed', 'submitted'])
    .execute()

const inParallel = <T>(ids: readonly number[], work: (id: number, index: number) => Promise<T>) =>
  Promise.all(ids.map(work))

everyDatabase('claims on %s', (kind) => {
  test('many markers at once never share a slot, and nobody gets a paper twice', async () => {
    // One marker more than the 80 slots need: two with room are left for the last slot, and only one of
    // them can be its paper's other reader.
    const subject = await openMarkedSubject(kind, { candidates: 40, markers: 17, mode: 1 })
    await inParallel(subject.markerIds, (id) => subject.claim(id, 5))
    // Those who came second at a paper were passed on; in the end every slot has somebody.
    for (const id of subject.markerIds) await subject.claim(id, 5)
    const held = await liveReadings(subject)
    expect(held).toHaveLength(80)
    expect(new Set(held.map(({ unit_id, role }) => `${unit_id} ${role}`)).size).toBe(80)
    expect(new Set(held.map(({ unit_id, marker_id }) => `${unit_id} ${marker_id}`)).size).toBe(80)
  })

  test('sixteen markers working side by side finish every paper with exactly two readings', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 24, markers: 16, mode: 2 })
    await inParallel(subject.markerIds, async (id, index) => {
      while ((await subject.mark(id, index % 4)) !== null);
    })
    const units = await subject.units()
    expect(units.map(({ state }) => state)).toEqual(units.map(() => 'FINAL'))
    expect(await liveReadings(subject)).toHaveLength(48)
    const scored = await subject.services.db
      .selectFrom('candidate_subject')
      .select('subjective_milli')
      .execute()
    expect(scored.every(({ subjective_milli }) => subjective_milli !== null)).toBe(true)
  })

  test('two open pages of one marker together hold no more than was asked for', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 20, markers: 1 })
    const [marker = 0] = subject.markerIds
    await Promise.all([1, 2, 3, 4].map(() => subject.claim(marker, 6)))
    expect(await liveReadings(subject)).toHaveLength(6)
  })

  test('papers are served in the order of the ring, not in that of scanning', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 8, markers: 1 })
    const [marker = 0] = subject.markerIds
    await subject.claim(marker, 4)
    await subject.claim(marker, 8)
    const rows = await subject.services.db
      .selectFrom('reading')
      .innerJoin('unit', 'unit.id', 'reading.unit_id')
      .select('unit.ord')
      .orderBy('reading.id')
      .execute()
    const ords = rows.map(({ ord }) => ord)
    const wraps = ords.filter((ord, index) => index > 0 && ord < (ords[index - 1] ?? 0)).length
    expect(ords).toHaveLength(8)
    expect(wraps).toBeLessThanOrEqual(1)
  })

  test('each marker gets the share of each class, give or take one', async () => {
    // The whole pile of one class is scanned before that of the other, which is half as many.
    const subject = await openMarkedSubject(kind, {
      candidates: 90,
      markers: 6,
      classOf: (no) => (no < 60 ? 0 : 1),
    })
    for (const id of subject.markerIds) await subject.claim(id, 10)
    const rows = await subject.services.db
      .selectFrom('reading')
      .innerJoin('unit', 'unit.id', 'reading.unit_id')
      .select(['reading.marker_id', 'unit.class_id'])
      .execute()
    expect(rows).toHaveLength(60)
    const [, half] = subject.school.classIds
    const shares = subject.markerIds.map(
      (id) => rows.filter((row) => row.marker_id === id && row.class_id === half).length,
    )
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(3)
    expect(Math.max(...shares)).toBeLessThanOrEqual(4)
  })

  test('a lease that ran out goes back to the pool and to somebody else', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1, markers: 2 })
    const [first = 0, second = 0] = subject.markerIds
    await subject.claim(first)
    expect(await subject.claim(second)).toBe('empty')
    subject.advance(9 * 60_000)
    expect(await sweepLeases(subject.services)).toBe(0)
    subject.advance(2 * 60_000)
    expect(await sweepLeases(subject.services)).toBe(1)
    expect(await subject.claim(second)).toBeNull()
    expect((await liveReadings(subject)).map(({ marker_id }) => marker_id)).toEqual([second])
  })

  // Three of the six papers are of the class that the first marker teaches.
  test.for([
    ['one of two, as usual', 2, null, 3],
    ['who is alone, as usual', 1, null, 6],
    ['who is alone, where somebody chose to avoid it', 1, 1, 3],
    ['one of two, where somebody chose not to', 2, 0, 6],
  ] as const)(
    'papers of the own class and a teacher %s',
    async ([, markers, avoid_own_class, given]) => {
      const subject = await openMarkedSubject(kind, {
        candidates: 6,
        markers,
        columns: { avoid_own_class },
      })
      const [marker = 0] = subject.markerIds
      const own = subject.school.classIds[0] ?? 0
      await teach(subject, marker, own)
      await subject.claim(marker, 10)
      const classes = await claimedClasses(subject)
      expect(classes).toHaveLength(given)
      expect(classes.includes(own)).toBe(given === 6)
    },
  )

  test('papers of the own class are kept from a teacher as soon as a second one comes, and no longer once they go', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 12, markers: 2 })
    const [first = 0, second = 0] = subject.markerIds
    const own = subject.school.classIds[0] ?? 0
    await teach(subject, first, own)
    // Not through `claim`, which reads the rules anew: a process knows them from before.
    const take = (want: number) => nextPapers(subject.services, subject.blockId, first, want)
    await take(3)
    expect(await claimedClasses(subject)).not.toContain(own)
    await removeMarker(subject.services, subject.blockId, second, subject.leaderId)
    await take(9)
    expect((await claimedClasses(subject)).filter((id) => id === own)).not.toHaveLength(0)
  })
})

const teach = ({ services }: MarkedSubject, user_id: number, class_id: number) =>
  services.db.insertInto('teaching').values({ user_id, class_id, subject_id: 2 }).execute()

async function claimedClasses({ services }: MarkedSubject): Promise<number[]> {
  const rows = await services.db
    .selectFrom('reading')
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .select('unit.class_id')
    .execute()
  return rows.map(({ class_id }) => class_id)
}

describe('targets', () => {
  test('a quota is the limit, and the marker is told so', async () => {
    const subject = await openMarkedSubject('sqlite', {
      candidates: 6,
      markers: 2,
      allocation: 3,
      quotas: [2, 5],
      settings: { autoTopUp: false },
    })
    const [first = 0] = subject.markerIds
    await subject.mark(first, 1)
    await subject.mark(first, 1)
    const { tasks, reason, mine } = await nextPapers(subject.services, subject.blockId, first, 6)
    expect({ tasks, reason, done: mine.done, target: mine.target }).toEqual({
      tasks: [],
      reason: 'at_quota',
      done: 2,
      target: 2,
    })
  })

  test('claims count towards the quota', async () => {
    const subject = await openMarkedSubject('sqlite', {
      candidates: 6,
      markers: 2,
      allocation: 3,
      quotas: [2, 5],
    })
    const [first = 0] = subject.markerIds
    await subject.claim(first, 6)
    expect(await liveReadings(subject)).toHaveLength(2)
  })

  test('who may exceed goes on', async () => {
    const subject = await openMarkedSubject('sqlite', {
      candidates: 6,
      markers: 2,
      allocation: 3,
      quotas: [2, 5],
    })
    const [first = 0] = subject.markerIds
    await subject.services.db
      .updateTable('block_marker')
      .set({ allow_exceed: 1 })
      .where('user_id', '=', first)
      .execute()
    await subject.claim(first, 6)
    expect(await liveReadings(subject)).toHaveLength(6)
  })

  test('average allocation shares evenly and ends with nothing left over', async () => {
    const subject = await openMarkedSubject('sqlite', {
      candidates: 5,
      markers: 3,
      mode: 2,
      allocation: 2,
    })
    for (let idle = 0; idle < subject.markerIds.length;) {
      idle = 0
      for (const id of subject.markerIds) if ((await subject.mark(id, 5)) === null) idle++
    }
    expect((await subject.units()).every(({ state }) => state === 'FINAL')).toBe(true)
    const done = Map.groupBy(await liveReadings(subject), ({ marker_id }) => marker_id)
    const shares = [...done.values()].map((list) => list.length)
    expect(shares.reduce((a, b) => a + b)).toBe(10)
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(2)
  })

  test('at target, a marker takes what nobody below target can read', async () => {
    // Two readings a paper and two people: both read everything, whatever the targets say.
    const subject = await openMarkedSubject('sqlite', {
      candidates: 3,
      markers: 3,
      mode: 2,
      allocation: 3,
      quotas: [1, 2, 3],
    })
    for (let idle = 0; idle < subject.markerIds.length;) {
      idle = 0
      for (const id of subject.markerIds) if ((await subject.mark(id, 5)) === null) idle++
    }
    expect((await subject.units()).every(({ state }) => state === 'FINAL')).toBe(true)
  })

  test.for(['paused', 'closed', 'setup'])('a block that is %s gives nothing', async (status) => {
    const subject = await openMarkedSubject('sqlite', { columns: { status } })
    expect(await subject.claim(subject.markerIds[0] ?? 0)).toBe(status)
  })

  test('who is not assigned is refused', async () => {
    const subject = await openMarkedSubject('sqlite')
    const stranger = subject.school.userIds['head'] ?? 0
    await expect(subject.claim(stranger)).rejects.toMatchObject({ code: 'MARKING_NOT_ASSIGNED' })
  })
})
