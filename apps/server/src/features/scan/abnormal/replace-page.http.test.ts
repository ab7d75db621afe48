import {
  abnormalCrop,
  abnormalMarking,
  abnormalReplaceSheet,
  abnormalReset,
  clientRefixOptionSimple,
  clientReomr,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { openAbnormal } from '../testing/abnormal-sheet.ts'
import { realPages } from '../testing/real-sheet.ts'

// Pages are really read here.
vi.setConfig({ testTimeout: 120_000 })

/** The page as it comes from another scanner: the same paper, paler. */
const anew = async (page: number): Promise<Buffer> =>
  sharp((await realPages())[page - 1]!.bytes)
    .linear(0.9, 20)
    .jpeg({ quality: 95 })
    .toBuffer()

everyDatabase('a page replaced by an uploaded picture, on %s', (kind) => {
  test('it is read and cut anew, its answers wait, confirmed answers stay; all is undone', async () => {
    const opened = await openAbnormal(kind)
    const { admin, at, sheetId, person, score, unit, otherId, shown, answerOf, action } = opened
    await opened.scanner.send(clientRefixOptionSimple, {
      body: {
        ...action(),
        sheet_id: sheetId,
        target: 'choice:2',
        values: ['B'],
        resolved_as: 'answer',
      },
    })
    await score()
    const before = await unit()
    const upload = async (page_seq: number, page: number) =>
      admin.send(
        abnormalReplaceSheet,
        { query: { ...at, sheet_id: sheetId, page_seq } },
        { file: await anew(page), fileName: '补扫.jpg' },
      )
    expect((await upload(2, 2)).status).toBe(200)
    const page = () => shown().then(({ pages }) => pages.find(({ page_seq }) => page_seq === 2)!)
    expect(await page()).toMatchObject({ replaced: true, page: 2 })
    const now = await unit()
    expect(now.state).toBe('WAIT_IMAGE')
    expect(now.images).not.toBe(before.images)
    expect((await unit(otherId)).state).toBe('WAIT_IMAGE')
    expect(await answerOf(0, '2')).toMatchObject({ answer: ['B'], source: 'person' })

    // Reading it again reads the picture that is shown, and cutting it cuts that.
    const again = await opened.scanner.send(clientReomr, {
      body: { ...action(), scope: { kind: 'sheet', sheet_id: sheetId } },
    })
    expect(again.data).toMatchObject({ state: 'done', failed: 0 })
    expect((await unit()).images).toBe(now.images)
    const box = { x: 200, y: 300, width: 900, height: 200 }
    const cut = await admin.send(abnormalCrop, {
      body: { ...opened.part, sheet_id: sheetId, page_seq: 2, box },
    })
    expect(cut.data.changed).toBe(true)

    expect((await admin.send(abnormalReset, { body: person })).data.undone).toBe(2)
    expect(await page()).toMatchObject({ replaced: false })
    expect((await unit()).images).toBe(before.images)
    await admin.send(abnormalMarking, { body: person })
    expect(await unit()).toMatchObject({ state: 'FINAL', final_milli: 7000 })
  })

  test('another page, another paper and a picture of anything else are refused in words', async () => {
    const { scanner, at, db, sheetId, person } = await openAbnormal(kind)
    const upload = async (page_seq: number, file: Buffer) =>
      (
        await scanner.send(
          abnormalReplaceSheet,
          { query: { ...at, sheet_id: sheetId, page_seq } },
          { file, fileName: '补扫.jpg' },
        )
      ).error
    expect((await upload(1, await anew(2))).msg).toBe(
      '上传的是第 2 页，要替换的是第 1 页，请重新选择图像',
    )
    const wall = await sharp({
      create: { width: 1600, height: 2300, channels: 3, background: '#ccc' },
    })
      .png()
      .toBuffer()
    expect((await upload(1, wall)).error).toBe('ABNORMAL_PAGE_UNREADABLE')
    // The roster was put right after the sheet was matched by its number.
    await db
      .updateTable('candidate')
      .set({ exam_no: '20260009' })
      .where('id', '=', person.candidate_id)
      .execute()
    expect((await upload(1, await anew(1))).msg).toBe(
      '上传图像上的考号是 20261001，不是该考生的 20260009，请核对后重新上传',
    )
  })
})
