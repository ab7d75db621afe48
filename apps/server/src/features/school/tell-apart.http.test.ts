import {
  allocationGet,
  allocationSet,
  currentUser,
  exportMarkerProgress,
  markersImport,
  markersTable,
  markingStaff,
  staffAdd,
  staffList,
  staffUpdate,
  supervisedMarkers,
} from '@hengjuan/contracts'
import { everyDatabase, type DatabaseKind } from '@hengjuan/db/testing'
import { describe, expect, test } from 'vitest'
import { readXlsx } from '../../testing/read-xlsx.ts'
import { openTestApp, xlsxFile } from '../../testing/index.ts'
import { seedMarking } from '../marking/testing/seed-marking.ts'
import { SUBJECT } from '../marking/testing/seed-sheet.ts'

const MARKER = [{ role: 'marking_teacher' as const, grade_ids: [10], subject_ids: [SUBJECT] }]

/** A block that marker1 marks, called 王伟. */
async function open(kind?: DatabaseKind) {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, { markers: 1 })
  const admin = await app.signIn('admin')
  const [first = 0] = marked.markerIds
  await admin.send(staffUpdate, { body: { user_id: first, name: '王伟' } })
  const on = { block_id: marked.blockId }
  const of = { exam_id: marked.examId, subject_id: SUBJECT }
  const add = async (account: string, name = '王伟', by = admin) =>
    (await by.send(staffAdd, { body: { account, name, roles: MARKER } })).data.user_id
  const assign = (ids: readonly number[]) =>
    admin.send(allocationSet, {
      body: {
        ...on,
        markers: [
          ...ids.map((marker_id) => ({ marker_id })),
          { marker_id: marked.leaderId, duty: 'leader' as const },
        ],
      },
    })
  const namesOf = async () =>
    (await admin.send(allocationGet, { query: on })).data.list
      .filter(({ duty }) => duty === 'marker')
      .map(({ name }) => name)
  return { ...app, ...marked, admin, first, on, of, add, assign, namesOf }
}

describe('namesakes', () => {
  everyDatabase('on %s', (kind) => {
    test('of one school are told apart in every list, and in no form', async () => {
      const { admin, first, on, of, add, assign, namesOf, signIn } = await open(kind)
      expect(await namesOf()).toEqual(['王伟'])
      const second = await add('wang.wei')
      expect((await assign([first, second])).status).toBe(200)
      const shown = ['王伟（marker1）', '王伟（wang.wei）']
      expect(await namesOf()).toEqual(shown)
      const { data } = await admin.send(supervisedMarkers, { query: of })
      expect(data.list.map(({ name }) => name)).toEqual([...shown, '数学组长'])
      const staff = (await admin.send(markingStaff, { query: on })).data
      expect(staff.flatMap(({ name }) => (name.startsWith('王') ? [name] : []))).toEqual(shown)
      const exported = await admin.send(exportMarkerProgress, { query: of })
      expect((await readXlsx(exported.bytes)).flat()).toEqual(expect.arrayContaining(shown))

      const listed = await admin.send(staffList, { query: { keyword: '王伟', limit: 10 } })
      expect(listed.data.list.map(({ name }) => name)).toEqual(['王伟', '王伟'])
      const own = await (await signIn('marker1')).send(currentUser)
      expect(own.data.user_name).toBe('王伟')
    })

    test('are so no longer when one of them is called otherwise', async () => {
      const { admin, first, add, assign, namesOf } = await open(kind)
      const second = await add('wang.wei')
      await assign([first, second])
      // A change of something else leaves the name alone.
      await admin.send(staffUpdate, { body: { user_id: first, reset_password: true } })
      expect(await namesOf()).toEqual(['王伟（marker1）', '王伟（wang.wei）'])
      await admin.send(staffUpdate, { body: { user_id: second, name: '王巍' } })
      expect(await namesOf()).toEqual(['王伟', '王巍'])
      const pinyin = await admin.send(staffList, { query: { keyword: 'wang wei', limit: 10 } })
      expect(pinyin.data.list).toHaveLength(2)
    })

    test('of two schools are told apart by school, once they mark for one', async () => {
      const {
        services,
        otherSchool,
        candidateIds,
        signIn,
        first,
        on,
        add,
        assign,
        namesOf,
        admin,
      } = await open(kind)
      const stranger = await add('other-wang', '王伟', await signIn('other-admin'))
      expect(await namesOf()).toEqual(['王伟'])
      await services.db
        .updateTable('candidate')
        .set({ school_id: otherSchool.schoolId })
        .where('id', '=', candidateIds[0] ?? 0)
        .execute()
      const shown = ['王伟（测试中学）', '王伟（另一中学）']
      const { data } = await admin.send(markingStaff, { query: on })
      expect(data.flatMap(({ name }) => (name.startsWith('王伟') ? [name] : []))).toEqual(shown)
      expect((await assign([first, stranger])).status).toBe(200)
      expect(await namesOf()).toEqual(shown)
    })

    test('are not taken for each other by a table of markers, which holds registered names', async () => {
      const { admin, first, of, add, assign, namesOf } = await open(kind)
      await assign([first, await add('wang.wei')])
      const file = await admin.send(markersTable, { query: of })
      const rows = await readXlsx(file.bytes)
      expect(rows.filter(([, name]) => name === '王伟').map(([, , account]) => account)).toEqual([
        'marker1',
        'wang.wei',
      ])
      const third = await add('wang.wei.3')
      const send = (row: string[], preview: 0 | 1 = 0) =>
        admin.send(
          markersImport,
          { query: { ...of, preview } },
          { file: xlsxFile([['题块', '教师', '账号'], row]) },
        )
      const refused = await send(['全部', '王伟', ''])
      expect(refused.error.fields[0]?.msg).toBe(
        '有 3 位教师叫「王伟」，请填写账号：marker1、wang.wei、wang.wei.3',
      )
      // Copied out of a list that tells them apart, the name says which.
      const { data } = await send(['全部', '王伟（wang.wei.3）', ''], 1)
      expect(data.rows).toMatchObject([{ teacher: '王伟', account: 'wang.wei.3', result: 'add' }])
      expect((await send(['全部', '王伟', 'wang.wei.3'])).status).toBe(200)
      expect(third).toBeGreaterThan(0)
      expect(await namesOf()).toContain('王伟（wang.wei.3）')
    })
  })
})
