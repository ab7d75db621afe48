import {
  type InputOf,
  markNext,
  markSubmit,
  readerPapers,
  readerScores,
  type Route,
  secondReaderPanel,
  secondReaderRegister,
  secondReaderSwitch,
} from '@hengjuan/contracts'
import type { DatabaseKind } from '@hengjuan/db/testing'
import { openTestApp, type TestClient } from '../../../testing/index.ts'
import { seedMarking, type Wanted } from './seed-marking.ts'

export const READER = {
  name: '作文评阅',
  version: '1.0',
  maker: '教研中心',
  purpose: '与阅卷教师的给分对照，找出需要抽查的试卷',
}

/** A block of 20 points that is open for marking, and a registered reader that it is not switched on for. */
export async function openSecondReader(wanted: Wanted = {}, kind: DatabaseKind = 'sqlite') {
  const app = await openTestApp(kind)
  const { signIn, services, school, anonymous, advance } = app
  const marked = await seedMarking(services, school, {
    mode: 1,
    ...wanted,
    settings: { rubric: '步骤完整给满分', daySeeds: 0, selfRatio: 0, ...wanted.settings },
  })
  const [admin, leader] = [await signIn('admin'), await signIn('leader')]
  const on = { block_id: marked.blockId }
  const inExam = { exam_id: marked.examId }
  const { data: made } = await admin.send(secondReaderRegister, { body: { ...inExam, ...READER } })
  const { token, reader_id: readerId } = made
  /** As the reader itself. */
  const as = <R extends Route>(route: R, input?: InputOf<R>, own = token) =>
    anonymous.send(route, input, { headers: { authorization: `Bearer ${own}` } })
  const papers = async (all: 0 | 1 = 0) =>
    (await as(readerPapers, { query: { ...on, limit: 100, all } })).data.list
  let batches = 0
  let keys = 0
  const submit = (who: TestClient, reading_id: number, scores: number[]) => {
    advance(1000)
    return who.send(markSubmit, {
      body: { ...on, reading_id, idem_key: `mark-key-${++keys}`, scores, active_ms: 8000 },
    })
  }
  return {
    ...app,
    ...marked,
    admin,
    leader,
    on,
    inExam,
    token,
    readerId,
    as,
    papers,
    submit,
    turn: (isOn: boolean) =>
      leader.send(secondReaderSwitch, {
        body: { ...inExam, block_ids: [marked.blockId], reader_id: isOn ? readerId : null },
      }),
    /** The reader gives every paper so many points. */
    give: async (points: number, more: { confidence?: number; reason?: string } = {}) => {
      const items = (await papers(1)).map(({ code, picture }) => ({
        code,
        picture,
        scores: [points * 1000],
        ...more,
      }))
      return as(readerScores, { body: { ...on, idem_key: `batch-${++batches}-key`, items } })
    },
    codes: async () =>
      (await services.db.selectFrom('unit').select('secret_code').orderBy('id').execute()).map(
        ({ secret_code }) => secret_code,
      ),
    panel: async () => (await leader.send(secondReaderPanel, { query: on })).data,
    /** One marker gives every paper the points that belong to its turn. */
    markAll: async (pointsOf: (nth: number) => number) => {
      const marker = await signIn('marker1')
      for (let nth = 0; ; nth++) {
        const { data } = await marker.send(markNext, { query: { ...on, n: 1 } })
        const [task] = data.tasks
        if (!task) return
        await submit(marker, task.reading_id, [pointsOf(nth) * 1000])
      }
    },
  }
}
