import { everyDatabase } from '@hengjuan/db/testing'
import { expect, onTestFinished, test } from 'vitest'
import { openMarkedSubject } from '../features/marking/testing/marked-subject.ts'
import { NobodyWaits, whileWanted } from '../http/caller.ts'
import { openReaderThread } from './run-in-worker.ts'
import { slowWork, workSeen } from './testing/watched-work.ts'

everyDatabase('work for those who left, on %s', (kind) => {
  async function open() {
    const subject = await openMarkedSubject(kind, { candidates: 2, markers: 1 })
    const { blockId } = subject
    const readerThread = openReaderThread(subject.services, { fromRows: 0 })
    onTestFinished(() => readerThread.close())
    const services = { ...subject.services, readerThread }
    const seen = () => workSeen(services)
    return {
      seen,
      /** Asks for what ends when the block has that name. */
      ask: (until = 'ended') => {
        const page = new AbortController()
        const answer = whileWanted(page.signal, () => slowWork(services, blockId, until))
        answer.catch(() => undefined)
        return { answer, leave: () => page.abort() }
      },
      end: (name = 'ended') =>
        services.db.updateTable('block').set({ name }).where('id', '=', blockId).execute(),
      begun: (count: number) =>
        expect.poll(async () => (await seen()).begun, { interval: 5 }).toBe(count),
    }
  }

  test('what several ask at once is answered once, and for who comes later once more', async () => {
    const { ask, end, seen, begun } = await open()
    const first = [ask(), ask(), ask()]
    await begun(1)
    // These may know more than what is being answered.
    const later = [ask(), ask()]
    await end()
    expect(await Promise.all(first.map(({ answer }) => answer))).toEqual([1, 1, 1])
    expect(await Promise.all(later.map(({ answer }) => answer))).toEqual([2, 2])
    expect(await seen()).toEqual({ begun: 2, done: 2 })
  })

  test('nothing is begun for who left before', async () => {
    const { ask, seen } = await open()
    const [gone, early] = [ask(), ask('something else')]
    gone.leave()
    early.leave()
    await expect(gone.answer).rejects.toThrow(NobodyWaits)
    await expect(early.answer).rejects.toThrow(NobodyWaits)
    expect(await seen()).toEqual({ begun: 0, done: 0 })
  })

  test('it ends at its next statement when the last one leaves, and waits for the others', async () => {
    const { ask, end, seen, begun } = await open()
    const [stays, leaves] = [ask(), ask()]
    const alone = ask('never')
    await begun(2)
    leaves.leave()
    alone.leave()
    await expect(leaves.answer).rejects.toThrow(NobodyWaits)
    await expect(alone.answer).rejects.toThrow(NobodyWaits)
    // The same again is asked anew, behind what is ending: it would not begin if that went on.
    const again = ask('never')
    await begun(3)
    again.leave()
    await end()
    expect(await stays.answer).toBe(1)
    expect(await seen()).toEqual({ begun: 3, done: 1 })
  })
})
