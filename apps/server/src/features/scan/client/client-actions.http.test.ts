import {
  clientChangeException,
  clientChooseCoord,
  clientCoord,
  clientForceSure,
  clientMarkingDetail,
  clientRecropAll,
  clientRecropBlock,
  clientRecropSheet,
  clientRefixOption,
  clientRefixOptionSimple,
  clientRemark,
  clientReomr,
  clientSureOption,
  clientFileRouteList,
  fixChoice,
  fixSheet,
  matchOne,
  scanSheetDetail,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import type { PageReading } from '@hengjuan/domain'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { back, front, refused, withField, withIssue } from '../testing/readings.ts'
import { packSheet } from '../testing/scan-exam.ts'
import { openStation, STATION } from '../testing/station.ts'

const faint = (page: PageReading, no: number) =>
  withField(page, `choice:${no}`, {
    state: 'faint',
    doubtful: true,
    confidence: 0.6,
    reason: '填涂太淡',
  })
const one = (target: string, ...values: string[]) => ({
  target,
  values,
  resolved_as: values.length > 0 ? ('answer' as const) : ('blank' as const),
})

everyDatabase('what a station decides, on %s', (kind) => {
  test('an action is applied once, and a repeat gives the first answer', async () => {
    const { app, scan, scanner, action, answerOf } = await openStation(kind)
    const sheet_id = await scan(faint(front(), 2), back())
    const body = { ...action(), sheet_id, ...one('choice:2', 'D') }
    const first = await scanner.send(clientRefixOptionSimple, { body })
    expect(first.data).toMatchObject({ result: 'applied', sheet_id, open: [] })
    expect(await answerOf(0, '2')).toMatchObject({ answer: ['D'], source: 'person' })
    app.advance(60_000)
    const later = { ...body, sent_at: app.services.clock.now().toISOString() }
    const answers = await Promise.all(
      [1, 2, 3].map(() => scanner.send(clientRefixOptionSimple, { body: later })),
    )
    for (const again of answers) expect(again.data).toEqual(first.data)
    const decisions = await app.services.db.selectFrom('scan_decision').selectAll().execute()
    expect(decisions).toHaveLength(1)
  })

  test('the same action sent three times at once is applied once', async () => {
    const { app, scan, scanner, action } = await openStation(kind)
    const sheet_id = await scan(faint(front(), 2), back())
    const body = { ...action(), sheet_id, ...one('choice:2', 'D') }
    const answers = await Promise.all(
      [1, 2, 3].map(() => scanner.send(clientRefixOptionSimple, { body })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    const decisions = await app.services.db.selectFrom('scan_decision').selectAll().execute()
    expect(decisions).toHaveLength(1)
  })

  test('the name of an action stands for one thing only', async () => {
    const { scan, scanner, action } = await openStation(kind)
    const sheet_id = await scan(faint(front(), 2), back())
    const body = { ...action(), sheet_id, ...one('choice:2', 'D') }
    await scanner.send(clientRefixOptionSimple, { body })
    const other = await scanner.send(clientRefixOptionSimple, {
      body: { ...body, ...one('choice:2', 'A') },
    })
    expect([other.status, other.error.error]).toEqual([409, 'SCAN_ACTION_MISMATCH'])
  })

  test('a sheet that is still to come is waited for, and the same action works then', async () => {
    const { exam, send, scanner, action, answerOf } = await openStation(kind)
    const sheet = await packSheet(exam, [faint(front(), 2), back()])
    const body = { ...action(), sheet_id: sheet.sheetId, ...one('choice:2', 'D') }
    const early = await scanner.send(clientRefixOptionSimple, { body })
    expect([early.status, early.error.error, early.error.msg]).toEqual([
      404,
      'SCAN_SHEET_NOT_UPLOADED',
      '这张答题卡还没有传到服务器，上传完成后会自动再试',
    ])
    await send(sheet)
    expect((await scanner.send(clientRefixOptionSimple, { body })).data.result).toBe('applied')
    expect(await answerOf(0, '2')).toMatchObject({ answer: ['D'] })
  })

  test('what somebody decided otherwise on the portal stands, and the operator is told who and when', async () => {
    const { app, scan, scanner, at, action, answerOf } = await openStation(kind)
    const sheet_id = await scan(faint(front(), 2), back())
    const admin = await app.signIn('admin')
    await admin.send(fixChoice, { body: { ...at, sheet_id, ...one('choice:2', 'A') } })
    const late = await scanner.send(clientRefixOptionSimple, {
      body: { ...action(), sheet_id, ...one('choice:2', 'D') },
    })
    expect([late.status, late.error.error, late.error.msg]).toEqual([
      409,
      'SCAN_DECIDED_OTHERWISE',
      '管理员 已于 11月20日 09:00 处理：第 2 题：确认 A。扫描站上的这次处理没有生效，请核对后重新决定',
    ])
    expect(await answerOf(0, '2')).toMatchObject({ answer: ['A'] })
  })

  test('what somebody decided in the same way is agreed on, not added to', async () => {
    const { app, scan, scanner, at, action } = await openStation(kind)
    const sheet_id = await scan(faint(front(), 2), back())
    const admin = await app.signIn('admin')
    const portal = await admin.send(fixChoice, {
      body: { ...at, sheet_id, ...one('choice:2', 'A') },
    })
    const late = await scanner.send(clientRefixOptionSimple, {
      body: { ...action(), sheet_id, ...one('choice:2', 'A') },
    })
    expect(late.data).toMatchObject({
      result: 'agreed',
      decision_ids: [portal.data.decision_id],
      open: [],
    })
  })

  test('an operator may think again at the station, but what they decided later on the portal is their last word', async () => {
    const { app, scan, scanner, at, action, answerOf } = await openStation(kind)
    const sheet_id = await scan(faint(front(), 2), back())
    for (const letter of ['A', 'B'])
      await scanner.send(clientRefixOptionSimple, {
        body: { ...action(), sheet_id, ...one('choice:2', letter) },
      })
    expect(await answerOf(0, '2')).toMatchObject({ answer: ['B'] })
    app.advance(3600_000)
    await scanner.send(fixChoice, { body: { ...at, sheet_id, ...one('choice:2', 'C') } })
    app.advance(60_000)
    // Decided half an hour before the word on the portal, sent after it.
    const late = await scanner.send(clientRefixOptionSimple, {
      body: { ...action(30), sheet_id, ...one('choice:2', 'D') },
    })
    expect(late.error.error).toBe('SCAN_DECIDED_OTHERWISE')
    const newer = await scanner.send(clientRefixOptionSimple, {
      body: { ...action(), sheet_id, ...one('choice:2', 'D') },
    })
    expect(newer.data.result).toBe('applied')
    expect(await answerOf(0, '2')).toMatchObject({ answer: ['D'] })
  })

  test('the clock of a station may be wrong by years', async () => {
    const { app, scan, scanner, at, action } = await openStation(kind)
    const sheet_id = await scan(faint(front(), 2), back())
    await scanner.send(fixChoice, { body: { ...at, sheet_id, ...one('choice:2', 'C') } })
    app.advance(3600_000)
    const clock = { decided_at: '2031-01-01T00:00:00.000Z', sent_at: '2031-01-01T02:00:00.000Z' }
    const body = { ...action(), ...clock, sheet_id, ...one('choice:2', 'D') }
    const early = await scanner.send(clientRefixOptionSimple, { body })
    expect(early.error.error).toBe('SCAN_DECIDED_OTHERWISE')
    const junk = await scanner.send(clientRefixOptionSimple, {
      body: { ...body, decided_at: '昨天' },
    })
    expect([junk.status, junk.error.error]).toEqual([400, 'INPUT_INVALID'])
  })

  test('decisions of a station stand in the history of the portal and are undone there or here', async () => {
    const { app, scan, scanner, at, action, answerOf } = await openStation(kind)
    const sheet_id = await scan(faint(faint(front(), 1), 2), back())
    const done = await scanner.send(clientRefixOption, {
      body: { ...action(10), sheet_id, options: [one('choice:1', 'B'), one('choice:2', 'D')] },
    })
    expect(done.data.decision_ids).toHaveLength(2)
    const { data } = await scanner.send(scanSheetDetail, { query: { sheet_id } })
    expect(data.decisions).toMatchObject([
      { text: '第 2 题：确认 D', actor_name: '扫描员', station: STATION, can_undo: true },
      { text: '第 1 题：确认 B', station: STATION },
    ])
    const [last] = data.decisions
    expect(Date.parse(last!.at) - Date.parse(last!.decided_at!)).toBe(600_000)

    const admin = await app.signIn('admin')
    await admin.send(fixSheet, {
      body: { ...at, fix: { kind: 'undo', decision_ids: [data.decisions[0]!.decision_id] } },
    })
    expect(await answerOf(0, '2')).toMatchObject({ source: 'machine' })
    const undo = { ...action(), sheet_id, change: { kind: 'undo' as const } }
    const back2 = await scanner.send(clientChangeException, {
      body: { ...undo, change: { ...undo.change, undo_action_id: done.data.action_id } },
    })
    expect(back2.data).toMatchObject({ result: 'applied', open: ['choice'] })
    expect(await answerOf(0, '1')).toMatchObject({ source: 'machine' })
    const twice = await scanner.send(clientChangeException, {
      body: {
        ...action(),
        sheet_id,
        change: { kind: 'undo', undo_action_id: done.data.action_id },
      },
    })
    expect(twice.data).toMatchObject({ result: 'agreed', decision_ids: [] })
    const stranger = await scanner.send(clientChangeException, {
      body: { ...action(), sheet_id, change: { kind: 'undo', undo_action_id: ulid() } },
    })
    expect(stranger.error.error).toBe('SCAN_NOTHING_TO_UNDO')
  })

  test('one option that cannot be leaves all of them as they were', async () => {
    const { app, scan, scanner, action } = await openStation(kind)
    const sheet_id = await scan(faint(faint(front(), 1), 2), back())
    for (const options of [
      [one('choice:1', 'B'), one('choice:2', 'E')],
      [one('choice:1', 'B'), one('choice:2', 'A', 'B')],
      [one('choice:1', 'B'), one('choice:9', 'A')],
    ]) {
      const answer = await scanner.send(clientRefixOption, {
        body: { ...action(), sheet_id, options },
      })
      expect([answer.status, answer.error.error]).toEqual([400, 'SCAN_CHOICE_INVALID'])
    }
    const twice = await scanner.send(clientRefixOption, {
      body: { ...action(), sheet_id, options: [one('choice:1', 'A'), one('choice:1', 'B')] },
    })
    expect(twice.error.error).toBe('INPUT_INVALID')
    expect(await app.services.db.selectFrom('scan_decision').selectAll().execute()).toEqual([])
    expect(await app.services.db.selectFrom('station_action').selectAll().execute()).toEqual([])
  })

  test('a doubtful reading is confirmed as the person saw it, or not at all', async () => {
    const { scan, scanner, action, answerOf } = await openStation(kind)
    const sheet_id = await scan(faint(front({ choices: { 1: 'AB' } }), 2), back())
    const confirm = (target: string, ...values: string[]) =>
      scanner.send(clientSureOption, {
        body: { ...action(), sheet_id, options: [{ target, values }] },
      })
    const other = await confirm('choice:2', 'C')
    expect([other.status, other.error.msg]).toEqual([
      409,
      '第 2 题现在的识别结果是「B」，与所确认的不同，请重新核对',
    ])
    expect((await confirm('choice:1', 'A', 'B')).error.error).toBe('SCAN_CHOICE_INVALID')
    expect((await confirm('choice:2', 'B')).data.open).toEqual(['choice'])
    expect(await answerOf(0, '2')).toMatchObject({ answer: ['B'], source: 'person' })
  })

  test('a sheet finds its owner, is void, and comes back', async () => {
    const { app, exam, scan, scanner, at, action } = await openStation(kind)
    const sheet_id = await scan(front({ examNo: null }), back())
    const change = (
      given: Parameters<typeof scanner.send<typeof clientChangeException>>[1] extends infer In
        ? In extends { body: { change: infer Change } }
          ? Change
          : never
        : never,
    ) => scanner.send(clientChangeException, { body: { ...action(), sheet_id, change: given } })
    const nobody = await change({ kind: 'identity', candidate_id: 999_999 })
    expect(nobody.error.error).toBe('CANDIDATE_NOT_FOUND')
    const owned = await change({ kind: 'identity', candidate_id: exam.candidateIds[3]! })
    expect(owned.data.open).toEqual([])
    const admin = await app.signIn('admin')
    const disputed = await admin.send(matchOne, {
      body: { ...at, sheet_id, candidate_id: exam.candidateIds[4]! },
    })
    expect(disputed.error.error).toBe('SCAN_SHEET_ALREADY_RESOLVED')
    const gone = await change({ kind: 'void', reason: 'rescan' })
    expect(gone.data.result).toBe('applied')
    const late = await change({ kind: 'absence', attendance: 1 })
    expect([late.status, late.error.error]).toEqual([409, 'SCAN_SHEET_VOID'])
    expect(late.error.msg).toMatch(/^这张答题卡已由 扫描员 于 11月20日 09:00 作废/)
    expect((await change({ kind: 'void', reason: 'rescan' })).data).toMatchObject({
      result: 'agreed',
      decision_ids: gone.data.decision_ids,
    })
    const restored = await change({ kind: 'undo', undo_action_id: gone.data.action_id })
    expect(restored.data.result).toBe('applied')
    expect((await scanner.send(scanSheetDetail, { query: { sheet_id } })).data).toMatchObject({
      state: 'active',
      candidate: { candidate_id: exam.candidateIds[3] },
    })
  })

  test('of two sheets of one candidate one is kept', async () => {
    const { scan, scanner, action } = await openStation(kind)
    const first = await scan(front(), back())
    const second = await scan(front(), back())
    const change = { kind: 'duplicate' as const, sheet_ids: [first, second], keep: first }
    const other = await scanner.send(clientChangeException, {
      body: { ...action(), sheet_id: ulid(), change },
    })
    expect(other.error.error).toBe('SCAN_SHEET_NOT_UPLOADED')
    const kept = await scanner.send(clientChangeException, {
      body: { ...action(), sheet_id: first, change },
    })
    expect(kept.data).toMatchObject({ result: 'applied', open: [] })
    expect((await scanner.send(scanSheetDetail, { query: { sheet_id: second } })).data.state).toBe(
      'void',
    )
  })

  test('of two sheets of one candidate one is a further one, and both stay', async () => {
    const { scan, scanner, action } = await openStation(kind)
    const first = await scan(front(), back())
    const second = await scan(front(), back())
    const change = (keep: string | null, further: string) =>
      scanner.send(clientChangeException, {
        body: {
          ...action(),
          sheet_id: second,
          change: { kind: 'duplicate', sheet_ids: [first, second], keep, further },
        },
      })
    expect((await change(second, second)).error.error).toBe('VERSION_CONFLICT')
    expect((await change(null, second)).error.error).toBe('VERSION_CONFLICT')
    const joined = await change(first, second)
    expect(joined.data).toMatchObject({ result: 'applied', open: [] })
    for (const sheet_id of [first, second])
      expect((await scanner.send(scanSheetDetail, { query: { sheet_id } })).data.state).toBe(
        'active',
      )
  })

  test('a page that is lost and a page that does not belong are decided offline', async () => {
    const { scan, scanner, action } = await openStation(kind)
    const lone = await scan(front())
    const missing = await scanner.send(clientChangeException, {
      body: { ...action(), sheet_id: lone, change: { kind: 'accept_missing' } },
    })
    expect(missing.data.open).toEqual([])
    const extra = await scan(front({ examNo: '10010002' }), back(), refused('PAGE_OF_OTHER_SHEET'))
    const ignored = await scanner.send(clientChangeException, {
      body: { ...action(), sheet_id: extra, change: { kind: 'ignore_page', page_seq: 3 } },
    })
    expect(ignored.data.open).toEqual([])
  })

  test('a warning is accepted by name, and a warning that nobody saw is not', async () => {
    const { scan, scanner, at, app, action } = await openStation(kind)
    const sheet_id = await scan(
      {
        ...front(),
        issues: (['CLIPPED', 'FOLDED_CORNER'] as const).flatMap(
          (code) => withIssue(front(), code).issues,
        ),
      },
      withIssue(back(), 'SCALE_ODD'),
    )
    const accept = (page_seq: number, ...codes: string[]) =>
      scanner.send(clientForceSure, {
        body: { ...action(), sheet_id, warnings: [{ page_seq, codes }], note: '字迹都在' },
      })
    expect((await accept(1, 'CLIPPED')).data.open).toEqual(['to_verify'])
    expect((await accept(2, 'SCALE_ODD')).data.open).toEqual(['to_verify'])
    // Another person accepts what is left of the first page.
    const admin = await app.signIn('admin')
    const rest = await admin.send(clientForceSure, {
      body: {
        ...action(),
        sheet_id,
        warnings: [{ page_seq: 1, codes: ['FOLDED_CORNER'] }],
        note: '',
      },
    })
    expect(rest.data.open).toEqual([])
    expect((await accept(1, 'CLIPPED', 'FOLDED_CORNER')).data.result).toBe('agreed')
    const { data } = await scanner.send(scanSheetDetail, { query: { sheet_id } })
    expect(data.decisions.at(-1)).toMatchObject({
      actor_name: '扫描员',
      text: '不顾提示接受第 1 张图像：提示（CLIPPED）（字迹都在）',
    })
    const lost = await scan(refused('ANCHORS_MISSING'), back())
    const blind = await scanner.send(clientForceSure, {
      body: {
        ...action(),
        sheet_id: lost,
        warnings: [{ page_seq: 1, codes: ['ANCHORS_MISSING'] }],
        note: '',
      },
    })
    expect([blind.status, blind.error.error]).toEqual([409, 'SCAN_SHEET_UNLOCATED'])
    expect(at.subject_id).toBe(2)
  })

  test('nothing can be decided once scores are released, and a repeat still gives its first answer', async () => {
    const { app, exam, scan, scanner, action } = await openStation(kind)
    const sheet_id = await scan(faint(faint(front(), 1), 2), back())
    const before = { ...action(), sheet_id, ...one('choice:1', 'A') }
    const first = await scanner.send(clientRefixOptionSimple, { body: before })
    const snapshot = await app.services.db
      .insertInto('snapshot')
      .values({
        exam_id: exam.examId,
        version: 1,
        rule_version: '1',
        input_hash: '',
        override_reason: null,
        manifest: '{}',
        created_by: app.school.userIds['admin'] ?? 0,
        created_at: '2026-11-20T02:00:00.000Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.services.db
      .updateTable('exam')
      .set({ published_snapshot_id: snapshot.id })
      .where('id', '=', exam.examId)
      .execute()
    const calls = [
      await scanner.send(clientRefixOptionSimple, {
        body: { ...action(), sheet_id, ...one('choice:2', 'D') },
      }),
      await scanner.send(clientChangeException, {
        body: { ...action(), sheet_id, change: { kind: 'undo', undo_action_id: before.action_id } },
      }),
      await scanner.send(clientReomr, {
        body: { ...action(), scope: { kind: 'sheet', sheet_id } },
      }),
      await scanner.send(clientRecropAll, { body: action() }),
      await scanner.send(clientChooseCoord, {
        body: { ...action(), sheet_id, page_seq: 1, run: null },
      }),
    ]
    expect(calls.map(({ error }) => error.error)).toEqual(
      Array.from({ length: 5 }, () => 'SCAN_SHEET_PUBLISHED'),
    )
    expect((await scanner.send(clientRefixOptionSimple, { body: before })).data).toEqual(first.data)
  })

  test('each room says how many are expected and scanned, and who is missing by seat', async () => {
    const { app, exam, scan, scanner, at } = await openStation(kind)
    const rooms = ['2', '2', '10', '10', '10', null]
    for (const [index, room_no] of rooms.entries())
      await app.services.db
        .updateTable('candidate')
        .set({ room_no, seat_no: room_no && String(12 - index) })
        .where('id', '=', exam.candidateIds[index]!)
        .execute()
    await scan(front({ examNo: '10010001' }), back())
    await scan(front({ examNo: '10010004' }), back())
    await app.services.db
      .updateTable('candidate_subject')
      .set({ attendance: 1 })
      .where('candidate_id', '=', exam.candidateIds[4]!)
      .execute()
    const { data } = await scanner.send(clientMarkingDetail, { query: { ...at, room_no: '10' } })
    expect(data.rooms).toEqual([
      { room_no: '01', expected: 2, scanned: 0, absent: 0 },
      { room_no: '2', expected: 2, scanned: 1, absent: 0 },
      { room_no: '10', expected: 3, scanned: 1, absent: 1 },
      { room_no: null, expected: 1, scanned: 0, absent: 0 },
    ])
    expect(data.missing.map(({ exam_no, seat_no }) => [exam_no, seat_no])).toEqual([
      ['10010005', '8'],
      ['10010003', '10'],
    ])
    const none = await scanner.send(clientMarkingDetail, { query: { ...at, room_no: '' } })
    expect(none.data.missing.map(({ exam_no }) => exam_no)).toEqual(['10010006'])
    const all = await scanner.send(clientMarkingDetail, {
      query: { ...at, missing_in: 'subject' },
    })
    const { missing, rooms: counted } = all.data
    expect(missing.map(({ room_no }) => room_no)).toEqual(['01', '01', '2', '10', '10', null])
    expect(missing).toHaveLength(
      counted.reduce((sum, { expected, scanned }) => sum + expected - scanned, 0),
    )
  })

  test('files are named by what they are, never by where the server keeps them', async () => {
    const { app, scan, scanner, at } = await openStation(kind)
    await scan(front(), back())
    await scan(front({ examNo: '10010002' }), back())
    const { data } = await scanner.send(clientFileRouteList, { query: { ...at, limit: 3 } })
    expect([data.total, data.list.length]).toEqual([4, 3])
    const [pages, crops] = data.list
    expect(pages).toMatchObject({
      route: `exam/${at.exam_id}/subject/2/batch/${pages!.batch_id}/page`,
      kind: 'page',
      count: 2,
      station: STATION,
      place: { kind: 'folder', name: 'objects' },
    })
    const images = await app.services.db.selectFrom('image').select('byte_length').execute()
    const all = await scanner.send(clientFileRouteList, { query: { ...at } })
    expect(all.data.list.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(
      images.reduce((sum, { byte_length }) => sum + byte_length, 0),
    )
    expect(crops).toMatchObject({ kind: 'crop', count: 2 })
    expect(JSON.stringify(all.data)).not.toContain(app.services.config.dataDir)
    const rest = await scanner.send(clientFileRouteList, { query: { ...at, limit: 3, page: 2 } })
    expect(rest.data.list).toHaveLength(1)
  })

  // The page is no picture of a sheet: what reads it is refused for that, everything else is done.
  test.for([
    ['scanner', null],
    ['admin', null],
    ['director', null],
    ['marker1', 403],
    ['leader', 403],
    ['principal', 403],
    ['student', 403],
    ['other-scanner', 404],
    ['other-admin', 404],
  ] as const)('%s is answered %s by every call', async ([account, refusal]) => {
    const { app, scan, action } = await openStation(kind)
    const sheet_id = await scan(faint(front(), 2), back())
    const anchors = ['tl', 'tr', 'br', 'bl'].map((id) => ({ id, x_px: 1, y_px: 1 }))
    const calls = async () => {
      const who = await app.signIn(account)
      const sheet = () => ({ ...action(), sheet_id })
      const query = { exam_id: sheet().exam_id, subject_id: 2 }
      return [
        await who.send(clientCoord, { body: { ...sheet(), page_seq: 1, page: 1, anchors } }),
        await who.send(clientChooseCoord, { body: { ...sheet(), page_seq: 1, run: 9 } }),
        await who.send(clientRefixOption, {
          body: { ...sheet(), options: [one('choice:2', 'A')] },
        }),
        await who.send(clientRefixOptionSimple, { body: { ...sheet(), ...one('choice:2', 'A') } }),
        await who.send(clientSureOption, {
          body: { ...sheet(), options: [{ target: 'choice:2', values: ['A'] }] },
        }),
        await who.send(clientForceSure, {
          body: { ...sheet(), warnings: [{ page_seq: 1, codes: ['CLIPPED'] }], note: '' },
        }),
        await who.send(clientChangeException, {
          body: { ...sheet(), change: { kind: 'send_verify', note: '' } },
        }),
        await who.send(clientRemark, { body: { ...sheet(), reason: '图像有误' } }),
        await who.send(clientReomr, { body: { ...action(), scope: { kind: 'subject' } } }),
        await who.send(clientRecropSheet, { body: sheet() }),
        await who.send(clientRecropBlock, { body: { ...action(), block_key: '17' } }),
        await who.send(clientRecropAll, { body: action() }),
        await who.send(clientFileRouteList, { query }),
        await who.send(clientMarkingDetail, { query }),
      ].map(({ status }) => status)
    }
    const statuses = await calls()
    if (refusal !== null) expect(new Set(statuses)).toEqual(new Set([refusal]))
    else expect(statuses).not.toContain(403)
  })
})
