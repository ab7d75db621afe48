import {
  benchmarkDefinitive,
  benchmarkMark,
  benchmarkPapers,
  benchmarkScripts,
  benchmarkScriptSet,
  blockSettingsSet,
  markNext,
  markSubmit,
  seedResults,
} from '@hengjuan/contracts'
import type { DatabaseKind } from '@hengjuan/db/testing'
import { openTestApp, type TestClient } from '../../../testing/index.ts'
import { seedMarking, type Wanted } from './seed-marking.ts'
import { SUBJECT } from './seed-sheet.ts'

/** Of each score point, or of the only one. */
const milliOf = (points: number | readonly number[]): number[] =>
  [points].flat().map((score) => score * 1000)

/** A block of 20 points with a tolerance of 2, its leaders, and a marker who works through its papers. */
export const openSeedWorld = async (wanted: Wanted = {}, kind: DatabaseKind = 'sqlite') => {
  const app = await openTestApp(kind)
  const { signIn, services, school, advance } = app
  // Seeds come by their distance only, unless a test says how a day begins.
  const settings = { daySeeds: 0, ...wanted.settings }
  const marked = await seedMarking(services, school, {
    candidates: 12,
    mode: 1,
    ...wanted,
    settings,
  })
  const { blockId, examId } = marked
  const [leader, admin] = [await signIn('leader'), await signIn('admin')]
  const marker = await signIn('marker1')
  const on = { block_id: blockId }

  /** Makes a script of a paper and has two leaders agree on its score. @returns its unit */
  const agree = async (
    points: number | readonly number[],
    kindOf: 'seed' | 'discussion' = 'seed',
  ) => {
    const { data: papers } = await leader.send(benchmarkPapers, { query: on })
    const unitId = papers.list[0]?.unit_id ?? 0
    const made = await leader.send(benchmarkScriptSet, {
      body: { ...on, unit_id: unitId, kind: kindOf },
    })
    const script = { ...on, script_id: made.data.script_id, scores: milliOf(points) }
    for (const who of [leader, admin]) await who.send(benchmarkMark, { body: script })
    await leader.send(benchmarkDefinitive, { body: { ...script, comments: ['步骤完整'] } })
    await admin.send(benchmarkDefinitive, { body: script })
    return unitId
  }
  const next = async (n = 1, who = marker) =>
    (await who.send(markNext, { query: { ...on, n } })).data
  const submit = async (
    readingId: number,
    points: number | readonly number[],
    more = {},
    who = marker,
  ) => {
    advance(1000)
    return who.send(markSubmit, {
      body: {
        ...on,
        reading_id: readingId,
        idem_key: `key-of-reading-${readingId}`,
        scores: milliOf(points),
        active_ms: 8000,
        ...more,
      },
    })
  }
  /** Marks the paper in hand. @returns the unit that was marked, null when there was none */
  const markOne = async (points: number, who = marker) => {
    const { tasks } = await next(1, who)
    const [task] = tasks
    if (!task) return null
    await submit(task.reading_id, points, {}, who)
    return task.unit_id
  }
  const scripts = async (who: TestClient = leader) =>
    (await who.send(benchmarkScripts, { query: on })).data
  const results = async () => {
    const { data } = await leader.send(seedResults, { query: on })
    return data.list.find(({ marker_id }) => marker_id === marked.markerIds[0])
  }
  const unit = (id: number) =>
    services.db.selectFrom('unit').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const set = (patch: object) =>
    admin.send(blockSettingsSet, {
      body: { exam_id: examId, subject_id: SUBJECT, blocks: [{ ...on, ...patch }] },
    })
  return {
    ...app,
    ...marked,
    signIn,
    leader,
    admin,
    marker,
    on,
    agree,
    next,
    submit,
    markOne,
    scripts,
    results,
    unit,
    set,
  }
}
