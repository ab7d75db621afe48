import { leaderDecide, leaderNext, markNext, markSubmit, type Route } from '@hengjuan/contracts'
import { isRegionalRole, mayDo, type Permission, type Role, ROLE_CODES } from '@hengjuan/domain'
import { type Answer, openTestApp, type TestClient } from '../../../../testing/index.ts'
import { seedMarking, type Wanted } from '../../testing/seed-marking.ts'
import { SUBJECT } from '../../testing/seed-sheet.ts'

/** Somebody in a role, signed in. */
export interface Person {
  role: Role
  userId: number
  client: TestClient
}

/** How a call is used, by anybody who may: it answers 200, with the same effect for each of them. */
export interface Use {
  route: Route
  /** Those of the permission, where nothing else is said. */
  may?: readonly Role[]
  use: (person: Person) => Promise<Answer<Route>>
}

/** Roles that hold any of the permissions, in the order of the specification. */
export const rolesWith = (...permissions: Permission[]): Role[] =>
  ROLE_CODES.filter((role) => permissions.some((permission) => mayDo(role, permission)))

export type RoleWorld = Awaited<ReturnType<typeof openRoleWorld>>

/**
 * A block that is open for marking, and a person in every role of the school. The regional roles are held
 * beside that of a teacher, which they sign in with.
 *
 * @param duties - who marks and who leads the block, beside the markers and the leader of `seedMarking`
 */
export async function openRoleWorld(
  wanted: Wanted,
  duties: { marker?: readonly Role[]; leader?: readonly Role[] } = {},
) {
  const app = await openTestApp()
  const marked = await seedMarking(app.services, app.school, wanted)
  const people: Person[] = []
  for (const role of ROLE_CODES) {
    const userId = await insertPerson(app, role)
    const duty = (['marker', 'leader'] as const).find((one) => duties[one]?.includes(role))
    if (duty)
      await app.services.db
        .insertInto('block_marker')
        .values({ block_id: marked.blockId, user_id: userId, duty, weight: 1 })
        .execute()
    people.push({ role, userId, client: await app.signIn(`role-${role}`, role) })
  }
  const on = { block_id: marked.blockId }
  let keys = 0
  const idemKey = () => `role-key-${++keys}`
  const [admin, leader] = [await app.signIn('admin'), await app.signIn('leader')]
  /** A paper in somebody's hands. @returns its reading */
  const take = async (client: TestClient) =>
    (await client.send(markNext, { query: { ...on, n: 1 } })).data.tasks[0]?.reading_id ?? 0
  const give = (client: TestClient, reading_id: number, body: object) =>
    client.send(markSubmit, { body: { ...on, reading_id, idem_key: idemKey(), ...body } })
  return {
    ...app,
    ...marked,
    admin,
    leader,
    people,
    /** May everything, but in another school. */
    stranger: {
      role: 'school_admin',
      userId: app.otherSchool.userIds['admin'] ?? 0,
      client: await app.signIn('other-admin'),
    } satisfies Person,
    on,
    inExam: { exam_id: marked.examId },
    inSubject: { exam_id: marked.examId, subject_id: SUBJECT },
    idemKey,
    take,
    give,
    /** The next paper for a leader of the block; its decision is `decide`. */
    nextFor: async (client: TestClient) =>
      (await client.send(leaderNext, { query: { mode: 'arbitration', ...on } })).data.task,
    decide: (client: TestClient, unit_id: number) =>
      client.send(leaderDecide, {
        body: { mode: 'arbitration', unit_id, idem_key: idemKey(), scores: [9000] },
      }),
    reading: () =>
      app.services.db
        .selectFrom('reading')
        .selectAll()
        .where('state', '=', 'submitted')
        .orderBy('id')
        .executeTakeFirstOrThrow(),
  }
}

async function insertPerson(
  { services: { db }, school }: Awaited<ReturnType<typeof openTestApp>>,
  role: Role,
): Promise<number> {
  const { password_hash } = await db
    .selectFrom('user')
    .select('password_hash')
    .where('account', '=', 'admin')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('user')
    .values({
      school_id: school.schoolId,
      account: `role-${role}`,
      name: role as string,
      name_pinyin: role as string,
      password_hash,
      user_type: 0,
      student_id: role === 'student' ? (school.studentIds[1] ?? null) : null,
      created_at: '2026-11-01T00:00:00.000Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const held: Role[] = isRegionalRole(role) ? ['subject_teacher', role] : [role]
  for (const one of held)
    await db
      .insertInto('user_role')
      .values({
        user_id: id,
        role: one,
        scope_level: 4,
        school_id: school.schoolId,
        grade_ids: '[10]',
        class_ids: JSON.stringify(school.classIds),
        subject_ids: `[${SUBJECT}]`,
      })
      .execute()
  return id
}
