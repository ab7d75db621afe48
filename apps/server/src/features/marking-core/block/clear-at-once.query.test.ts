import { expect, test } from 'vitest'
import { hold, untilWaiting } from '../../marking/testing/at-once.ts'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import { openSecondServer } from '../../marking/testing/test-services.ts'
import { clearBlock, clearView, undoClear } from '../../marking-setup/block/block-clear.ts'

/** A block whose four papers are marked, and somebody who has the first one locked. */
async function openMarked() {
  const subject = await openMarkedSubject('postgres', { candidates: 4 })
  const { services, blockId, markerIds, leaderId } = subject
  for (let no = 0; no < 4; no++) await subject.mark(markerIds[no % 2] ?? 0, 5)
  const [first] = await subject.units()
  const secondServer = await openSecondServer(services)
  return {
    subject,
    both: [services, secondServer] as const,
    blockId,
    leaderId,
    clear: (at: typeof services) =>
      clearBlock(at, { blockId, blockName: '第17题', reason: '标准有误', userId: leaderId }),
    /** Both do it, and neither gets beyond the first paper before the other is there. */
    atFirstPaper: async <T>(act: (at: typeof services) => Promise<T>) => {
      const letGo = await hold(services, (db) =>
        db
          .selectFrom('unit')
          .select('id')
          .where('id', '=', first?.id ?? 0)
          .forUpdate()
          .execute(),
      )
      const done = Promise.allSettled([act(services), act(secondServer)])
      await untilWaiting(services, 2, done)
      await letGo()
      return done
    },
    states: async () => new Set((await subject.units()).map(({ state }) => state)),
  }
}

test('two who clear a block at once clear it once, and its marks can be given back', async () => {
  const { atFirstPaper, clear, states, both, blockId, leaderId } = await openMarked()
  const cleared = await atFirstPaper(clear)
  expect(new Set(cleared)).toEqual(
    new Set([
      { status: 'fulfilled', value: 4 },
      { status: 'fulfilled', value: 0 },
    ]),
  )
  expect(await clearView(both[0].db, blockId)).toMatchObject({ last: { units: 4, restorable: 4 } })
  expect(await undoClear(both[1], blockId, leaderId)).toBe(4)
  expect(await states()).toEqual(new Set(['FINAL']))
})

test('two who undo a clearing at once undo it once', async () => {
  const { atFirstPaper, clear, states, both, blockId, leaderId } = await openMarked()
  await clear(both[0])
  const undone = await atFirstPaper((at) => undoClear(at, blockId, leaderId))
  expect(new Set(undone)).toEqual(
    new Set([
      { status: 'fulfilled', value: 4 },
      expect.objectContaining({
        reason: expect.objectContaining({ code: 'MARKING_CLEAR_NO_UNDO' }),
      }),
    ]),
  )
  expect(await states()).toEqual(new Set(['FINAL']))
})
