import {
  createSnapshot,
  downloadCreate,
  downloadList,
  downloadRebuild,
  exportAverages,
  jobFile,
  jobGet,
  jobList,
  jointExport,
  jointSchoolExport,
  rankScore,
  rankScoreProgress,
  reportPdf,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { enqueue, KEPT_MS, REMEMBERED_MS, sweepJobs } from '../../jobs/index.ts'
import { runDue } from '../../jobs/testing/run-due.ts'
import { unpackWorkbook } from '../../spreadsheet/unpack-workbook.ts'
import {
  openTestApp,
  pdfText,
  seedJointExam,
  seedTinyExam,
  type TestApp,
  type TestClient,
  TINY_EXAM_NAME,
} from '../../testing/index.ts'
import { readXlsx } from '../../testing/read-xlsx.ts'

async function open() {
  const app = await openTestApp()
  const { examId } = await seedTinyExam(app.services, app.school)
  const director = await app.signIn('director')
  const released = await director.send(createSnapshot, {
    body: { exam_id: examId, confirm_name: TINY_EXAM_NAME },
  })
  expect(released.status).toBe(200)
  return { app, director, exam_id: examId }
}

async function fileOf(app: Pick<TestApp, 'runJobs'>, client: TestClient, job_id: string) {
  await app.runJobs()
  const { data } = await client.send(jobGet, { query: { job_id } })
  expect([data.state, data.message]).toEqual(['done', ''])
  const { bytes } = await client.send(jobFile, { query: { job_id } })
  return { bytes, name: data.file?.name ?? '' }
}

/** Everything that is written in any sheet, as it stands in the file. */
const textsOf = (bytes: Buffer): string =>
  [...unpackWorkbook(bytes)]
    .filter(([path]) => path.endsWith('.xml'))
    .map(([, body]) => body.toString('utf8'))
    .join('\n')

const sheetNames = (bytes: Buffer): string[] => {
  const book = unpackWorkbook(bytes).get('xl/workbook.xml')?.toString('utf8') ?? ''
  return [...book.matchAll(/<sheet [^>]*name="([^"]+)"/g)].map(([, name]) => name!)
}

test('a file for each class in an archive, with that class in it', async () => {
  const { app, director, exam_id } = await open()
  const begun = await director.send(downloadCreate, {
    body: { exam_id, report: 'student', split: 'class' },
  })
  expect(begun.status).toBe(200)
  const { bytes, name } = await fileOf(app, director, begun.data.job_id)
  expect(name).toMatch(/学生成绩（每班一份）.*\.zip$/)
  const files = unpackWorkbook(bytes)
  expect([...files.keys()]).toEqual(['1班.xlsx', '2班.xlsx'])
  const people = await Promise.all(
    [...files.values()].map(async (file) =>
      (await readXlsx(file))
        .flatMap(([no = '']) => (/^10\d$/.test(no) ? [no] : []))
        .toSorted((a, b) => a.localeCompare(b)),
    ),
  )
  expect(people).toEqual([
    ['101', '102', '103', '104'],
    ['105', '106', '107', '108'],
  ])
  // The same question again is the same file.
  const again = await director.send(downloadCreate, {
    body: { exam_id, report: 'student', split: 'class' },
  })
  expect(again.status).toBe(200)
})

test('what has no class is not divided by classes, and says so', async () => {
  const { director, exam_id } = await open()
  const { status, error } = await director.send(downloadCreate, {
    body: { exam_id, report: 'area', split: 'class' },
  })
  expect([status, error.error]).toEqual([400, 'INPUT_INVALID'])
})

test('converted scores are made by a job, whose progress is told until it is over', async () => {
  const { app, director, exam_id } = await open()
  const idle = await director.send(rankScoreProgress, { query: { exam_id } })
  expect([idle.status, idle.error.error]).toEqual([409, 'RANK_SCORE_IDLE'])
  const begun = await director.send(rankScore, { body: { exam_id, scheme: 'seed_8' } })
  expect(begun.status).toBe(200)
  const waiting = await director.send(rankScoreProgress, { query: { exam_id } })
  expect(waiting.data).toMatchObject({ job_id: begun.data.job_id, progress: 0 })
  const { bytes } = await fileOf(app, director, begun.data.job_id)
  expect(textsOf(bytes)).toContain('八级赋分（山东）')
  expect((await director.send(rankScoreProgress, { query: { exam_id } })).status).toBe(409)

  const head = await app.signIn('head')
  const refused = await head.send(rankScore, { body: { exam_id, scheme: 'seed_8' } })
  expect(refused.error.error).toBe('OUT_OF_SCOPE')
})

test('an exam of one school has no joint files', async () => {
  const { director, exam_id } = await open()
  const { error } = await director.send(jointExport, { query: { exam_id } })
  expect(error.error).toBe('EXPORT_EMPTY')
})

test('a joint exam: the organiser takes all schools, a school its own people and nobody else', async () => {
  const app = await openTestApp()
  const { organiser, examId: exam_id, schools } = await seedJointExam(app, 4)
  const all = await organiser.send(jointExport, { query: { exam_id } })
  expect(all.status).toBe(202)
  const whole = textsOf(
    (await fileOf(app, organiser, (all.data as unknown as { job_id: string }).job_id)).bytes,
  )
  for (const { name } of schools) expect(whole).toContain(name)

  const [own, ...others] = schools
  const director = await app.signIn(`${own!.prefix}director`)
  expect((await director.send(jointExport, { query: { exam_id } })).status).not.toBe(202)
  const begun = await director.send(jointSchoolExport, { query: { exam_id } })
  expect(begun.status).toBe(202)
  const book = textsOf(
    (await fileOf(app, director, (begun.data as unknown as { job_id: string }).job_id)).bytes,
  )
  expect(book).toContain('欧阳一鸣')
  for (const { secrets } of others) for (const secret of secrets) expect(book).not.toContain(secret)
})

test('P03: the workbook of a class has a sheet for each section, those of questions for each subject', async () => {
  const { app, director, exam_id } = await open()
  const [class_id = 0] = app.school.classIds
  const begun = await director.send(downloadCreate, {
    body: { exam_id, preset: 'booklet', filters: { class_id } },
  })
  expect(begun.status).toBe(200)
  const { bytes } = await fileOf(app, director, begun.data.job_id)
  const names = sheetNames(bytes)
  expect(new Set(names).size).toBe(names.length)
  for (const name of [
    '总览',
    '班级均分',
    '班级×科目',
    '分数段',
    '小题×班级 语文',
    '小题×班级 数学',
    '分组答题 数学',
    '学生成绩',
    '临界生',
  ])
    expect(names).toContain(name)
  // Beside the class stand the others, and its people are its own.
  const texts = textsOf(bytes)
  expect(texts).toContain('2班')
  expect(texts).toContain('>101<')
  expect(texts).not.toContain('>105<')
})

test('P04: the file of the total has the groups by subject and a sheet of every subject', async () => {
  const { director, exam_id } = await open()
  const total = await director.send(exportAverages, { query: { exam_id } })
  const names = sheetNames(total.bytes)
  for (const name of ['班级均分', '班级×科目', '语文', '数学']) expect(names).toContain(name)
  const one = await director.send(exportAverages, { query: { exam_id, subject_id: 1 } })
  expect(sheetNames(one.bytes)).not.toContain('数学')
})

test('of a set of reports those that are chosen go into the file, and none is no file', async () => {
  const app = await openTestApp()
  const { examId: exam_id } = await seedTinyExam(app.services, app.school)
  const director = await app.signIn('director')
  await director.send(createSnapshot, { body: { exam_id, confirm_name: TINY_EXAM_NAME } })
  const begun = await director.send(reportPdf, {
    body: { exam_id, preset: 'grade', sections: ['grade', 'average'] },
  })
  expect(begun.status).toBe(200)
  await app.runJobs()
  const text = await pdfText((await director.send(jobFile, { query: begun.data })).bytes)
  for (const title of ['年级报表', '班级均分']) expect(text).toContain(`总分${title}`)
  expect(text).not.toContain('总分总览')
  const none = await director.send(reportPdf, {
    body: { exam_id, preset: 'grade', sections: ['paper'] },
  })
  expect(none.error.error).toBe('INPUT_INVALID')
})

test('P17: a file that has gone is made again by one click, for who asked for it, while its order is remembered', async () => {
  const { app, director, exam_id } = await open()
  const filters = { class_id: app.school.classIds[1] ?? 0 }
  const first = await director.send(downloadCreate, {
    body: { exam_id, report: 'student', filters },
  })
  const { bytes } = await fileOf(app, director, first.data.job_id)
  const sweep = async (ms: number) => {
    app.advance(ms)
    await enqueue(app.services.db, app.services, sweepJobs, {}, { by: null, schoolId: null })
    await runDue(app.services, [{ ...sweepJobs, everyMs: null }])
    return app.signIn('director')
  }
  const later = await sweep(KEPT_MS + 1000)
  const listed = async (client = later) =>
    (await client.send(downloadList, { query: { exam_id } })).data.list
  expect(await listed()).toMatchObject([{ state: 'expired', file: null }])
  expect((await later.send(jobList, { query: {} })).data.total).toBe(0)
  const gone = await later.send(jobFile, { query: first.data })
  expect(gone.error.error).toBe('JOB_FILE_GONE')

  const order = { body: { exam_id, job_id: first.data.job_id } }
  const leader = await app.signIn('principal')
  expect((await leader.send(downloadRebuild, order)).error.error).toBe('NOT_FOUND')
  const again = await later.send(downloadRebuild, order)
  expect(again.status).toBe(200)
  const made = await fileOf(app, later, again.data.job_id)
  const rowsOf = async (file: Buffer) =>
    (await readXlsx(file)).filter(([no = '']) => /^10\d$/.test(no))
  expect(await rowsOf(made.bytes)).toEqual(await rowsOf(bytes))
  expect(await rowsOf(made.bytes)).toHaveLength(4)
  expect((await listed()).map(({ job_id, state }) => [job_id, state])).toEqual([
    [again.data.job_id, 'done'],
  ])

  expect(await listed(await sweep(REMEMBERED_MS + 1000))).toEqual([])
})

test('P17: a file that is made again holds whom the role sees now, not whom it saw then', async () => {
  const { app, exam_id } = await open()
  const head = await app.signIn('head')
  const begun = await head.send(downloadCreate, { body: { exam_id, report: 'student' } })
  const numbersIn = async (file: Buffer) =>
    (await readXlsx(file))
      .flatMap(([no = '']) => (/^10\d$/.test(no) ? [no] : []))
      .toSorted((a, b) => a.localeCompare(b))
  const first = await fileOf(app, head, begun.data.job_id)
  expect(await numbersIn(first.bytes)).toEqual(['101', '102', '103', '104'])
  await app.services.db
    .updateTable('user_role')
    .set({ class_ids: JSON.stringify([app.school.classIds[1]]) })
    .where('user_id', '=', app.school.userIds['head'] ?? 0)
    .execute()
  const moved = await app.signIn('head')
  const again = await moved.send(downloadRebuild, {
    body: { exam_id, job_id: begun.data.job_id },
  })
  expect(again.status).toBe(200)
  const { bytes } = await fileOf(app, moved, again.data.job_id)
  expect(await numbersIn(bytes)).toEqual(['105', '106', '107', '108'])
})
