import { fixSheet, messagesUnread, scanSheetDetail } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test, vi } from 'vitest'
import { openAbnormal } from './testing/abnormal-sheet.ts'

// Pages are really read here.
vi.setConfig({ testTimeout: 120_000 })

everyDatabase('a sheet in marking on %s', (kind) => {
  test('has the page of whoever has it in hand look again at once when it leaves', async () => {
    const { app, scanner, at, sheetId, blockId, claim, unit } = await openAbnormal(kind)
    const marker = await app.signIn('marker1')
    /** What the page of a marker looks again by. */
    const stamp = async () => {
      const { data } = await marker.send(messagesUnread, { query: { exam_id: at.exam_id } })
      return data.list.find(({ block_id }) => block_id === blockId)?.stamp
    }
    const leave = async () =>
      (
        await scanner.send(fixSheet, {
          body: { ...at, sheet_id: sheetId, fix: { kind: 'void', reason: 'rescan' } },
        })
      ).data.decision_id ?? 0
    const idle = await stamp()
    const first = await leave()
    expect(await stamp()).toBe(idle)
    await scanner.send(fixSheet, { body: { ...at, fix: { kind: 'undo', decision_ids: [first] } } })
    expect(await claim()).toMatchObject({ unit_id: (await unit()).id })
    expect(await stamp()).toBe(idle)
    await leave()
    expect((await unit()).state).toBe('WAIT_IMAGE')
    expect(await stamp()).not.toBe(idle)
  })

  test('says how many blocks of it carry scores, until it leaves', async () => {
    const { scanner, at, sheetId, score, claim, otherId } = await openAbnormal(kind)
    const marked = async () =>
      (await scanner.send(scanSheetDetail, { query: { sheet_id: sheetId } })).data.marked_blocks
    await claim(otherId)
    expect(await marked()).toBe(0)
    await score()
    expect(await marked()).toBe(1)
    await scanner.send(fixSheet, {
      body: { ...at, sheet_id: sheetId, fix: { kind: 'void', reason: 'rescan' } },
    })
    expect(await marked()).toBe(0)
  })
})
