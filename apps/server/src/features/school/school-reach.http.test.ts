import type { Route } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inputFor, type Known, randomFrom } from '../../http/testing/hostile-input.ts'
import { openTestApp, type SeededSchool, type TestClient } from '../../testing/index.ts'
import { readXlsx } from '../../testing/read-xlsx.ts'

/** Who may enter these calls is asked by `http/access.http.test.ts`, role by role; here is asked whom they reach. */
const AREAS = ['school', 'student', 'staff', 'subject']
const TRIES = 12
const PEOPLE = ['class', 'student', 'user'] as const

const idsOf = ({ schoolId, classIds, studentIds, userIds }: SeededSchool): Known => {
  const users = Object.values(userIds)
  return {
    school_id: [schoolId],
    class_id: classIds,
    student_id: studentIds,
    user_id: users,
    class_teacher_id: users,
    user_role_id: users,
    grade_id: [10, 11],
    subject_id: [1, 2],
  }
}

const textOf = async (bytes: Buffer): Promise<string> =>
  bytes.subarray(0, 2).toString() === 'PK'
    ? JSON.stringify(await readXlsx(bytes))
    : bytes.toString('utf8')

everyDatabase('reach of the calls about people on %s', (kind) => {
  const open = async () => {
    const world = await openTestApp(kind)
    const { db } = world.services
    const routes = world.routes.filter(
      ({ area, access, bodyKind }) =>
        AREAS.includes(area) && access.kind !== 'anyone' && bodyKind !== 'multipart',
    )
    /** Asks each call often, naming these; returns what was told that nobody of the caller's reach is called. */
    const ask = async (client: TestClient, known: Known, mark: string): Promise<string[]> => {
      const random = randomFrom(20261129)
      const told = new Set<string>()
      for (const route of routes)
        for (let round = 0; round < TRIES; round++) {
          const input = inputFor(route, random, known)
          const answer = await client.send(route, input)
          if (answer.status >= 500 || (await textOf(answer.bytes)).includes(mark))
            told.add(`${nameOf(route)} ${answer.status}`)
        }
      return [...told]
    }
    const rename = async (ids: readonly number[], table: (typeof PEOPLE)[number], mark: string) => {
      for (const id of ids)
        await db
          .updateTable(table)
          .set({ name: `${mark}${id}` })
          .where('id', '=', id)
          .execute()
    }
    return { ...world, db, routes, ask, rename }
  }
  const nameOf = ({ method, path }: Route): string => `${method} ${path}`

  test('an administrator who names people of another school learns and changes nothing', async () => {
    const { db, routes, ask, rename, signIn, otherSchool } = await open()
    expect(routes.length).toBeGreaterThan(40)
    const mark = '外校'
    await rename(otherSchool.classIds, 'class', mark)
    await rename(otherSchool.studentIds, 'student', mark)
    await rename(Object.values(otherSchool.userIds), 'user', mark)
    const theirs = async () => ({
      ...Object.fromEntries(
        await Promise.all(
          PEOPLE.map(async (table) => [
            table,
            await db
              .selectFrom(table)
              .selectAll()
              .where('school_id', '=', otherSchool.schoolId)
              .orderBy('id')
              .execute(),
          ]),
        ),
      ),
      roles: await sql`select * from user_role order by id`
        .execute(db)
        .then(({ rows }) =>
          (rows as { user_id: number }[]).filter(({ user_id }) =>
            Object.values(otherSchool.userIds).includes(user_id),
          ),
        ),
    })
    const before = await theirs()
    expect(await ask(await signIn('admin'), idsOf(otherSchool), mark)).toEqual([])
    expect(await theirs()).toEqual(before)
    // Their own administrator is told by the same calls.
    const told = await ask(await signIn('other-admin'), idsOf(otherSchool), mark)
    expect(told.length).toBeGreaterThan(10)
  })

  test('a class teacher who names the other classes learns nothing of their students', async () => {
    const { ask, rename, signIn, school } = await open()
    const mark = '外班生'
    const others = school.studentIds.slice(4)
    await rename(others, 'student', mark)
    const known = { ...idsOf(school), class_id: school.classIds.slice(1), student_id: others }
    expect(await ask(await signIn('head'), known, mark)).toEqual([])
    expect((await ask(await signIn('principal'), known, mark)).length).toBeGreaterThan(3)
  })
})
