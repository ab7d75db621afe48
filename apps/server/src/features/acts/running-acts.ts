import { AsyncLocalStorage } from 'node:async_hooks'
import type { ReplyOf, runningActs } from '@hengjuan/contracts'
import { isoNow } from '../../clock.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'

type RunningAct = ReplyOf<typeof runningActs>[number]
type Step = NonNullable<RunningAct['step']>

interface Place {
  kind: RunningAct['kind']
  examId: number
  subjectId?: number
  blockId?: number
}

interface Act extends RunningAct {
  exam_id: number
}

/** By server, as each has one pool; what another node runs is not known here. */
const running = new WeakMap<Services['db'], Set<Act>>()
const current = new AsyncLocalStorage<Act>()

/** Runs what takes long; until it ends, whoever asks is told who does it and how far it is. */
export async function asAct<T>(
  { services, session }: { services: Services; session: Pick<Session, 'userName'> },
  { kind, examId, subjectId, blockId }: Place,
  work: () => Promise<T>,
): Promise<T> {
  const { db } = services
  const act: Act = {
    exam_id: examId,
    kind,
    subject_id: subjectId ?? null,
    block_id: blockId ?? null,
    by_name: session.userName,
    started_at: isoNow(services.clock),
    step: null,
    done: 0,
    total: 0,
  }
  const acts = running.get(db) ?? new Set()
  running.set(db, acts.add(act))
  try {
    return await current.run(act, work)
  } finally {
    acts.delete(act)
  }
}

/** Says how far the act is in whose work this is called; outside of one, nothing. @param total 0 where nothing is counted */
export function atStep(step: Step, done = 0, total = 0): void {
  const act = current.getStore()
  if (act) Object.assign(act, { step, done, total })
}

/** What is being done to an exam by this server, the first begun first. */
export const actsOf = ({ db }: Pick<Services, 'db'>, examId: number): RunningAct[] =>
  [...(running.get(db) ?? [])].flatMap(({ exam_id, ...act }) => (exam_id === examId ? [act] : []))
