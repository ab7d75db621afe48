import { blockSettingsSet, markInfo, markNext, paperWords } from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

/** The crop of `seedMarking` is 800 by 300 pixels of an area of 160 by 60 mm. */
const PAGE = {
  page: 1,
  regions: [
    {
      id: 'block:17:0',
      purpose: 'block',
      blockKey: '17',
      part: 0,
      xMm: 20,
      yMm: 30,
      widthMm: 160,
      heightMm: 60,
    },
  ],
  wordGrids: [
    {
      id: 'words:17:0',
      blockKey: '17',
      part: 0,
      columns: 20,
      rows: 6,
      xMm: 20,
      yMm: 30,
      cellWidthMm: 8,
      cellHeightMm: 8,
      rowPitchMm: 10,
    },
  ],
}

/** Gives the subject a sheet with composition squares, and every paper a reading of them. */
async function writeCompositions({ services, school }: TestApp, examId: number, counted: number) {
  const { db } = services
  const at = '2026-11-01T00:00:00.000Z'
  const { id } = await db
    .insertInto('answer_sheet')
    .values({
      school_id: school.schoolId,
      exam_id: examId,
      subject_id: SUBJECT,
      name: '语文答题卡',
      type: 1,
      version: 1,
      sheet_code: 1,
      share_type: 0,
      is_template: 0,
      design: '{}',
      geometry: '{}',
      template: JSON.stringify({ pages: [PAGE] }),
      locked_at: null,
      created_by: school.userIds['admin'] ?? 0,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('exam_subject').set({ sheet_id: id }).where('exam_id', '=', examId).execute()
  const sheets = await db.selectFrom('scan_sheet').select('id').execute()
  for (const { id: sheet_id } of sheets)
    for (const [run, characters] of [
      [1, 3],
      [2, counted],
    ] as const)
      await db
        .insertInto('recognition')
        .values({
          sheet_id,
          page_seq: 1,
          run,
          engine: 'test',
          reading: JSON.stringify({
            regions: [{ id: 'block:17:0', blockKey: '17', part: 0 }],
            wordGrids: [
              {
                id: 'words:17:0',
                blockKey: '17',
                part: 0,
                writtenCells: characters - 2,
                characters,
                lastRow: 6,
              },
            ],
          }),
          created_at: at,
        })
        .execute()
}

const open = async (kind: DatabaseKind = 'sqlite') => {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, { candidates: 2, markers: 2 })
  const on = { block_id: marked.blockId }
  const marker = await app.signIn('marker1')
  const take = async () => {
    const { data } = await marker.send(markNext, { query: { ...on, n: 1 } })
    return data.tasks[0]?.reading_id ?? 0
  }
  return { ...app, ...marked, on, marker, take }
}

everyDatabase('counted words on %s', (kind) => {
  test('the words of the paper in hand with a ruler, and nothing about whose it is', async () => {
    const world = await open(kind)
    const { marker, on, take, examId, signIn } = world
    expect((await marker.send(markInfo, { query: on })).data.has_words).toBe(false)
    await writeCompositions(world, examId, 112)
    const director = await signIn('director')
    await director.send(blockSettingsSet, {
      body: { exam_id: examId, subject_id: SUBJECT, blocks: [{ ...on, words_least: 120 }] },
    })
    const reading_id = await take()
    const { data } = await marker.send(paperWords, { query: { ...on, reading_id } })
    expect(data).toEqual({
      least: 120,
      words: {
        characters: 112,
        written: 110,
        marks: [
          { part: 0, x: 800, y: 200, height: 40, words: 100, is_required: false },
          { part: 0, x: 800, y: 250, height: 40, words: 120, is_required: true },
        ],
      },
    })
  })
})

test('a paper without composition squares has no words; one of somebody else is refused', async () => {
  const { marker, on, take, signIn } = await open()
  const reading_id = await take()
  const own = await marker.send(paperWords, { query: { ...on, reading_id } })
  expect(own.data).toEqual({ least: 0, words: null })
  for (const [account, status] of [
    ['marker2', 403],
    ['leader', 403],
    ['student', 403],
    ['scanner', 403],
  ] as const) {
    const other = await (await signIn(account)).send(paperWords, { query: { ...on, reading_id } })
    expect([account, other.status]).toEqual([account, status])
  }
})

test('that a block has composition squares is known before the first paper is taken', async () => {
  const world = await open()
  await writeCompositions(world, world.examId, 90)
  expect((await world.marker.send(markInfo, { query: world.on })).data.has_words).toBe(true)
})
