import {
  createSnapshot,
  previewAll,
  reportStudents,
  studentScore,
  updatePublishStatus,
} from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { everyDatabase } from '@hengjuan/db/testing'
import { answerOf, hasBit, itemScore, type ResultVersion } from '@hengjuan/stats'
import { expect, onTestFinished, test } from 'vitest'
import { openReaderThread } from '../../reader-thread/run-in-worker.ts'
import { openTestApp, seedTinyExam, TINY_EXAM_NAME } from '../../testing/index.ts'
import { loadResults } from './snapshot/load-results.ts'

everyDatabase('a stored version on %s', (kind) => {
  async function open() {
    const app = await openTestApp(kind)
    const { db } = app.services
    const { examId } = await seedTinyExam(app.services, app.school)
    const director = await app.signIn('director')
    const student = await app.signIn('student')
    const body = { exam_id: examId, confirm_name: TINY_EXAM_NAME }
    const { data } = await director.send(createSnapshot, { body })
    const exam = { query: { exam_id: examId } }
    const calls = {
      report: () => director.send(reportStudents, exam),
      preview: () => director.send(previewAll, exam),
      own: () => student.send(studentScore, { body: { exam_id: examId, exam_no: '101' } }),
    }
    /** What every call answers when nothing of the version is remembered, nor written for candidates. */
    const askAnew = async () => {
      await db.deleteFrom('exam_result_head').execute()
      await db.deleteFrom('exam_result').execute()
      Object.assign(app.services, { db: db.withPlugin(NOTHING) })
      const answers: Record<string, unknown> = {}
      for (const [name, call] of Object.entries(calls)) {
        const { status, data: answered, error } = await call()
        answers[name] = status === 200 ? answered : { status, msg: error.msg }
      }
      return answers
    }
    /** From now on there is a thread beside. */
    const moveAside = () => {
      const readerThread = openReaderThread(app.services, { fromRows: 0 })
      onTestFinished(() => readerThread.close())
      Object.assign(app.services, { readerThread })
    }
    const mend = async () => {
      const withdrawn = { exam_id: examId, snapshot_id: null, reason: '数据损坏，重新发布' }
      await director.send(updatePublishStatus, { body: withdrawn })
      return (await director.send(createSnapshot, { body })).data
    }
    /** A connection that remembers nothing. */
    const read = () => loadResults(db.withPlugin(NOTHING), data.snapshot_id)
    return { db, askAnew, moveAside, mend, read, snapshotId: data.snapshot_id }
  }

  test('is refused, and shows nobody a wrong score, where a byte of it changed', async () => {
    const { db, askAnew, moveAside, mend, read } = await open()
    const whole = await askAnew()
    expect(whole).toMatchObject({ own: { exam_no: '101' }, preview: { published_version: 1 } })
    const part = await db.selectFrom('snapshot_column').selectAll().executeTakeFirstOrThrow()
    for (const place of [0, part.bytes.length >> 1, part.bytes.length - 1]) {
      const bytes = Buffer.from(part.bytes)
      bytes[place] = (bytes[place] ?? 0) ^ 1
      await db.updateTable('snapshot_column').set({ bytes }).execute()
      await expect(read()).rejects.toMatchObject({ code: 'SNAPSHOT_DAMAGED' })
    }
    const refused = {
      status: 500,
      msg: expect.stringContaining('成绩版本 1 的数据已损坏') as unknown,
    }
    // Whoever is to release a new one sees what it would be.
    const preview = { ...(whole['preview'] as object), diff: null }
    expect(await askAnew()).toEqual({ report: refused, preview, own: refused })
    moveAside()
    expect(await askAnew()).toEqual({ report: refused, preview, own: refused })

    await db.deleteFrom('snapshot_column').execute()
    await expect(read()).rejects.toMatchObject({ code: 'SNAPSHOT_DAMAGED' })
    // As the sentence advises.
    expect((await mend()).version).toBe(2)
    expect(await askAnew()).toMatchObject({ own: { exam_no: '101', version: 2 } })
  })

  test.for(['with what a version says today', 'with what the oldest said'])(
    'from before columns, of rows %s, is read alike',
    async (which) => {
      const { db, askAnew, read, snapshotId } = await open()
      const before = await askAnew()
      const version = await read()
      await storeAsRows(db, version, which === 'with what the oldest said')
      expect(await db.selectFrom('snapshot_column').selectAll().execute()).toEqual([])
      const older = await read()
      expect(older.snapshotId).toBe(snapshotId)
      expect(older.columns).toEqual(version.columns)
      expect(await askAnew()).toEqual(before)
    },
  )
})

/** Stores a version as releases did before there were columns. */
async function storeAsRows(
  db: Db,
  { snapshotId, manifest, columns }: ResultVersion,
  isOldest: boolean,
): Promise<void> {
  const { combos: _, ...today } = manifest
  const { examName, schoolName, gradeId, startDate, subjects, classes } = today
  const oldest = {
    examName,
    schoolName,
    gradeId,
    startDate,
    subjects: subjects.map(({ questions, ...subject }) => ({
      ...subject,
      questions: questions.map(({ blocks: __, ...question }) => question),
    })),
    classes: classes.map(({ id, name }) => ({ id, name })),
  }
  const known = (score: number | undefined) => (score === undefined || score < 0 ? null : score)
  const resultsAt = (place: number) =>
    Object.fromEntries(
      columns.subjects.map((subject, index) => {
        const questions = subjects[index]?.questions ?? []
        const marked = (kind: 'notResponded' | 'noMark') =>
          questions.flatMap(({ id }, item) =>
            hasBit(subject.items[item]?.[kind] ?? null, place) ? id : [],
          )
        return [
          subject.id,
          {
            attendance: subject.attendance[place],
            totalMilli: known(subject.totalMilli[place]),
            objectiveMilli: known(subject.objectiveMilli[place]),
            subjectiveMilli: known(subject.subjectiveMilli[place]),
            items: subject.items.map((item) => itemScore(subject, item, place)),
            answers: subject.items.map((item) => answerOf(item, place)),
            notResponded: marked('notResponded'),
            noMark: marked('noMark'),
          },
        ]
      }),
    )
  await db
    .insertInto('snapshot_row')
    .values(
      Array.from({ length: columns.n }, (_row, place) => ({
        snapshot_id: snapshotId,
        candidate_id: columns.candidateId[place] ?? 0,
        student_id: columns.studentId[place] ?? 0,
        class_id: classes[columns.klass[place] ?? 0]?.id ?? 0,
        school_id: manifest.schools[columns.school[place] ?? 0]?.id ?? 0,
        exam_no: columns.examNo[place] ?? '',
        name: columns.name[place] ?? '',
        name_pinyin: columns.pinyin[place] ?? '',
        total_milli: known(columns.totalMilli[place]),
        partial: columns.partial[place] ?? 0,
        rank_school: null,
        rank_class: null,
        results: JSON.stringify(resultsAt(place)),
      })),
    )
    .execute()
  await db.deleteFrom('snapshot_column').execute()
  await db
    .updateTable('snapshot')
    .set({
      manifest: JSON.stringify(isOldest ? oldest : today),
      candidates: null,
      columns_format: null,
      columns_bytes: null,
      columns_sha256: null,
    })
    .execute()
}

const NOTHING: Parameters<Db['withPlugin']>[0] = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => result,
}
