import {
  candidateAdd,
  examCreate,
  sheetInfo,
  sheetInfoSave,
  sheetLock,
  sheetPdf,
  sheetPrintCheck,
  sheetSave,
  sheetSettings,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'

const MATHS = 2
const pagesOf = (bytes: Buffer) =>
  Number(/\/Type \/Pages[^>]*\/Count (\d+)/s.exec(bytes.toString('latin1'))?.[1])

everyDatabase('printing a sheet on %s', (kind) => {
  test('gives each candidate a copy, class by class, and a calibration page', async () => {
    const app = await openTestApp(kind)
    const admin = await app.signIn('admin')
    const { data: exam } = await admin.send(examCreate, {
      params: { schoolId: app.school.schoolId },
      body: {
        name: '高一期中考试',
        type: 3,
        mode: 1,
        grade_id: 10,
        start_date: '2026-11-20',
        class_ids: app.school.classIds.slice(0, 2),
        subject_ids: [MATHS],
      },
    })
    const settings = await admin.send(sheetSettings, { query: { exam_id: exam.exam_id } })
    const design = settings.data.samples.find(({ code }) => code === 'mathematics')!.design
    const { data } = await admin.send(sheetSave, {
      body: { exam_id: exam.exam_id, subject_id: MATHS, design },
    })
    const query = { sheet_id: data.sheet_id }
    const everybody = { ...query, candidates: true }
    expect((await admin.send(sheetPdf, { query: everybody })).error.error).toBe('ROSTER_EMPTY')
    const added = await admin.send(candidateAdd, { body: { exam_id: exam.exam_id } })
    const enrolled = added.data.added

    const all = await admin.send(sheetPdf, { query: everybody })
    const parts = await Promise.all(
      app.school.classIds
        .slice(0, 2)
        .map((class_id) => admin.send(sheetPdf, { query: { ...query, class_id } })),
    )
    const classPages = parts.map(({ bytes }) => pagesOf(bytes))
    expect(Math.min(...classPages)).toBeGreaterThan(0)
    expect(pagesOf(all.bytes)).toBe(classPages.reduce((sum, pages) => sum + pages, 0))
    expect(Number(all.headers['x-page-count'])).toBe(pagesOf(all.bytes))

    const rare = app.services.db.updateTable('candidate').where('exam_id', '=', exam.exam_id)
    const [first, second] = app.school.studentIds
    await rare
      .set({ name: '邨𬬭' })
      .where('student_id', '=', first ?? 0)
      .execute()
    await rare
      .set({ name: '王𠀀𠀀' })
      .where('student_id', '=', second ?? 0)
      .execute()
    const check = await admin.send(sheetPrintCheck, { query })
    expect(check.data).toMatchObject({
      copies: enrolled,
      unprintable: [{ name: '王𠀀𠀀', characters: ['𠀀'] }],
    })

    const calibration = await admin.send(sheetPdf, { query: { ...query, calibration: true } })
    expect(pagesOf(calibration.bytes)).toBe(1)
    const name = decodeURIComponent(String(calibration.headers['content-disposition']))
    expect(name).toContain('校准页')

    // The sheet is locked as it goes to print; what the printer does is kept all the same.
    await admin.send(sheetLock, { body: { ...query, locked: true } })
    const run = (printer: string, isGood: boolean) => ({
      ...query,
      calibration: {
        printer,
        findings: [
          { what: 'scale' as const, is_good: isGood, error_mm: isGood ? 0.2 : 12.5, seen: '缩放' },
          { what: 'contrast' as const, is_good: true, error_mm: null, seen: '浅灰' },
        ],
      },
    })
    for (const body of [run('一号机', false), run(' 二号机 ', true)])
      expect((await admin.send(sheetInfoSave, { body })).status).toBe(200)
    const kept = (await admin.send(sheetInfo, { query })).data.calibrations
    expect(kept).toMatchObject([
      { printer: '二号机', is_good: true, paper: design.paper, version: 1, graded_by: '管理员' },
      { printer: '一号机', is_good: false, findings: [{ error_mm: 12.5 }, { error_mm: null }] },
    ])
    const nameless = await admin.send(sheetInfoSave, { body: run('  ', true) })
    expect(nameless.error.error).toBe('INPUT_INVALID')
    const scanner = await app.signIn('scanner')
    expect((await scanner.send(sheetInfoSave, { body: run('三号机', true) })).status).toBe(403)

    expect((await (await app.signIn('leader')).send(sheetPdf, { query: everybody })).status).toBe(
      200,
    )
    const student = await app.signIn('student')
    expect((await student.send(sheetPdf, { query: everybody })).status).toBe(403)
    const other = await app.signIn('other-admin')
    expect((await other.send(sheetPdf, { query: everybody })).status).toBe(404)
  })
})
