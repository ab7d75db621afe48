import {
  candidateAdd,
  candidateDelete,
  candidateImport,
  candidateList,
  candidateUpdate,
  examCreate,
  examList,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import {
  type JointExam,
  openTestApp,
  seedJointExam,
  type TestApp,
  xlsxFile,
} from '../../testing/index.ts'

/** A new joint exam of the bureau of the test, in which all schools take part. */
async function openNew(kind: 'sqlite' | 'postgres') {
  const app = await openTestApp(kind)
  const before = await seedJointExam(app)
  const created = await before.organiser.send(examCreate, {
    params: { schoolId: before.bureau.bureauId },
    body: {
      name: '期末联考',
      type: 3,
      mode: 1,
      grade_id: 10,
      start_date: '2027-01-10',
      class_ids: [],
      subject_ids: [1, 2],
      joint_schools: before.schools.map(({ schoolId }) => schoolId),
    },
  })
  if (created.status !== 200) throw new Error(created.error.msg)
  return { app, ...before, examId: created.data.exam_id }
}

const HEAD = ['学校', '考号', '学号', '姓名']
const row = (
  { schools }: Pick<JointExam, 'schools'>,
  school: number,
  seat: number,
  name?: string,
) => {
  const one = schools[school]
  // The school and its classes stand before.
  const people = one?.secrets.slice(1 + one.classIds.length) ?? []
  // Name, student number and exam number of each, in turn.
  const [own = '', no = ''] = people.slice(seat * 3, seat * 3 + 2)
  return [one?.name ?? '', `8${school + 1}0000${seat + 1}0`, no, name ?? own]
}

const statesOf = async ({ services: { db } }: TestApp, examId: number) =>
  (
    await db
      .selectFrom('exam_school')
      .where('exam_id', '=', examId)
      .select('state')
      .orderBy('school_id')
      .execute()
  ).map(({ state }) => state)

everyDatabase('list of a joint exam on %s', (kind) => {
  test('a bureau makes it for its schools from one table', async () => {
    const { app, examId, organiser, ...joint } = await openNew(kind)
    expect(await statesOf(app, examId)).toEqual(['editing', 'editing', 'editing'])
    const query = { exam_id: examId }
    const wrong = xlsxFile([HEAD, row(joint, 0, 0), row(joint, 1, 0, '王小明')])
    const refused = await organiser.send(candidateImport, { query }, { file: wrong })
    // The table of one school may not tell how students of another are called.
    expect(JSON.stringify(refused.error)).toContain('的姓名与「王小明」不一致')
    expect(JSON.stringify(refused.error)).not.toContain(row(joint, 1, 0)[3])
    const file = xlsxFile([HEAD, row(joint, 0, 0), row(joint, 1, 0), row(joint, 2, 1)])
    expect((await organiser.send(candidateImport, { query }, { file })).data).toEqual({
      added: 3,
      updated: 0,
      unchanged: 0,
    })
    const { list } = (await organiser.send(candidateList, { query })).data
    expect(list.map(({ name }) => name)).toEqual([
      row(joint, 0, 0)[3],
      row(joint, 1, 0)[3],
      row(joint, 2, 1)[3],
    ])
  })

  test('each school keeps its own, and learns of no other', async () => {
    const { app, examId, schools } = await openNew(kind)
    const [east, west] = await Promise.all(
      schools.slice(0, 2).map(({ prefix }) => app.signIn(`${prefix}director`)),
    )
    const [own, other] = schools
    if (!east || !west || !own || !other) throw new Error('no schools')
    const add = (client: typeof east, classId: number | undefined, examNo?: string) =>
      client.send(candidateAdd, {
        body: {
          exam_id: examId,
          ...(examNo
            ? { students: [{ student_id: own.studentIds[7], exam_no: examNo }] }
            : { class_ids: [classId ?? 0], rule: '{year:4}{seq:4}' }),
        },
      })
    expect((await add(east, own.classIds[0])).data).toEqual({ added: 4, already: 0 })
    expect((await add(west, other.classIds[0])).data).toEqual({ added: 4, already: 0 })
    expect((await add(east, other.classIds[1])).error.error).toBe('CLASS_NOT_FOUND')

    const query = { exam_id: examId }
    const mine = (await east.send(candidateList, { query })).data.list
    const theirs = (await west.send(candidateList, { query })).data.list
    expect([mine.length, theirs.length]).toEqual([4, 4])
    const foreign = theirs[0]
    if (!foreign) throw new Error('no candidate')
    const ids = { exam_id: examId, candidate_ids: [foreign.candidate_id] }
    expect((await east.send(candidateDelete, { body: ids })).error.error).toBe('CANDIDATE_UNKNOWN')
    const taken = await add(east, undefined, foreign.exam_no)
    expect(taken.error.msg).toContain('其他学校的考生')
    const renumber = await east.send(candidateUpdate, { body: { exam_id: examId, renumber: {} } })
    expect(renumber.error.error).toBe('OUT_OF_SCOPE')
    const [listed] = (await east.send(examList, { query: { exam_id: examId } })).data.list
    expect(listed).toMatchObject({ side: 'member', scope: 'joint', candidate_count: 4 })
    expect((await east.send(examList, { query: { exam_id: examId, held: true } })).data.total).toBe(
      0,
    )
  })

  test('a school that another one invites comes in with its own list, until that is locked', async () => {
    const { app, schools } = await openNew(kind)
    const [lead, guest] = schools
    if (!lead || !guest) throw new Error('no schools')
    const director = await app.signIn(`${lead.prefix}director`)
    const created = await director.send(examCreate, {
      params: { schoolId: lead.schoolId },
      body: {
        name: '两校联考',
        type: 3,
        mode: 1,
        grade_id: 10,
        start_date: '2027-01-12',
        class_ids: lead.classIds.slice(0, 1),
        subject_ids: [1],
        joint_schools: [guest.schoolId],
      },
    })
    const examId = created.data.exam_id
    expect(await statesOf(app, examId)).toEqual(['editing', 'invited'])
    const body = { exam_id: examId, class_ids: guest.classIds.slice(0, 1) }
    // Nobody enrols the students of a school that has not said yes.
    expect((await director.send(candidateAdd, { body })).error.error).toBe('CLASS_NOT_FOUND')
    const invited = await app.signIn(`${guest.prefix}director`)
    expect((await invited.send(candidateAdd, { body })).data.added).toBe(4)
    expect(await statesOf(app, examId)).toEqual(['editing', 'editing'])
    await app.services.db
      .updateTable('exam_school')
      .set({ state: 'locked', locked_at: '2027-01-05T00:00:00.000Z' })
      .where('exam_id', '=', examId)
      .where('school_id', '=', guest.schoolId)
      .execute()
    const late = await invited.send(candidateAdd, { body })
    expect(late.error.msg).toBe(
      `名单已于 2027-01-05 锁定，如需修改请联系主办方 ${lead.name} 重新开放`,
    )
  })
})
