import { createSnapshot, reportAnswers, reportQuestionPeople } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, seedSchool, seedTinyExam, TINY_EXAM_NAME } from '../../testing/index.ts'
import { seedDanger, seedPictures } from './testing/answer-pictures.ts'

/* Of mathematics: 101 8, 102 10, 103 10 in the first class; 105 3, 106 6.5, 107 7 in the second; 104 and 108 were absent. */
async function open(kind: 'sqlite' | 'postgres' = 'sqlite') {
  const app = await openTestApp(kind)
  const { examId } = await seedTinyExam(app.services, app.school)
  const units = await seedPictures(app.services, examId, 2)
  const director = await app.signIn('director')
  const release = () =>
    director.send(createSnapshot, { body: { exam_id: examId, confirm_name: TINY_EXAM_NAME } })
  return { ...app, examId, units, director, release, query: { exam_id: examId, subject_id: 2 } }
}

everyDatabase('pictures of answers on %s', (kind) => {
  test('stand by score and class, without names for who sees all classes', async () => {
    const { director, release, query, school } = await open(kind)
    const early = await director.send(reportAnswers, { query })
    expect(early.error.error).toBe('SCORE_NOT_RELEASED')
    await release()

    const { data } = await director.send(reportAnswers, { query })
    expect(data.item).toMatchObject({ no: '1', full_milli: 10_000 })
    expect(data.list.map(({ score_milli }) => score_milli)).toEqual([
      3000, 6500, 7000, 8000, 10_000, 10_000,
    ])
    expect(data.item?.scores.at(-1)).toEqual({ score_milli: 10_000, n: 2 })
    for (const { person, images } of data.list) {
      expect(person).toBeNull()
      expect(images).toHaveLength(1)
    }
    // Neither names nor numbers lie anywhere else in the answer.
    expect(JSON.stringify(data)).not.toMatch(/exam_no|student/)

    const listed = async (more: object) =>
      (await director.send(reportAnswers, { query: { ...query, ...more } })).data.list.map(
        ({ score_milli }) => score_milli,
      )
    expect(await listed({ class_id: school.classIds[1] })).toEqual([3000, 6500, 7000])
    expect(await listed({ points: 10 })).toEqual([10_000, 10_000])
    expect(await listed({ first: 'high', limit: 2, page: 2 })).toEqual([8000, 7000])
    expect(await listed({ no: '9' })).toEqual([])
    // Questions with a key have no picture: the first that was written is shown.
    expect(
      (await director.send(reportAnswers, { query: { exam_id: query.exam_id } })).data.item?.no,
    ).toBe('3')
  })

  test('a class teacher sees the own class, with names', async () => {
    const { signIn, release, query, school } = await open(kind)
    await release()
    const head = await signIn('head')
    const { data } = await head.send(reportAnswers, { query })
    expect(data.list.map(({ score_milli }) => score_milli)).toEqual([8000, 10_000, 10_000])
    for (const { person } of data.list) expect(person?.student_name).toBeTruthy()
    const other = await head.send(reportAnswers, {
      query: { ...query, class_id: school.classIds[1] },
    })
    expect(other.data.list).toEqual([])
    const foreign = await head.send(reportAnswers, { query: { ...query, subject_id: 1 } })
    expect(foreign.error.error).toBe('OUT_OF_SCOPE')
  })
})

test('pictures of answers: a paper that speaks of danger is not listed', async () => {
  const { director, release, query, units, services } = await open()
  await release()
  const [unit] = units
  if (!unit) throw new Error('no answer')
  await seedDanger(services.db, unit)
  const { data } = await director.send(reportAnswers, { query })
  expect(data.list).toHaveLength(units.length - 1)
})

test('pictures of answers: of an exam of another school there are none', async () => {
  const { release, query, services, signIn } = await open()
  await release()
  await seedSchool(services.db, { name: '邻校', prefix: 'next-' })
  const stranger = await signIn('next-director')
  const answer = await stranger.send(reportAnswers, { query })
  expect(answer.status).toBe(404)
})

test('who is behind a mean is counted in it, and nobody who was absent', async () => {
  const { director, release, query } = await open()
  await release()
  const ask = async (more: object) =>
    (
      await director.send(reportQuestionPeople, { query: { ...query, no: '1', ...more } })
    ).data.list.map(({ exam_no }) => exam_no)
  expect(await ask({ marks: 'counted' })).toEqual(['105', '106', '107', '101', '102', '103'])
  expect(await ask({ points: 10 })).toEqual(['102', '103'])
  expect((await ask({ first: 'high' })).slice(0, 3)).toEqual(['102', '103', '101'])
  expect(await ask({})).toHaveLength(8)
})
