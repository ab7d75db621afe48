import { blockSettingsSet, markNext, markSubmit, staffUpdate } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

everyDatabase('papers that come to be kept from who has them in hand on %s', (kind) => {
  async function open(columns: object = {}) {
    const app = await openTestApp(kind)
    const marked = await seedMarking(app.services, app.school, {
      candidates: 8,
      markers: 2,
      columns,
    })
    const { blockId, examId, markerIds } = marked
    const { db } = app.services
    const marker = await app.signIn('marker1')
    const admin = await app.signIn('admin')
    const next = async () =>
      (await marker.send(markNext, { query: { block_id: blockId, n: 8 } })).data.tasks
    const classOf = async (unitId: number) => {
      const unit = db.selectFrom('unit').where('id', '=', unitId).select('class_id')
      return (await unit.executeTakeFirstOrThrow()).class_id
    }
    return {
      ...app,
      ...marked,
      next,
      classOf,
      /** Of which classes the papers in hand are. */
      classes: async () =>
        new Set(await Promise.all((await next()).map(({ unit_id }) => classOf(unit_id)))),
      teach: async (classIds: readonly number[]) => {
        const teaching = classIds.map((class_id) => ({ class_id, subject_id: SUBJECT }))
        const body = { user_id: markerIds[0] ?? 0, teaching }
        expect((await admin.send(staffUpdate, { body })).status).toBe(200)
      },
      avoid: async (avoid_own_class: 0 | 1) => {
        const blocks = [{ block_id: blockId, avoid_own_class }]
        const body = { exam_id: examId, subject_id: SUBJECT, blocks }
        expect((await admin.send(blockSettingsSet, { body })).status).toBe(200)
      },
      submit: async (readingId: number) => {
        const body = { block_id: blockId, reading_id: readingId, idem_key: `mark-of-${readingId}` }
        return marker.send(markSubmit, { body: { ...body, scores: [5000] } })
      },
    }
  }

  test('go back when a teacher is given a class in the middle of marking', async () => {
    const { next, classes, classOf, teach, submit, services } = await open()
    const [first, ...more] = await next()
    if (!first) throw new Error('there are papers')
    expect((await classes()).size).toBe(2)
    const own = await classOf(first.unit_id)
    const other = await Promise.all(more.map(({ unit_id }) => classOf(unit_id)))
    expect((await submit(first.reading_id)).status).toBe(200)
    await teach([own])
    expect([...(await classes())].includes(own)).toBe(false)
    // What was handed in stands, the others are for somebody else.
    const units = await services.db.selectFrom('unit').select(['id', 'state']).execute()
    expect(units.find(({ id }) => id === first.unit_id)?.state).toBe('FINAL')
    // Who teaches all classes has nothing in hand.
    await teach([...new Set([own, ...other])])
    expect(await next()).toEqual([])
  })

  test('go back when the block comes to avoid the own class', async () => {
    const { next, classes, classOf, teach, avoid } = await open({ avoid_own_class: 0 })
    const [first] = await next()
    const own = await classOf(first?.unit_id ?? 0)
    await teach([own])
    expect((await classes()).size).toBe(2)
    await avoid(1)
    expect([...(await classes())].includes(own)).toBe(false)
    await avoid(0)
    expect((await classes()).size).toBe(2)
  })
})
