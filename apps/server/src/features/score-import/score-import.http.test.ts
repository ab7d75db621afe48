import {
  candidateList,
  createSnapshot,
  examCreate,
  examCreateConfirm,
  examProgress,
  examRollback,
  importMapping,
  importDetail,
  reportStudents,
  scoreImportAbsent,
  scoreImportConfirm,
  scoreImportExport,
  scoreImportFull,
  scoreImportHistory,
  scoreImportStatus,
  scoreImportSubjects,
  scoreImportUndo,
  scoreImportV2Confirm,
  scoreImportV2History,
  scoreImportV2Preview,
  scoreImportV2Upload,
  scoreTemplate,
  scoreUpload,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import * as xlsx from '@e965/xlsx'
import { expect, test } from 'vitest'
import { gbkText, openTestApp, xlsxFile } from '../../testing/index.ts'

const [CHINESE, MATHS] = [1, 2]
const HEAD = ['考号', '姓名', '语文', '数学']

const gbkCsv = (rows: readonly (readonly string[])[]) =>
  gbkText(
    rows
      .map((row) => row.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(','))
      .join('\r\n'),
  )

function xlsFile(rows: readonly (readonly string[])[]): Buffer {
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows as string[][]), '成绩')
  return xlsx.write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer
}

/** What is typed in place of a score, and what is proposed for it. */
const CELLS: [text: string, fix: string | null][] = [
  ['缺', '缺考'],
  ['旷考', '缺考'],
  ['免考', '缺考'],
  ['作弊', '缺考(违纪)'],
  ['-', '缺考'],
  ['/', '缺考'],
  ['98分', '98'],
  ['九十', '90'],
  ['-3', null],
  ['98%', null],
  ['1,024', null],
  ['98.1234', null],
  ['12345', null],
  ['150.5', null],
  ['一百零五', '105'],
  ['优秀', null],
]

