import { exceptionDetail, fixSheet, listExceptions } from '@hengjuan/contracts'
import type { PageReading } from '@hengjuan/domain'
import sharp from 'sharp'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { cornersOf, toPixels } from './geometry.ts'
import { loadRealTemplate, packRealSheet, realPages } from './testing/real-sheet.ts'
import { openStation } from './testing/station.ts'

/** The front has no place; the back is as it was read. */
const lost = (reading: PageReading): PageReading =>
  reading.page === 2
    ? reading
    : {
        ...reading,
        page: null,
        status: 'rejected',
        registration: null,
        fields: [],
        regions: [],
        issues: [{ code: 'ANCHORS_MISSING', message: '找不到定位点', blocking: true }],
      }

/** Further down by what a stack may slip, and so no neighbour of the others; as large as before. */
const slipped = (bytes: Uint8Array): Promise<Uint8Array> =>
  sharp(bytes)
    .metadata()
    .then(({ width, height }) =>
      sharp(bytes)
        .extract({ left: 0, top: 0, width, height: height - 80 })
        .extend({ top: 80, background: '#fff' })
        .jpeg()
        .toBuffer(),
    )

/** The same paper scanned again is another picture. */
const again = (quality: number) => (bytes: Uint8Array) =>
  sharp(bytes).jpeg({ quality }).toBuffer() as Promise<Uint8Array>

test('sheets of a batch that lie alike are found, located at once and given back at once', async () => {
  const template = await loadRealTemplate()
  const { exam, scanner, at, send } = await openStation('sqlite', template)
  const batchId = ulid()
  const sheets: string[] = []
  for (const [index, picture] of [again(90), again(80), again(70), slipped].entries())
    sheets.push(
      await send(await packRealSheet(exam, { batchId, seq: index + 1, misread: lost, picture })),
    )
  // The same trouble in another batch is another stack.
  await send(await packRealSheet(exam, { misread: lost, picture: again(60) }))
  const waiting = async () =>
    (
      await scanner.send(listExceptions, { query: { ...at, category: 'positioning' as 'all' } })
    ).data.list.filter(({ category }) => category === 'positioning')
  const [first] = await waiting()
  const detail = await scanner.send(exceptionDetail, {
    query: { ...at, exception_id: first?.exception_id ?? 0 },
  })
  expect(detail.data.unlocated).toBe(3)

  const [front] = await realPages()
  const map = front?.reading.registration?.homography ?? []
  const [page] = template.pages
  if (!page) throw new Error('the template has a front')
  const pointed = {
    kind: 'locate_alike' as const,
    page_seq: 1,
    page: 1,
    anchors: cornersOf(page).map(({ id, xMm, yMm }) => {
      const [x_px, y_px] = toPixels(map, xMm, yMm)
      return { id, x_px, y_px }
    }),
  }
  const locate = (sheet_id: string, preview: boolean, others: readonly string[] = []) =>
    scanner.send(fixSheet, {
      body: {
        ...at,
        sheet_id,
        fix: {
          ...pointed,
          preview,
          sheets: others.map((id) => ({ sheet_id: id, page_seq: 1 })),
        },
      },
    })
  const seen = await locate(sheets[0] ?? '', true)
  expect(seen.data.alike).toEqual([
    { sheet_id: sheets[1], page_seq: 1, seq: 2 },
    { sheet_id: sheets[2], page_seq: 1, seq: 3 },
  ])
  expect(await waiting()).toHaveLength(5)

  const few = await locate(sheets[0] ?? '', false, sheets.slice(1, 2))
  expect([few.status, few.error.msg]).toEqual([
    409,
    '同批与这张偏移一致的答题卡不足 3 张，请逐张定位',
  ])
  // Who asks for the slipped one as well does not get it.
  const done = await locate(sheets[0] ?? '', false, sheets.slice(1))
  expect(done.data.decision_ids).toHaveLength(3)
  expect((await waiting()).map(({ sheet_id }) => sheet_id)).toContain(sheets[3])
  expect(await waiting()).toHaveLength(2)

  await scanner.send(fixSheet, {
    body: { ...at, fix: { kind: 'undo', decision_ids: done.data.decision_ids ?? [] } },
  })
  expect(await waiting()).toHaveLength(5)
})
