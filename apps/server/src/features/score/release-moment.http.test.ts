import {
  createSnapshot,
  planRelease,
  reportStudents,
  type Route,
  studentScore,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, seedTinyExam, type TestClient, TINY_EXAM_NAME } from '../../testing/index.ts'
import { TEST_PASSWORD } from '../../testing/seed-school.ts'
import { REPORTS } from '../report/index.ts'
import { dueReleases } from './index.ts'

const HOUR = 3_600_000
const SECOND = 1000
const MATHEMATICS = 2
/** Fields that tell what somebody got, or what follows from it. */
const SCORES =
  /^((total|objective|subjective|score|final|before|after|mean|exact|class_mean|grade_mean)_milli|mean|rank_class|rank_school|(joint|city|district|school|class)_rank|level)$/

/** Names of fields of a reply that tell scores. */
function scoresIn(value: unknown, found: string[] = []): string[] {
  if (Array.isArray(value)) for (const one of value) scoresIn(one, found)
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      if (SCORES.test(name) && inner !== null && typeof inner !== 'object') found.push(name)
      scoresIn(inner, found)
    }
  return found
}

/** What a call asks for of the exam; null where it takes something that the exam does not have. */
function inputOf(route: Route, known: Record<string, unknown>): object | null {
  const part = (name: 'params' | 'query' | 'body') => {
    const shape: { properties?: Record<string, object>; required?: string[] } | undefined =
      route[name]
    if (!shape?.properties) return {}
    const filled = Object.keys(shape.properties).filter((key) => key in known)
    if ((shape.required ?? []).some((key) => !(key in known))) return null
    return Object.fromEntries(filled.map((key) => [key, known[key]]))
  }
  const parts = { params: part('params'), query: part('query') }
  return parts.params && parts.query ? parts : null
}

everyDatabase('the moment of a timed release on %s', (kind) => {
  test(
    'no call tells a student or a class teacher a score before it, and the reports do after it',
    { timeout: 240_000 },
    async () => {
      const app = await openTestApp(kind)
      const { services, school, routes, signIn } = app
      const { examId } = await seedTinyExam(services, school)
      const { db } = services
      const director = await signIn('director')
      const published = await director.send(createSnapshot, {
        body: { exam_id: examId, confirm_name: TINY_EXAM_NAME, audiences: ['leaders'] },
      })
      const at = new Date(services.clock.now().getTime() + HOUR).toISOString()
      for (const audience of ['teachers', 'students'] as const)
        await director.send(planRelease, {
          body: { exam_id: examId, action: 'schedule', audience, at },
        })
      const unit = await db
        .selectFrom('unit')
        .innerJoin('candidate', 'candidate.id', 'unit.candidate_id')
        .where('candidate.exam_no', '=', '101')
        .where('unit.subject_id', '=', MATHEMATICS)
        .select(['unit.id', 'unit.block_id', 'unit.candidate_id', 'candidate.student_id'])
        .executeTakeFirstOrThrow()
      const known = {
        exam_id: examId,
        examId,
        subject_id: MATHEMATICS,
        subjectId: MATHEMATICS,
        school_id: school.schoolId,
        schoolId: school.schoolId,
        grade_id: 10,
        class_id: school.classIds[0],
        candidate_id: unit.candidate_id,
        student_id: unit.student_id,
        block_id: unit.block_id,
        unit_id: unit.id,
        snapshot_id: published.data.snapshot_id,
        exam_no: '101',
        question_no: '1',
        no: '1',
        keyword: '101',
      }
      const asked = routes.filter(
        ({ method, replyKind }) =>
          method === 'GET' && (replyKind ?? 'json') !== 'events' && replyKind !== 'image',
      )
      /** Calls that tell somebody a score. */
      const tellers = async (client: TestClient): Promise<string[]> => {
        const told: string[] = []
        for (const route of asked) {
          const input = inputOf(route, known)
          if (!input) continue
          const { status, data } = await client.send(route, input)
          const isTold = route.replyKind === 'file' ? status === 200 : scoresIn(data).length > 0
          if (isTold && !HARMLESS.has(route.path)) told.push(route.path)
        }
        const own = await client.send(studentScore, {
          body: { exam_id: examId, exam_no: '101' },
        })
        return own.status === 200 ? [...told, studentScore.path] : told
      }
      const due = () =>
        dueReleases.run(
          { services, signal: new AbortController().signal } as unknown as Parameters<
            typeof dueReleases.run
          >[0],
          {},
        )
      /** Parents have no session: they know the number and the query password. */
      const publicly = async () => {
        const told = await app.anonymous.send(studentScore, {
          body: { exam_id: examId, exam_no: '101', password: TEST_PASSWORD },
        })
        return told.status === 200 ? scoresIn(told.data).length : told.error.error
      }
      app.advance(HOUR - SECOND)
      await due()
      expect(await publicly()).toBe('SCORE_NOT_RELEASED')
      for (const account of ['student', 'head'])
        expect(await tellers(await signIn(account)), account).toEqual([])
      // Who leads the school is told already: the walk does find what tells scores.
      expect((await tellers(await signIn('director'))).length).toBeGreaterThan(10)

      app.advance(2 * SECOND)
      await due()
      expect(await publicly()).toBeGreaterThan(3)
      expect(await tellers(await signIn('student'))).toEqual([studentScore.path])
      const head = await tellers(await signIn('head'))
      expect(head).toContain(reportStudents.path)
      // Those of several schools are of joint exams.
      const reports = REPORTS.filter(({ report }) => head.includes(report.list.path))
      expect(reports.length).toBeGreaterThan(10)
    },
  )
})

/** What looks like a score and is none: the level of a permission. */
const HARMLESS = new Set(['/v1/school/user/permission2'])
