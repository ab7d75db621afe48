import { clientMarking } from '@hengjuan/contracts'
import type { DatabaseKind } from '@hengjuan/db/testing'
import type { OmrTemplate, PageReading } from '@hengjuan/domain'
import { ulid } from 'ulid'
import { openTestApp } from '../../../testing/index.ts'
import { packSheet, type PackedSheet, seedScanExam, SUBJECT } from './scan-exam.ts'

export const STATION = '扫描站一'

/** A school with an exam and a station whose operator is signed in. */
export async function openStation(kind: DatabaseKind, bound?: OmrTemplate) {
  const app = await openTestApp(kind)
  const exam = await seedScanExam(app.services.db, app.school, bound)
  const scanner = await app.signIn('scanner')
  const at = { exam_id: exam.examId, subject_id: SUBJECT }
  const send = async (sheet: PackedSheet) => {
    app.advance(1000)
    const { status, error } = await scanner.send(
      clientMarking,
      { query: { ...at, sheet_id: sheet.sheetId } },
      { payload: sheet.payload, headers: { 'x-content-sha256': sheet.sha256 } },
    )
    if (status !== 200) throw new Error(error.msg)
    return sheet.sheetId
  }
  const scan = async (...readings: PageReading[]) => send(await packSheet(exam, readings))
  /** What every action carries; decided as many minutes ago as given. */
  const action = (minutesAgo = 0) => {
    app.advance(1000)
    const now = app.services.clock.now().getTime()
    return {
      ...at,
      action_id: ulid(),
      station: STATION,
      decided_at: new Date(now - minutesAgo * 60_000).toISOString(),
      sent_at: new Date(now).toISOString(),
    }
  }
  const answersOf = async (index: number) => {
    const row = await app.services.db
      .selectFrom('candidate_subject')
      .select('answers')
      .where('candidate_id', '=', exam.candidateIds[index] ?? 0)
      .executeTakeFirstOrThrow()
    return row.answers === null ? null : (JSON.parse(row.answers) as Record<string, unknown>)
  }
  const answerOf = async (index: number, no: string) =>
    (await answersOf(index))?.[exam.questionIds[no] ?? 0]
  return { app, exam, scanner, at, send, scan, action, answersOf, answerOf }
}
