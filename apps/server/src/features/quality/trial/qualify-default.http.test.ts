import { blockSettingsGet, blockSettingsSet, markNext, markSubmit } from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { syncUnits } from '../../marking-core/engine/sync-units.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { imagesOf } from '../../marking/testing/sheet-images.ts'

async function open(kind?: DatabaseKind) {
  const app = await openTestApp(kind)
  const { services, school, otherSchool } = app
  const { db } = services
  const marked = await seedMarking(services, school, { candidates: 4, markers: 2, mode: 1 })
  const { blockId, examId } = marked
  const [admin, marker] = [await app.signIn('admin'), await app.signIn('marker1')]
  const on = { exam_id: examId, subject_id: SUBJECT }
  const shown = async () => {
    const { data } = await admin.send(blockSettingsGet, { query: on })
    const [block] = data.blocks
    return [block?.qualify, block?.qualify_source]
  }
  const set = (patch: object) =>
    admin.send(blockSettingsSet, { body: { ...on, blocks: [{ block_id: blockId, ...patch }] } })
  const next = async (who = marker) =>
    (await who.send(markNext, { query: { block_id: blockId, n: 1 } })).data
  /** The paper of a candidate of another school is cut; nobody has read it. */
  const guestArrives = async () => {
    const { candidate_id: candidateId } = await db
      .selectFrom('unit')
      .select('candidate_id')
      .where('block_id', '=', blockId)
      .where('id', 'not in', db.selectFrom('reading').select('unit_id'))
      .executeTakeFirstOrThrow()
    await db
      .updateTable('candidate')
      .set({ school_id: otherSchool.schoolId })
      .where('id', '=', candidateId)
      .execute()
    const old = db.selectFrom('unit').select('id').where('candidate_id', '=', candidateId)
    await db.deleteFrom('mark_event').where('unit_id', 'in', old).execute()
    await db.deleteFrom('unit').where('candidate_id', '=', candidateId).execute()
    const candidate = { examId, subjectId: SUBJECT, candidateId }
    await db
      .transaction()
      .execute(async (db) => syncUnits(db, services, candidate, await imagesOf(db, candidate)))
  }
  return { ...app, ...marked, marker, shown, set, next, guestArrives }
}

everyDatabase('whether markers qualify first on %s', (kind) => {
  test('is no in the exam of one school, and yes once a guest takes part, unless somebody chose', async () => {
    const { shown, set, next, guestArrives } = await open(kind)
    expect(await shown()).toEqual([0, 'single_school'])
    await guestArrives()
    expect(await shown()).toEqual([1, 'joint'])
    expect(await next()).toMatchObject({ tasks: [], reason: 'unqualified' })
    await set({ qualify: 0 })
    expect(await shown()).toEqual([0, 'chosen'])
    expect((await next()).tasks).toHaveLength(1)
  })

  test('stays no where somebody marks already', async () => {
    const { shown, next, marker, blockId, guestArrives, signIn } = await open(kind)
    const [task] = (await next()).tasks
    await marker.send(markSubmit, {
      body: {
        block_id: blockId,
        reading_id: task?.reading_id ?? 0,
        idem_key: 'the-first-reading',
        scores: [5000],
      },
    })
    await guestArrives()
    expect(await shown()).toEqual([0, 'chosen'])
    expect((await next(await signIn('marker2'))).tasks).toHaveLength(1)
  })
})

test('qualification default: high stakes ask for it before the first paper, and stop nobody half-way', async () => {
  const { shown, set, next } = await open()
  await set({ blank_needs_two: 1 })
  expect(await shown()).toEqual([1, 'high_stakes'])
  expect((await next()).reason).toBe('unqualified')
  await set({ blank_needs_two: 0 })
  expect((await next()).tasks).toHaveLength(1)
  await set({ blank_needs_two: 1 })
  expect(await shown()).toEqual([0, 'chosen'])
})

test('qualification default: what was chosen holds in a joint exam and elsewhere', async () => {
  const { shown, set, guestArrives } = await open()
  await set({ qualify: 1 })
  expect(await shown()).toEqual([1, 'chosen'])
  await set({ qualify: 0 })
  // Taken back, it is as usual, until something else is.
  expect(await shown()).toEqual([0, 'single_school'])
  await guestArrives()
  expect(await shown()).toEqual([0, 'chosen'])
  await set({ qualify: 1 })
  expect(await shown()).toEqual([1, 'joint'])
})
