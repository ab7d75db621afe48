import {
  abnormalBlocks,
  abnormalCrop,
  fixSheet,
  leaderDecide,
  markSubmit,
  signImage,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import type { TestClient } from '../../../testing/index.ts'
import { FIRST_KEY, openAbnormal } from '../../scan/testing/abnormal-sheet.ts'
import { sheetCalls } from './testing/sheet-calls.ts'

everyDatabase('whole pages with an answer that speaks of danger on %s', (kind) => {
  // Pages are really read here.
  vi.setConfig({ testTimeout: 120_000 })

  /** Such an answer on a scanned sheet, sent back to cutting and framed anew by the administrator. */
  async function openSheet() {
    const world = await openAbnormal(kind)
    const { app, at, marker, leader, admin, blockId, sheetId, part, claim, unit } = world
    const task = await claim()
    await marker.send(markSubmit, {
      body: {
        block_id: blockId,
        reading_id: task?.reading_id ?? 0,
        idem_key: 'the-paper-of-danger',
        problem: { reason: 'emotional_or_risk', note: '作答中说不想活了' },
      },
    })
    const { id: unit_id } = await unit()
    await leader.send(leaderDecide, {
      body: { mode: 'problem', unit_id, outcome: 'to_image', idem_key: 'the-frame-is-wrong' },
    })
    const seen = (await admin.send(abnormalBlocks, { query: world.person })).data
    const { place } = seen.blocks.find(({ block_id }) => block_id === blockId)!.parts[0]!
    // A frame that reaches beyond the area of the answer.
    const box = { ...place!.box, y: place!.box.y - 60, height: place!.box.height + 60 }
    const body = { ...part, ...place!, box }
    expect((await admin.send(abnormalCrop, { body })).status).toBe(200)
    await admin.send(fixSheet, {
      body: { ...at, sheet_id: sheetId, fix: { kind: 'send_verify', note: '再看一眼' } },
    })
    const page = seen.pages.find(({ page_seq }) => page_seq === place!.page_seq)!
    const pageHash = new URLSearchParams(page.url.split('?')[1]).get('hash') ?? ''
    const crops = await world.db
      .selectFrom('sheet_crop')
      .where('block_key', '=', FIRST_KEY)
      .select('image_hash')
      .execute()
    const decided = await world.db
      .selectFrom('scan_decision')
      .where('kind', '=', 'block_image')
      .select('value')
      .executeTakeFirstOrThrow()
    const framed = (JSON.parse(decided.value) as { image: { hash: string } }).image.hash
    const secret = [...crops.map(({ image_hash }) => image_hash), framed]
    const pixels = async ({ headers }: TestClient, url: string, area = box) => {
      const { statusCode, rawPayload } = await app.app.inject({ url, headers })
      expect(statusCode).toBe(200)
      return sharp(rawPayload)
        .extract({ left: area.x, top: area.y, width: area.width, height: area.height })
        .greyscale()
        .raw()
        .toBuffer()
    }
    return { ...world, box, page, pageHash, secret, pixels }
  }

  /** Every address of an image that a reply names. */
  const addressesIn = (data: unknown): string[] =>
    (JSON.stringify(data).match(/\/v1\/resource\/marking\?[^"]+/g) ?? []).map((url) => url)

  async function replies(world: Awaited<ReturnType<typeof openSheet>>, who: TestClient) {
    const { at, sheetId, pageHash, person } = world
    const on = { at, sheetId, pageHash, candidateId: person.candidate_id }
    const answers = {
      blocks: await sheetCalls.abnormalBlocks(who, on),
      replaced: await sheetCalls.abnormalReplaced(who, on),
      detail: await sheetCalls.scanSheetDetail(who, on),
      signed: await sheetCalls.signImage(who, on),
    }
    const urls: string[] = []
    for (const [name, call] of Object.entries(sheetCalls)) {
      const { status, data } = await call(who, on)
      expect([name, status]).toEqual([name, 200])
      urls.push(...addressesIn(data))
    }
    return { ...answers, urls }
  }

  test('are painted over there for who handles sheets, and cannot be had otherwise', async () => {
    const world = await openSheet()
    const { scanner, admin, app, secret, pageHash, pixels, page, box, blockId, at } = world
    const { blocks, replaced, signed, urls } = await replies(world, scanner)
    for (const hash of secret) expect(urls.filter((url) => url.includes(hash))).toEqual([])
    const pages = urls.filter((url) => url.includes(pageHash))
    expect(pages.length).toBeGreaterThan(3)
    const bare = pages.filter((url) => !url.includes('mask='))
    expect(bare).toEqual([])

    const whole = await pixels(scanner, signed.data.url)
    const real = await pixels(admin, page.url)
    // Two shades of hatching, whatever is written below.
    const isDark = (shade: number) => shade < 120
    expect([whole.some(isDark), real.some(isDark)]).toEqual([false, true])
    const below = { ...box, y: box.y + box.height + 30, height: 200 }
    const [shown, scanned] = [
      await pixels(scanner, signed.data.url, below),
      await pixels(admin, page.url, below),
    ]
    // Packed anew, and all there.
    const apart = shown.reduce((sum, shade, at) => sum + Math.abs(shade - (scanned[at] ?? 0)), 0)
    expect(apart / shown.length).toBeLessThan(3)

    const stripped = signed.data.url.replace(/&mask=[^&]+/, '')
    const { headers } = scanner
    expect((await app.app.inject({ url: signed.data.url, headers })).statusCode).toBe(200)
    expect((await app.app.inject({ url: stripped, headers })).statusCode).not.toBe(200)
    const refused = await scanner.send(signImage, {
      query: { exam_id: at.exam_id, hash: secret[0] ?? '' },
    })
    expect([refused.status, refused.error.error]).toEqual([403, 'OUT_OF_SCOPE'])

    const block = blocks.data.blocks.find(({ block_id }) => block_id === blockId)
    expect(block).toMatchObject({ is_risk: true, parts: [{ url: null }] })
    const masked = blocks.data.pages.map(({ is_masked }) => is_masked)
    expect(masked).toEqual([false, true])
    expect(replaced.data.list).toMatchObject([{ is_risk: true, urls: [] }])
  })

  test('are shown to the administrator of the school', async () => {
    const world = await openSheet()
    const { detail, replaced, urls } = await replies(world, world.admin)
    expect(urls.filter((url) => url.includes('mask='))).toEqual([])
    expect(urls.some((url) => world.secret.some((hash) => url.includes(hash)))).toBe(true)
    expect(detail.data.pages.map(({ is_masked }) => is_masked)).not.toContain(true)
    expect(replaced.data.list).toMatchObject([{ is_risk: false }])
  })
})
