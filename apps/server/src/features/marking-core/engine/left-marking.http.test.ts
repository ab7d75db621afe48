import { candidateResult, previewAll, previewDetail } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { PAPER_STATES } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { imagesOf } from '../../marking/testing/sheet-images.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { syncUnits } from './sync-units.ts'
import { withRetry } from './with-retry.ts'

everyDatabase('what pages say of a candidate who is found absent on %s', (kind) => {
  test('nothing is waited for, and nothing holds publication back', async () => {
    const app = await openTestApp(kind)
    const { services } = app
    const { examId, candidateIds } = await seedMarking(services, app.school, { candidates: 1 })
    const candidate = { examId, subjectId: SUBJECT, candidateId: candidateIds[0] ?? 0 }
    const attend = async (attendance: 0 | 1) => {
      await services.db.updateTable('candidate_subject').set({ attendance }).execute()
      await withRetry(services, async (db) =>
        syncUnits(db, services, candidate, await imagesOf(db, candidate)),
      )
    }
    const admin = await app.signIn('admin')
    const query = { exam_id: examId, subject_id: SUBJECT, candidate_id: candidate.candidateId }
    const states = async () => {
      const pages = [
        (await admin.send(candidateResult, { query })).data.blocks,
        (await admin.send(previewDetail, { query })).data.blocks,
      ]
      return pages.flat().map(({ state }) => PAPER_STATES[state as 'OUT'])
    }
    const open = async () => {
      const { data } = await admin.send(previewAll, { query: { exam_id: examId } })
      return data.subjects.flatMap(({ gate }) => gate.map(({ code }) => code))
    }

    expect(await states()).toEqual(['待评', '待评'])
    expect(await open()).toContain('unitsNotFinal')
    await attend(1)
    expect(await states()).toEqual(['不阅卷', '不阅卷'])
    expect(await open()).not.toContain('unitsNotFinal')
    await attend(0)
    expect(await states()).toEqual(['待评', '待评'])
  })
})
