import {
  benchmarkDefinitive,
  benchmarkMark,
  benchmarkPapers,
  benchmarkScriptSet,
  blockSettingsSet,
  markNext,
  ownQualification,
  qualificationDecide,
  qualificationResults,
  trialMark,
} from '@hengjuan/contracts'
import type { DatabaseKind } from '@hengjuan/db/testing'
import type { BenchmarkKind } from '@hengjuan/domain'
import { openTestApp, type TestClient } from '../../../testing/index.ts'
import { seedMarking } from './seed-marking.ts'
import { SUBJECT } from './seed-sheet.ts'

/** Papers of a set. */
export const SET = 3

/** A block of 20 points with a tolerance of 2 whose markers have to qualify with sets of three papers. */
export async function openTrialWorld(kind: DatabaseKind = 'sqlite') {
  const app = await openTestApp(kind)
  const { signIn, services, school } = app
  const marked = await seedMarking(services, school, { candidates: 16, mode: 1 })
  const on = { block_id: marked.blockId }
  const [leader, admin] = [await signIn('leader'), await signIn('admin')]
  const marker = await signIn('marker1')

  /** The only leader agrees on a script alone. @returns its id */
  const agree = async (points: number, kindOf: BenchmarkKind) => {
    const { data: papers } = await leader.send(benchmarkPapers, { query: on })
    const unit_id = papers.list[0]?.unit_id ?? 0
    const made = await leader.send(benchmarkScriptSet, { body: { ...on, unit_id, kind: kindOf } })
    const script = { ...on, script_id: made.data.script_id, scores: [points * 1000] }
    await leader.send(benchmarkMark, { body: script })
    await leader.send(benchmarkDefinitive, {
      body: { ...script, comments: ['第二步有误'], alone: 1 },
    })
    return made.data.script_id
  }
  /** Agrees on another score of a script that was taken out of use. */
  const redefine = async (script_id: number, points: number) => {
    const { unit_id } = await services.db
      .selectFrom('benchmark_script')
      .select('unit_id')
      .where('id', '=', script_id)
      .executeTakeFirstOrThrow()
    await leader.send(benchmarkScriptSet, { body: { ...on, unit_id, kind: 'calibration' } })
    const script = { ...on, script_id, scores: [points * 1000] }
    await leader.send(benchmarkMark, { body: script })
    await leader.send(benchmarkDefinitive, { body: { ...script, comments: [], alone: 1 } })
  }
  const set = (patch: object) =>
    admin.send(blockSettingsSet, {
      body: { exam_id: marked.examId, subject_id: SUBJECT, blocks: [{ ...on, ...patch }] },
    })
  const own = async (who: TestClient = marker) =>
    (await who.send(ownQualification, { query: on })).data
  let keys = 0
  const give = (script_id: number, points: number, who: TestClient = marker) =>
    who.send(trialMark, {
      body: { ...on, script_id, idem_key: `trial-key-${++keys}`, scores: [points * 1000] },
    })
  /** Marks the next trial paper. */
  const markNextTrial = async (points: number, who: TestClient = marker) =>
    (await give((await own(who)).task?.script_id ?? 0, points, who)).data
  /** Marks a whole set alike. @returns its scripts */
  const markSet = async (points: number, who: TestClient = marker) => {
    const scripts: number[] = []
    for (let paper = 0; paper < SET; paper++) {
      scripts.push((await own(who)).task?.script_id ?? 0)
      await markNextTrial(points, who)
    }
    return scripts
  }
  const results = async () => {
    const { data } = await leader.send(qualificationResults, { query: on })
    return data.list.find(({ marker_id }) => marker_id === marked.markerIds[0])
  }
  const decide = (action: 'repeat' | 'admit' | 'refuse' | 'again', note?: string) =>
    leader.send(qualificationDecide, {
      body: {
        ...on,
        marker_id: marked.markerIds[0] ?? 0,
        action,
        ...(note === undefined ? {} : { note }),
      },
    })
  const live = async (who: TestClient = marker) =>
    (await who.send(markNext, { query: { ...on, n: 2 } })).data
  await set({ qualify: 1, qualify_count: SET })
  return {
    ...app,
    ...marked,
    on,
    leader,
    marker,
    agree,
    redefine,
    set,
    own,
    give,
    markSet,
    markNextTrial,
    results,
    decide,
    live,
  }
}
