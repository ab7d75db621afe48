import { markingKeys, markingKeysSet } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'

const CHOICE = { profile: 'cloud', letters_off: false, changes: { zero: ['Z'], message: [] } }

everyDatabase('keys of the marking page on %s', (kind) => {
  test('a person finds the own keys on another computer, and nobody else has them', async () => {
    const app = await openTestApp(kind)
    await seedMarking(app.services, app.school, { candidates: 1, markers: 2 })
    const keysOf = async (who: TestClient) => (await who.send(markingKeys, {})).data.choice
    const marker = await app.signIn('marker1')
    expect(await keysOf(marker)).toBeNull()
    expect((await marker.send(markingKeysSet, { body: CHOICE })).data.choice).toEqual(CHOICE)

    expect(await keysOf(await app.signIn('marker1'))).toEqual(CHOICE)
    const other = await app.signIn('marker2')
    expect(await keysOf(other)).toBeNull()

    const plain = { profile: 'default', letters_off: true, changes: {} }
    await marker.send(markingKeysSet, { body: plain })
    expect(await keysOf(marker)).toEqual(plain)
    const wrong = { ...plain, changes: { zero: ['Z'.repeat(25)] } }
    expect((await marker.send(markingKeysSet, { body: wrong })).status).toBe(400)
    expect(await keysOf(marker)).toEqual(plain)

    // Whoever marks or arbitrates has keys; others have nothing to press them on.
    for (const [account, status] of [
      ['leader', 200],
      ['director', 200],
      ['scanner', 403],
      ['student', 403],
    ] as const) {
      const who = await app.signIn(account)
      expect([account, (await who.send(markingKeys, {})).status]).toEqual([account, status])
      const { status: kept } = await who.send(markingKeysSet, { body: plain })
      expect([account, kept]).toEqual([account, status])
    }
  })
})
