import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openMarkedSubject, takeSpotCheck } from '../marking/testing/marked-subject.ts'
import { SUBJECT } from '../marking/testing/seed-sheet.ts'
import { markerRows } from './marker-rows.ts'

const PAPERS = 30
const CHECKED = 24
const CORRECTED = 2

everyDatabase('a block of one reading that is spot-checked, on %s', (kind) => {
  test('agrees with its checkers as often as these agreed, not as often as they corrected', async () => {
    const subject = await openMarkedSubject(kind, { candidates: PAPERS, markers: 1, mode: 0 })
    const { services, blockId, examId, leaderId } = subject
    const [markerId = 0] = subject.markerIds
    const readings: number[] = []
    for (let no = 0; no < PAPERS; no++) readings.push((await subject.mark(markerId, 10)) ?? 0)
    const row = async () =>
      (await markerRows(services, blockId, null)).find(({ marker_id }) => marker_id === markerId)
    expect((await row())?.consistency).toEqual({ num: 0, den: 0 })
    for (const [no, task_detail_id] of readings.slice(0, CHECKED).entries())
      await takeSpotCheck(services, leaderId, {
        exam_id: examId,
        subject_id: SUBJECT,
        block_id: blockId,
        marker_id: markerId,
        task_detail_id,
        is_rejected: 0,
        is_marked: no < CORRECTED ? 1 : 0,
        reject_score: 7000,
      })
    // Figures of many readings stand for a while.
    subject.advance(60 * 60_000)
    expect(await row()).toMatchObject({
      consistency: { num: CHECKED - CORRECTED, den: CHECKED },
      bias_count: CHECKED,
      bias_milli: (CORRECTED * 3000) / CHECKED,
      light: 'green',
    })
  })
})
