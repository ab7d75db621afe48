import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  imageResource,
  readerBlocks,
  readerPapers,
  secondReaderRegister,
  secondReaders,
  secondReaderSwitch,
  secondReaderToken,
} from '@hengjuan/contracts'
import { describe, expect, test } from 'vitest'
import { READER, openSecondReader } from '../../marking/testing/second-reader-world.ts'

describe('second reader: a reader', () => {
  test('is registered with a token that is shown once and kept as a hash, and a version once', async () => {
    const { admin, services, inExam, token } = await openSecondReader()
    const row = await services.db.selectFrom('second_reader').selectAll().executeTakeFirstOrThrow()
    expect(token).toMatch(/^hjr_[\w-]{43}$/)
    expect(row.token_hash).toBe(createHash('sha256').update(token).digest('hex'))
    const { data } = await admin.send(secondReaders, { query: inExam })
    expect(data.readers).toMatchObject([{ ...READER, registered_by: '管理员', is_revoked: false }])
    expect(JSON.stringify(data)).not.toContain(token.slice(4))
    const again = await admin.send(secondReaderRegister, { body: { ...inExam, ...READER } })
    expect([again.status, again.error.msg]).toEqual([
      409,
      '「作文评阅」的 1.0 版已经登记过，新版本请填写新的版本号',
    ])
    const next = { ...inExam, ...READER, version: ' 1.1 ' }
    expect((await admin.send(secondReaderRegister, { body: next })).status).toBe(200)
    const blank = await admin.send(secondReaderRegister, { body: { ...next, maker: ' ' } })
    expect([blank.status, blank.error.fields]).toEqual([
      400,
      [{ path: 'maker', msg: '请填写制作单位' }],
    ])
  })

  test('reads nothing until a block is switched on for it, and nothing else with its token', async () => {
    const { on, as, token, turn, routes, anonymous } = await openSecondReader()
    expect((await as(readerBlocks)).data).toEqual({ name: '作文评阅', version: '1.0', list: [] })
    const shut = await as(readerPapers, { query: on })
    expect([shut.status, shut.error.error]).toEqual([409, 'SECOND_READER_OFF'])
    await turn(true)
    expect((await as(readerPapers, { query: on })).status).toBe(200)
    await turn(false)
    expect((await as(readerPapers, { query: on })).status).toBe(409)
    // A session is needed everywhere else; the token is none.
    const headers = { authorization: `Bearer ${token}` }
    const opened: string[] = []
    for (const route of routes) {
      if (route.access.kind === 'anyone') continue
      const answer = await anonymous.send(
        route,
        { params: { schoolId: 1, examId: 1, subjectId: 1 } },
        { headers },
      )
      if (answer.status !== 401) opened.push(`${route.path} ${answer.status}`)
    }
    expect(opened).toEqual([])
  })

  test.for(['', 'Bearer', 'Bearer hjr_wrong', 'Basic hjr_wrong', 'Bearer '])(
    'is not known by “%s”',
    async (authorization) => {
      const { anonymous } = await openSecondReader()
      const answer = await anonymous.send(readerBlocks, {}, { headers: { authorization } })
      expect([answer.status, answer.error.error]).toEqual([403, 'SECOND_READER_TOKEN_INVALID'])
    },
  )

  test('is shut out at once when its token is taken away or replaced, and goes on with the new one', async () => {
    const { admin, inExam, as, readerId, turn } = await openSecondReader()
    await turn(true)
    const change = async (action: 'revoke' | 'renew') =>
      (await admin.send(secondReaderToken, { body: { ...inExam, reader_id: readerId, action } }))
        .data.token
    expect(await change('revoke')).toBe(null)
    expect((await as(readerBlocks)).status).toBe(403)
    const refused = await turn(true)
    expect([refused.status, refused.error.error]).toEqual([409, 'SECOND_READER_REVOKED'])
    const renewed = (await change('renew')) ?? ''
    expect((await as(readerBlocks)).status).toBe(403)
    const answer = await as(readerBlocks, {}, renewed)
    // What it was switched on for before is open to it again.
    expect(answer.data.list).toHaveLength(1)
  })

  test('of another school is not found', async () => {
    const { inExam, on, readerId, signIn, services, otherSchool } = await openSecondReader()
    const foreign = await services.db
      .insertInto('second_reader')
      .values({
        ...READER,
        school_id: otherSchool.schoolId,
        token_hash: 'x',
        registered_by: otherSchool.userIds['admin'] ?? 0,
        registered_at: '2026-11-20T00:00:00.000Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const leader = await signIn('leader')
    const body = { ...inExam, block_ids: [on.block_id], reader_id: foreign.id }
    const answer = await leader.send(secondReaderSwitch, { body })
    expect([answer.status, answer.error.error]).toEqual([404, 'SECOND_READER_NOT_FOUND'])
    const outside = await leader.send(secondReaderSwitch, {
      body: { ...body, reader_id: readerId, block_ids: [on.block_id, 9999] },
    })
    expect([outside.status, outside.error.error]).toEqual([404, 'MARKING_BLOCK_NOT_FOUND'])
  })
})

describe('second reader: papers for a reader', () => {
  test('come with images, rubric and full mark, page by page, and without the candidate', async () => {
    const { as, on, turn, services, anonymous, give } = await openSecondReader({ candidates: 5 })
    const bytes = Buffer.from('an answer')
    const hash = createHash('sha256').update(bytes).digest('hex')
    await services.images.put(Readable.from([bytes]), hash, 1000)
    await services.db
      .insertInto('image')
      .values({
        hash,
        object_hash: hash,
        byte_offset: 0,
        byte_length: bytes.length,
        mime: 'image/webp',
        width_px: 800,
        height_px: 300,
        created_at: '2026-11-20T00:00:00.000Z',
      })
      .execute()
    await services.db
      .updateTable('unit')
      .set({ images: JSON.stringify([hash]) })
      .execute()
    await turn(true)
    const first = (await as(readerPapers, { query: { ...on, limit: 3 } })).data
    expect(first).toMatchObject({ full_milli: 20_000, rubric: '步骤完整给满分', more: true })
    const [paper] = first.list
    expect(Object.keys(paper ?? {}).toSorted()).toEqual(['code', 'images', 'picture', 'points'])
    expect(paper?.points).toMatchObject([{ full_milli: 20_000, step_milli: 500 }])
    const url = new URL(paper?.images[0]?.url ?? '', 'http://test')
    const image = await anonymous.send(imageResource, {
      query: Object.fromEntries(url.searchParams) as never,
    })
    expect([image.status, image.bytes.toString()]).toEqual([200, 'an answer'])
    const after = first.list.at(-1)?.code ?? ''
    const rest = (await as(readerPapers, { query: { ...on, after } })).data
    expect([rest.list.length, rest.more]).toEqual([2, false])
    const codes = [...first.list, ...rest.list].map(({ code }) => code)
    expect(codes).toEqual([...new Set(codes)].toSorted())
    // Nothing of it names a candidate: no number, no name, no id of theirs.
    const text = JSON.stringify([first, rest])
    const candidates = await services.db
      .selectFrom('candidate')
      .select(['exam_no', 'name'])
      .execute()
    for (const { exam_no, name } of candidates)
      expect([text.includes(exam_no), text.includes(name)]).toEqual([false, false])
    // What was scored is not handed out again, unless it is asked for.
    await give(6)
    expect((await as(readerPapers, { query: on })).data.list).toEqual([])
    expect((await as(readerPapers, { query: { ...on, all: 1 } })).data.list).toHaveLength(5)
    expect((await as(readerBlocks)).data.list).toMatchObject([{ papers: 5, scored: 5 }])
  })

  test('leave out what is published, waits for its image, or speaks of danger', async () => {
    const { as, on, turn, services } = await openSecondReader({ candidates: 4 })
    await turn(true)
    const units = await services.db.selectFrom('unit').select('id').orderBy('id').execute()
    const set = (at: number, state: string) =>
      services.db
        .updateTable('unit')
        .set({ state })
        .where('id', '=', units[at]?.id ?? 0)
        .execute()
    await set(0, 'LOCKED')
    await set(1, 'WAIT_IMAGE')
    await services.db
      .insertInto('problem_paper')
      .values({
        unit_id: units[2]?.id ?? 0,
        block_id: on.block_id,
        reason: 'emotional_or_risk',
        text: '',
        raised_by: null,
        raised_at: '2026-11-20T00:00:00.000Z',
        resolved_by: null,
        resolved_at: null,
        outcome: null,
        pair_unit_id: null,
        cared_by: null,
        cared_at: null,
        care_note: null,
      })
      .execute()
    expect((await as(readerPapers, { query: on })).data.list).toHaveLength(1)
  })
})
