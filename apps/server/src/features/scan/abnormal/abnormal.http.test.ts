import {
  abnormalChangeTag,
  abnormalCrop,
  abnormalDeleteSheet,
  abnormalExams,
  abnormalMachines,
  abnormalMarking,
  abnormalMarkReplace,
  abnormalMarkSpecial,
  abnormalReplaceBlock,
  abnormalReplaced,
  abnormalReset,
  abnormalSendBack,
  abnormalSheets,
  abnormalSign,
  abnormalSpecials,
  abnormalStatistics,
  abnormalTagTypes,
  abnormalUndoReplace,
  fixSheet,
  matchAll,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { openAbnormal } from '../testing/abnormal-sheet.ts'

// Pages are really read here.
vi.setConfig({ testTimeout: 120_000 })

/** What a person photographed in place of an answer. */
const photo = (shade = 200): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 300, channels: 3, background: { r: shade, g: 9, b: 9 } } })
    .png()
    .toBuffer()

everyDatabase('papers sent back to cutting, on %s', (kind) => {
  test('a problem paper that a leader sends to sheet handling waits on the work list until it is sent on', async () => {
    const { sendToImage, waiting, unit, scanner, at, person, claim, shown } =
      await openAbnormal(kind)
    expect(await waiting()).toEqual([])
    await sendToImage()
    expect(await waiting()).toMatchObject([
      {
        candidate_id: person.candidate_id,
        exam_no: '20261001',
        stations: ['扫描站一'],
        blocks: [{ tag: 'unclear_image', note: '下半部分看不清', outcome: null }],
        special: null,
      },
    ])
    const { data: exams } = await scanner.send(abnormalExams)
    expect(exams).toMatchObject([{ ...at, open_sheets: 1, open_blocks: 1, done_blocks: 0 }])
    // Whatever else happens to the sheet, it is not marked meanwhile.
    await scanner.send(matchAll, { body: at })
    await scanner.send(fixSheet, {
      body: {
        ...at,
        sheet_id: (await shown()).pages[0]?.sheet_id ?? '',
        fix: { kind: 'send_verify', note: '再看一眼' },
      },
    })
    expect((await unit()).state).toBe('WAIT_IMAGE')
    expect(await claim()).toBeUndefined()

    const { data } = await scanner.send(abnormalMarking, { body: person })
    expect(data.blocks).toBe(1)
    expect((await unit()).state).toBe('READY')
    expect(await claim()).toMatchObject({ unit_id: (await unit()).id })
    expect(await waiting()).toEqual([])
    expect(await waiting({ state: 'done' })).toMatchObject([{ blocks: [{ outcome: 'marking' }] }])
    const again = await scanner.send(abnormalMarking, { body: person })
    expect([again.status, again.error.error]).toEqual([409, 'ABNORMAL_NOTHING_OPEN'])
  })

  test('an area drawn by hand is cut out of the page and shown; the same area changes nothing', async () => {
    const { admin, db, person, part, blockOf, score, unit, readings, sheetId, blockId } =
      await openAbnormal(kind)
    await score()
    expect((await unit()).final_milli).toBe(7000)
    const back = { ...person, block_ids: [blockId], tag: 'wrong_crop' as const, note: '切偏了' }
    expect((await admin.send(abnormalSendBack, { body: back })).data).toEqual({ blocks: 1 })
    expect(await unit()).toMatchObject({ state: 'WAIT_IMAGE', final_milli: null })

    const { place } = (await blockOf()).parts[0]!
    const same = await admin.send(abnormalCrop, { body: { ...part, ...place! } })
    expect(same.data).toMatchObject({ changed: false, decision_id: null })
    await admin.send(abnormalMarking, { body: person })
    expect(await unit()).toMatchObject({ state: 'FINAL', final_milli: 7000 })
    expect(await readings()).toEqual(['submitted'])

    await admin.send(abnormalSendBack, { body: back })
    const before = (await unit()).images
    const box = { ...place!.box, height: Math.round(place!.box.height / 2) }
    const cut = await admin.send(abnormalCrop, {
      body: { ...part, sheet_id: sheetId, page_seq: place!.page_seq, box },
    })
    expect(cut.data.changed).toBe(true)
    const shown = (await blockOf()).parts[0]!
    expect(shown).toMatchObject({ replaced_by: '管理员', place: { box } })
    const [hash = ''] = JSON.parse((await unit()).images) as string[]
    expect([hash]).not.toEqual(JSON.parse(before))
    const image = await db
      .selectFrom('image')
      .select(['width_px', 'height_px'])
      .where('hash', '=', hash)
      .executeTakeFirstOrThrow()
    // The frame is drawn upright, the paper lies a little askew: the cut takes in all of the frame.
    const isLike = (image.width_px * box.height) / (image.height_px * box.width)
    expect(Math.abs(isLike - 1)).toBeLessThan(0.03)

    await admin.send(abnormalMarking, { body: person })
    expect(await unit()).toMatchObject({ state: 'READY', final_milli: null })
    expect(await readings()).toEqual(['recrop'])
  })

  test('a frame outside the picture, or of a block that nobody sent back, is refused', async () => {
    const { scanner, part, blockOf, sendToImage, otherId } = await openAbnormal(kind)
    const { place } = (await blockOf()).parts[0]!
    const early = await scanner.send(abnormalCrop, { body: { ...part, ...place! } })
    expect(early.error.msg).toBe('第 66-67 题没有退回切图，不能更换图像，请先把它退回处理')
    await sendToImage()
    const box = { ...place!.box, width: 90_000 }
    const outside = await scanner.send(abnormalCrop, { body: { ...part, ...place!, box } })
    expect([outside.status, outside.error.error]).toEqual([422, 'ABNORMAL_BOX_OUTSIDE'])
    const other = await scanner.send(abnormalCrop, {
      body: { ...part, ...place!, block_id: otherId },
    })
    expect(other.error.error).toBe('ABNORMAL_NOT_HELD')
  })

  test('an uploaded picture is shown, and taken back picture by picture', async () => {
    const { scanner, at, person, part, blockOf, sendToImage, unit, readings } =
      await openAbnormal(kind)
    await sendToImage()
    const own = (await unit()).images
    const upload = async (shade: number) =>
      scanner.send(
        abnormalReplaceBlock,
        { query: part },
        { file: await photo(shade), fileName: '手机拍照.png' },
      )
    expect((await upload(200)).status).toBe(200)
    const first = (await unit()).images
    await upload(100)
    expect((await blockOf()).parts[0]).toMatchObject({ replaced_by: '扫描员', place: null })
    const listed = await scanner.send(abnormalReplaced, { query: at })
    expect(listed.data.list).toMatchObject([{ exam_no: '20261001', replaced_by: '扫描员' }])
    await scanner.send(abnormalUndoReplace, { body: part })
    expect((await unit()).images).toBe(first)
    await scanner.send(abnormalUndoReplace, { body: part })
    expect((await unit()).images).toBe(own)
    const none = await scanner.send(abnormalUndoReplace, { body: part })
    expect([none.status, none.error.error]).toEqual([409, 'SCAN_NOTHING_TO_UNDO'])
    const text = await scanner.send(
      abnormalReplaceBlock,
      { query: part },
      { file: Buffer.from('这不是图像'), fileName: '说明.txt' },
    )
    expect(text.error.error).toBe('SCAN_IMAGE_INVALID')
    expect((await scanner.send(abnormalMarking, { body: person })).status).toBe(200)
    expect(await readings()).toEqual(['released'])
  })

  test('replaced blocks are sent to marking together; others are not', async () => {
    const { scanner, admin, at, part, person, otherId, sendToImage, shown, unit } =
      await openAbnormal(kind)
    await sendToImage()
    await admin.send(abnormalSendBack, {
      body: { ...person, block_ids: [otherId], tag: 'other', note: '' },
    })
    await scanner.send(
      abnormalReplaceBlock,
      { query: part },
      { file: await photo(), fileName: 'a.png' },
    )
    const ids = (await shown()).blocks.flatMap(({ abnormal }) => abnormal?.abnormal_id ?? [])
    const both = await scanner.send(abnormalMarkReplace, { body: { ...at, abnormal_ids: ids } })
    expect(both.error.msg).toBe('第 68 题还没有更换图像，请在答题卡中处理后送阅')
    const one = await scanner.send(abnormalMarkReplace, {
      body: { ...at, abnormal_ids: ids.slice(0, 1) },
    })
    expect(one.data.blocks).toBe(1)
    expect([(await unit()).state, (await unit(otherId)).state]).toEqual(['READY', 'WAIT_IMAGE'])
    // Markers have it before them now.
    const late = await scanner.send(abnormalUndoReplace, { body: part })
    expect(late.error.error).toBe('ABNORMAL_NOT_HELD')
    const { decision_id } = (await shown()).handled.find(({ kind: of }) => of === 'block_image')!
    const sideways = await scanner.send(fixSheet, {
      body: { ...at, fix: { kind: 'undo', decision_ids: [decision_id] } },
    })
    expect(sideways.error.error).toBe('ABNORMAL_NOT_HELD')
  })

  test.for([
    ['damaged', 'PROBLEM'],
    ['blank', 'BLANK_REVIEW'],
  ] as const)(
    'an answer marked as %s goes to %s, and waits again when all is undone',
    async ([mark, state]) => {
      const { scanner, person, blockId, sendToImage, unit, waiting } = await openAbnormal(kind)
      await sendToImage()
      const body = { ...person, mark, block_ids: [blockId] }
      expect((await scanner.send(abnormalSign, { body })).status).toBe(200)
      expect((await unit()).state).toBe(state)
      expect(await waiting({ state: 'done' })).toMatchObject([{ blocks: [{ outcome: mark }] }])
      const { data } = await scanner.send(abnormalReset, { body: person })
      expect(data.undone).toBe(1)
      expect((await unit()).state).toBe('WAIT_IMAGE')
      expect(await waiting()).toHaveLength(1)
      const again = await scanner.send(abnormalReset, { body: person })
      expect(again.error.error).toBe('SCAN_NOTHING_TO_UNDO')
    },
  )

  test('a candidate marked as absent leaves marking, and comes back when that is undone', async () => {
    const { scanner, person, db, sendToImage, unit, waiting } = await openAbnormal(kind)
    await sendToImage()
    const { images } = await unit()
    await scanner.send(abnormalSign, { body: { ...person, mark: 'absent', block_ids: [] } })
    const attendance = async () =>
      (
        await db
          .selectFrom('candidate_subject')
          .select('attendance')
          .where('candidate_id', '=', person.candidate_id)
          .executeTakeFirstOrThrow()
      ).attendance
    expect([await attendance(), (await unit()).images]).toEqual([1, '[]'])
    expect(await waiting()).toEqual([])
    await scanner.send(abnormalReset, { body: person })
    expect([await attendance(), (await unit()).images]).toEqual([0, images])
    expect(await waiting()).toHaveLength(1)
  })

  test('a sheet taken out of use ends what waits of it, and its undoing opens that again', async () => {
    const { scanner, at, sheetId, sendToImage, waiting, unit } = await openAbnormal(kind)
    await sendToImage()
    const { data } = await scanner.send(abnormalDeleteSheet, { body: { ...at, sheet_id: sheetId } })
    expect(await waiting({ state: 'done' })).toMatchObject([{ blocks: [{ outcome: 'deleted' }] }])
    await scanner.send(fixSheet, {
      body: { ...at, fix: { kind: 'undo', decision_ids: [data.decision_id ?? 0] } },
    })
    expect(await waiting()).toHaveLength(1)
    expect((await unit()).state).toBe('WAIT_IMAGE')
  })

  test('tags, special sheets, machines and the statistics say what there is and who did it', async () => {
    const { scanner, app, at, person, part, sendToImage, shown } = await openAbnormal(kind)
    await sendToImage()
    const tags = async () =>
      (await scanner.send(abnormalTagTypes, { query: at })).data.flatMap(({ tag, open }) =>
        open > 0 ? [`${tag} ${open}`] : [],
      )
    expect(await tags()).toEqual(['unclear_image 1'])
    const { abnormal } = (await shown()).blocks[0]!
    await scanner.send(abnormalChangeTag, {
      body: { ...at, abnormal_id: abnormal!.abnormal_id, tag: 'wrong_crop', note: '框偏了' },
    })
    expect(await tags()).toEqual(['wrong_crop 1'])
    const found = (query: object) => scanner.send(abnormalSheets, { query: { ...at, ...query } })
    expect((await found({ tag: 'unclear_image' })).data.total).toBe(0)
    expect((await found({ tag: 'wrong_crop', keyword: '2026100' })).data.total).toBe(1)
    expect((await found({ station: '扫描站一', school_id: app.school.schoolId })).data.total).toBe(
      1,
    )
    expect((await found({ station: '别的站' })).data.total).toBe(0)

    const special = { ...person, special: 1, note: '  ' }
    const unsaid = await scanner.send(abnormalMarkSpecial, { body: special })
    expect(unsaid.error.fields).toEqual([{ path: 'note', msg: '请写明这份试卷为什么特殊' }])
    await scanner.send(abnormalMarkSpecial, { body: { ...special, note: '使用盲文' } })
    const { data: specials } = await scanner.send(abnormalSpecials, { query: at })
    expect(specials.list).toMatchObject([{ note: '使用盲文', by_name: '扫描员', open_blocks: 1 }])
    await scanner.send(abnormalMarkSpecial, { body: { ...special, special: 0 } })
    expect((await scanner.send(abnormalSpecials, { query: at })).data.total).toBe(0)

    expect((await scanner.send(abnormalMachines, { query: at })).data).toMatchObject([
      { station: '扫描站一', open: 1, schools: [{ school_id: app.school.schoolId, open: 1 }] },
    ])
    await scanner.send(
      abnormalReplaceBlock,
      { query: part },
      { file: await photo(), fileName: 'a.png' },
    )
    await scanner.send(abnormalMarking, { body: person })
    const { data } = await scanner.send(abnormalStatistics, { query: at })
    expect([data.open_blocks, data.outcomes.find(({ outcome }) => outcome === 'marking')]).toEqual([
      0,
      { outcome: 'marking', label: '已送阅', blocks: 1 },
    ])
    expect(data.people).toMatchObject([
      { name: '扫描员', uploads: 1, crops: 0, sent: 1, undone: 0 },
    ])
  })

  test('nobody puts a score at risk without the right to set up marking, nor reaches another school', async () => {
    const { app, scanner, marker, at, person, score, blockId, unit } = await openAbnormal(kind)
    await score()
    const body = { ...person, block_ids: [blockId], tag: 'other' as const, note: '' }
    const refused = await scanner.send(abnormalSendBack, { body })
    expect([refused.status, refused.error.error]).toEqual([403, 'NOT_ALLOWED'])
    expect((await unit()).state).toBe('FINAL')
    expect((await marker.send(abnormalSheets, { query: at })).status).toBe(403)
    const stranger = await app.signIn('other-scanner')
    expect((await stranger.send(abnormalSheets, { query: at })).status).toBe(404)
    expect((await stranger.send(abnormalExams)).data).toEqual([])
  })
})