everyDatabase('import of scores on %s', (kind) => {
  const open = async (subjectIds = [CHINESE, MATHS]) => {
    const app = await openTestApp(kind)
    const { school } = app
    const admin = await app.signIn('admin')
    const { data } = await admin.send(examCreate, {
      params: { schoolId: school.schoolId },
      body: {
        name: '期中成绩',
        type: 3,
        mode: 4,
        grade_id: 10,
        start_date: '2026-11-20',
        class_ids: school.classIds.slice(0, 2),
        subject_ids: subjectIds,
      },
    })
    const examId = data.exam_id
    await admin.send(examCreateConfirm, { body: { exam_id: examId } })
    for (const subjectId of subjectIds)
      await admin.send(scoreImportFull, {
        body: { exam_id: examId, subject_id: subjectId, full_milli: 150_000 },
      })
    const roster = await admin.send(candidateList, { query: { exam_id: examId, limit: 100 } })
    const people = roster.data.list.toSorted((a, b) => a.exam_no.localeCompare(b.exam_no))
    const upload = async (file: Buffer, more: { replace?: 'clear'; fileName?: string } = {}) => {
      const { fileName = '成绩.xlsx', ...query } = more
      const { data: batch } = await admin.send(
        scoreUpload,
        { query: { exam_id: examId, ...query } },
        { file, fileName },
      )
      return batch
    }
    const report = async (batchId: number) =>
      (await admin.send(importDetail, { query: { batch_id: batchId } })).data.report
    const stored = async () => {
      const rows = await app.services.db
        .selectFrom('candidate_subject')
        .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
        .where('candidate_subject.exam_id', '=', examId)
        .select([
          'candidate.exam_no',
          'subject_id',
          'attendance',
          'special_flag',
          'candidate_subject.total_milli',
        ])
        .orderBy('candidate.exam_no')
        .orderBy('subject_id')
        .execute()
      return rows.map(({ exam_no, subject_id, attendance, special_flag, total_milli }) =>
        [exam_no, subject_id, attendance, special_flag, total_milli].join(' '),
      )
    }
    return { ...app, admin, examId, people, upload, report, stored }
  }

  /** A right table: the score follows from the row. */
  const rightTable = (people: readonly { exam_no: string; name: string }[]) => [
    HEAD,
    ['满分', '', '150', '150'],
    ...people.map(({ exam_no, name }, at) => [exam_no, name, String(100 + at), String(90.5 + at)]),
  ]

  test.for([
    ['a csv in GBK', gbkCsv, '成绩.csv'],
    ['an old workbook', xlsFile, '成绩.xls'],
  ] as const)(
    'forty faults in %s stand at their cells, are mended, written and taken back',
    async ([, fileOf, fileName]) => {
      const { admin, people, upload, report, stored, examId } = await open()
      const empty = await stored()
      const expected: string[] = []
      const table = [HEAD, ['满分', '', '150', '100']]
      expected.push('D2')
      for (const [at, { exam_no }] of people.entries()) {
        const row = at + 3
        const [chinese, maths] = [CELLS[at * 2]?.[0] ?? '', CELLS[at * 2 + 1]?.[0] ?? '']
        table.push([exam_no, '别人', chinese, maths])
        expected.push(`B${row}`, `C${row}`, `D${row}`)
      }
      for (let no = 0; no < 8; no++) {
        table.push([String(99_990_000 + no), '', '80', ''])
        expected.push(`A${table.length}`)
      }
      for (const { exam_no, name } of people.slice(0, 7)) {
        table.push([exam_no, name, '', ''])
        expected.push(`A${table.length}`)
      }
      expect(expected).toHaveLength(40)

      const batch = await upload(fileOf(table), { fileName })
      expect(batch.state).toBe('failed')
      const found = await report(batch.batch_id)
      expect(found.errors.map(({ cell }) => cell).toSorted()).toEqual(expected.toSorted())
      expect(found.takes_good_rows).toBe(false)
      expect(found.errors.find(({ cell }) => cell === 'D2')?.message).toContain('满分是 150')
      const proposed = found.errors.flatMap(({ value, fix }) => (fix ? [[value, fix.value]] : []))
      expect(Object.fromEntries(proposed)).toEqual(
        Object.fromEntries(CELLS.filter(([, fix]) => fix !== null)),
      )
      const refused = await admin.send(scoreImportConfirm, { body: { batch_id: batch.batch_id } })
      expect(refused.error).toMatchObject({ error: 'IMPORT_HAS_ERRORS' })
      expect(await stored()).toEqual(empty)

      // Accepting what is proposed leaves the others.
      const values: Record<string, Record<string, string>> = {}
      for (const { field, value, fix } of found.errors)
        if (fix) (values[field] ??= {})[value] = fix.value
      const mended = await admin.send(importMapping, { body: { batch_id: batch.batch_id, values } })
      expect(mended.data.counts.errors).toBe(40 - proposed.length)

      const right = await upload(fileOf(rightTable(people)), { fileName })
      expect(right.state).toBe('ready')
      const status = await admin.send(scoreImportStatus, { query: { batch_id: right.batch_id } })
      expect(status.data).toMatchObject({ state: 'ready', total: 8, errors: 0 })
      const written = await admin.send(scoreImportConfirm, { body: { batch_id: right.batch_id } })
      expect(written.data).toEqual({ changed: 8, unchanged: 0, version: right.batch_id })
      expect(await stored()).toEqual(
        people.flatMap(({ exam_no }, at) => [
          `${exam_no} ${CHINESE} 0  ${100_000 + at * 1000}`,
          `${exam_no} ${MATHS} 0  ${90_500 + at * 1000}`,
        ]),
      )
      const history = await admin.send(scoreImportHistory, { query: { exam_id: examId } })
      expect(history.data[0]).toMatchObject({
        file_name: fileName,
        subjects: ['语文', '数学'],
        changed: 8,
        state: 'committed',
        can_undo: true,
      })
      const undone = await admin.send(scoreImportUndo, { body: { batch_id: right.batch_id } })
      expect(undone.data).toEqual({ restored: 8, kept: [] })
      expect(await stored()).toEqual(empty)
    },
  )

  test('words of the grammar, warnings to accept, cells that are cleared, and later batches kept', async () => {
    const { admin, people, upload, stored, examId, services } = await open()
    const [first, second, third] = people
    if (!first || !second || !third) throw new Error('there are candidates')
    const table = (rows: string[][]) => xlsxFile([HEAD, ...rows])
    const odd = await upload(
      table([
        [first.exam_no, first.name, '0', '66.3'],
        [second.exam_no, second.name, 'q', '未选'],
        [third.exam_no, third.name, '缺考（违纪）', '77'],
      ]),
    )
    const confirm = (batch_id: number, ack: string[] = []) =>
      admin.send(scoreImportV2Confirm, { body: { batch_id, mode: 'all', ack } })
    expect((await confirm(odd.batch_id)).error).toMatchObject({ error: 'IMPORT_NOT_ACCEPTED' })
    expect((await confirm(odd.batch_id, ['ZERO', 'OFF_GRID'])).data).toMatchObject({ changed: 3 })
    const afterFirst = (await stored()).slice(0, 6)
    expect(afterFirst).toEqual([
      `${first.exam_no} 1 0  0`,
      `${first.exam_no} 2 0  66300`,
      `${second.exam_no} 1 1  `,
      `${second.exam_no} 2 3  `,
      `${third.exam_no} 1 1 misconduct `,
      `${third.exam_no} 2 0  77000`,
    ])

    // Empty cells change nothing, unless they are to clear.
    const kept = await upload(table([[first.exam_no, first.name, '', '70']]))
    const preview = await admin.send(scoreImportV2Preview, { query: { batch_id: kept.batch_id } })
    expect(preview.data.list[0]?.cells.at(-1)).toEqual({
      column: 'D2',
      title: '数学',
      raw: '70',
      before: '66.3',
      after: '70',
      errors: [],
    })
    await confirm(kept.batch_id)
    expect((await stored()).slice(0, 2)).toEqual([
      `${first.exam_no} 1 0  0`,
      `${first.exam_no} 2 0  70000`,
    ])
    const clears = await upload(table([[first.exam_no, first.name, '', '71']]), {
      replace: 'clear',
    })
    expect((await confirm(clears.batch_id)).error).toMatchObject({ error: 'IMPORT_NOT_ACCEPTED' })
    expect((await confirm(clears.batch_id, ['CLEARS'])).data).toMatchObject({ changed: 1 })
    expect((await stored()).slice(0, 2)).toEqual([
      `${first.exam_no} 1 -1  `,
      `${first.exam_no} 2 0  71000`,
    ])

    // What a later batch wrote stays; taken back in turn, everything is as it was.
    const undo = async (batch_id: number) =>
      (await admin.send(scoreImportUndo, { body: { batch_id } })).data
    expect(await undo(odd.batch_id)).toMatchObject({ restored: 2, kept: [{ name: first.name }] })
    expect(await undo(clears.batch_id)).toEqual({ restored: 1, kept: [] })
    expect(await undo(kept.batch_id)).toEqual({ restored: 1, kept: [] })
    expect((await stored()).slice(0, 2)).toEqual(afterFirst.slice(0, 2))
    const sources = await services.db.selectFrom('imported_score').selectAll().execute()
    expect(sources.map(({ batch_id }) => batch_id)).toEqual([odd.batch_id, odd.batch_id])
    const { data } = await admin.send(scoreImportV2History, { query: { exam_id: examId } })
    expect(data.list.map(({ state }) => state)).toEqual(['undone', 'undone', 'undone'])
  })

  test('from an exam to released scores that equal what is added up elsewhere', async () => {
    const { admin, signIn, school, people, examId } = await open()
    const template = await admin.send(scoreTemplate, { query: { exam_id: examId } })
    const sheet = xlsx.read(template.bytes).Sheets['成绩']
    const rows = xlsx.utils.sheet_to_json<string[]>(sheet ?? {}, { header: 1, defval: '' })
    expect(rows.slice(0, 3)).toEqual([
      ['考号', '姓名', '班级', '语文', '数学'],
      ['满分', '', '', 150, 150],
      [people[0]?.exam_no, people[0]?.name, expect.any(String), '', ''],
    ])
    const scores = people.map((_, at) => [61.5 + ((at * 37) % 80), 40 + ((at * 53) % 101)] as const)
    const file = xlsxFile([
      HEAD,
      ...people.map(({ exam_no, name }, at) =>
        at === 7 ? [exam_no, name, '', 'Q'] : [exam_no, name, ...(scores[at] ?? []).map(String)],
      ),
    ])
    const { batch_id } = (
      await admin.send(scoreImportV2Upload, { query: { exam_id: examId } }, { file })
    ).data
    await admin.send(scoreImportConfirm, { body: { batch_id } })
    const finish = (no_record?: 'absent') =>
      admin.send(scoreImportConfirm, {
        body: {
          exam_id: examId,
          subject_ids: [CHINESE, MATHS],
          finished: true as const,
          ...(no_record ? { no_record } : {}),
        },
      })
    expect((await finish()).error).toMatchObject({ error: 'SCORE_IMPORT_NO_RECORD' })
    expect((await finish('absent')).data).toMatchObject({ changed: 1 })
    const params = { schoolId: school.schoolId, examId }
    const { data: progress } = await admin.send(examProgress, { params })
    expect(progress.subjects.map(({ status }) => status)).toEqual([6, 6])
    const subjects = await admin.send(scoreImportSubjects, { query: { exam_id: examId } })
    expect(subjects.data[0]).toMatchObject({ scored: 7, absent: 1, no_record: 0, finished: true })

    // Finished means finished, until somebody goes back.
    const late = await admin.send(scoreUpload, { query: { exam_id: examId } }, { file })
    expect(late.error).toMatchObject({ error: 'SCORE_IMPORT_FINISHED' })
    await admin.send(examRollback, { body: { exam_id: examId, subject_id: MATHS, status: 3 } })
    const again = await admin.send(
      scoreUpload,
      { query: { exam_id: examId, subject_id: MATHS } },
      { file },
    )
    expect(again.status).toBe(200)
    await admin.send(scoreImportConfirm, {
      body: { exam_id: examId, subject_ids: [MATHS], finished: true },
    })

    const released = await admin.send(createSnapshot, {
      body: { exam_id: examId, confirm_name: '期中成绩' },
    })
    expect(released.status).toBe(200)
    const director = await signIn('director')
    const { data: list } = await director.send(reportStudents, {
      query: { exam_id: examId, limit: 100 },
    })
    const expected = new Map(
      people
        .slice(0, 7)
        .map(({ exam_no }, at) => [exam_no, (scores[at]?.[0] ?? 0) + (scores[at]?.[1] ?? 0)]),
    )
    for (const row of list.list) {
      const total = expected.get(row.exam_no)
      expect(row.total_score, row.student_name).toBe(total === undefined ? null : total * 1000)
      if (total !== undefined)
        expect(row.school_rank, row.student_name).toBe(
          1 + [...expected.values()].filter((other) => other > total).length,
        )
    }
    const shut = await admin.send(scoreImportUndo, { body: { batch_id } })
    expect(shut.error).toMatchObject({ error: 'EXAM_PUBLISHED' })
    const table = await admin.send(scoreImportExport, { query: { exam_id: examId } })
    const cells = xlsx.utils.sheet_to_json<string[]>(
      xlsx.read(table.bytes).Sheets['导入成绩'] ?? {},
      { header: 1 },
    )
    expect(cells[1]?.[3]).toBe(scores[0]?.[0])
    expect(cells[1]?.[4]).toContain('upload.xlsx，管理员')
  })

  test('totals and questions have to agree, absences are noted, and others stay out', async () => {
    const { admin, signIn, people, examId, services, upload, report } = await open([CHINESE])
    await services.db
      .insertInto('question')
      .values(
        [1, 4].map((type, at) => ({
          exam_id: examId,
          subject_id: CHINESE,
          no: String(at + 1),
          sort: at,
          type,
          full_milli: at === 0 ? 50_000 : 100_000,
        })),
      )
      .execute()
    const [first, second, third] = people
    if (!first || !second || !third) throw new Error('there are candidates')
    const head = ['准考证号', '1', '2', '总分']
    const wrong = await upload(
      xlsxFile([
        head,
        [first.exam_no, '40', '60', '101'],
        [second.exam_no, '51', '60', ''],
        [third.exam_no, '30', 'Q', ''],
      ]),
    )
    const found = await report(wrong.batch_id)
    expect(found.errors.map(({ cell, code }) => [cell, code])).toEqual([
      ['D2', 'SCORE_SUM_DIFFERS'],
      ['B3', 'SCORE_OUT_OF_RANGE'],
      ['C4', 'SCORE_CELL_MIXED'],
    ])
    expect(found.errors[0]?.message).toBe('各题合计 100，总分列是 101')
    const right = await upload(
      xlsxFile([
        head,
        [first.exam_no, '40', '60', '100'],
        [second.exam_no, '50', '61.5', ''],
        [third.exam_no, '30', '', ''],
      ]),
    )
    await admin.send(scoreImportConfirm, { body: { batch_id: right.batch_id } })
    const rows = await services.db
      .selectFrom('candidate_subject')
      .where('exam_id', '=', examId)
      .where('attendance', '=', 0)
      .select(['objective_milli', 'subjective_milli', 'total_milli'])
      .orderBy('candidate_id')
      .execute()
    expect(rows).toEqual([
      { objective_milli: 40_000, subjective_milli: 60_000, total_milli: 100_000 },
      { objective_milli: 50_000, subjective_milli: 61_500, total_milli: 111_500 },
      { objective_milli: null, subjective_milli: null, total_milli: null },
    ])
    const body = { exam_id: examId, subject_id: CHINESE, attendance: 1 }
    const taken = await admin.send(scoreImportAbsent, {
      body: { ...body, candidate_ids: [first.candidate_id] },
    })
    expect(taken.error).toMatchObject({ error: 'SCORE_IMPORT_HAS_SCORE' })
    const absent = await admin.send(scoreImportAbsent, {
      body: { ...body, candidate_ids: people.slice(3).map(({ candidate_id }) => candidate_id) },
    })
    expect(absent.data).toEqual({ changed: 5 })
    const finished = await admin.send(scoreImportConfirm, {
      body: { exam_id: examId, subject_ids: [CHINESE], finished: true },
    })
    expect(finished.error).toMatchObject({ error: 'SCORE_IMPORT_PARTIAL' })

    const grade = await signIn('grade')
    const query = { exam_id: examId }
    expect((await grade.send(scoreUpload, { query }, { file: xlsxFile([head]) })).status).toBe(403)
    const stranger = await signIn('other-admin')
    expect((await stranger.send(scoreUpload, { query }, { file: xlsxFile([head]) })).status).toBe(
      404,
    )
    const batch = { batch_id: right.batch_id }
    expect((await stranger.send(scoreImportUndo, { body: batch })).status).toBe(404)
    expect((await stranger.send(scoreImportV2Preview, { query: batch })).status).toBe(404)
  })
})
