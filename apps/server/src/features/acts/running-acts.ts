import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { ReplyOf, runningActs } from '@hengjuan/contracts'
import { isoNow } from '../../clock.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { deleteAct, deleteStaleActs, saveAct, selectOthersActs } from './running-act.query.ts'

type RunningAct = ReplyOf<typeof runningActs>[number]
type Step = NonNullable<RunningAct['step']>

interface Place {
  kind: RunningAct['kind']
  examId: number
  subjectId?: number | undefined
  blockId?: number | undefined
}

export interface Act extends RunningAct {
  exam_id: number
}

/** Acts that are over sooner are not told to other nodes. */
const TOLD_AFTER_MS = 400
/** So often other nodes are told how far an act is. */
const BEAT_MS = 1000
/** A node that has said nothing for so long has ended, or its clock is far off. */
const STALE_MS = 30_000

/** What runs on this node, and the name by which others know it; by database, as each server has one pool. */
interface Node {
  name: string
  acts: Set<Act>
}
const nodes = new WeakMap<Services['db'], Node>()
const current = new AsyncLocalStorage<Act>()

function nodeOf(db: Services['db']): Node {
  const node = nodes.get(db) ?? { name: randomUUID(), acts: new Set<Act>() }
  nodes.set(db, node)
  return node
}

/** Runs what takes long; until it ends, whoever asks any node is told who does it and how far it is. */
export async function asAct<T>(
  { services, session }: { services: Services; session: Pick<Session, 'userName'> },
  { kind, examId, subjectId, blockId }: Place,
  work: () => Promise<T>,
): Promise<T> {
  const node = nodeOf(services.db)
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
  node.acts.add(act)
  const told = tellOthers(services, act, node.name)
  try {
    return await current.run(act, work)
  } finally {
    node.acts.delete(act)
    await told.end()
  }
}

/** The same of what a server does by itself, unless it is part of somebody's act. */
export const asOwnAct = <T>(services: Services, place: Place, work: () => Promise<T>): Promise<T> =>
  current.getStore() ? work() : asAct({ services, session: { userName: '系统' } }, place, work)

/**
 * Writes down now and then how far an act is. Each time when the time before has been written, so that a database that
 * is busy is not asked again; where it can not be written, others do not know of the act.
 */
function tellOthers({ db, clock }: Services, act: Act, node: string) {
  let id: number | null = null
  let writing: Promise<void> = Promise.resolve()
  let isOver = false
  const beat = () => {
    writing = saveAct(db, act, { id, node, at: isoNow(clock) })
      .then((saved) => {
        id = saved
      })
      .catch(() => undefined)
      .then(() => {
        if (!isOver) timer = setTimeout(beat, BEAT_MS).unref()
      })
  }
  let timer = setTimeout(beat, TOLD_AFTER_MS).unref()
  return {
    end: async () => {
      isOver = true
      clearTimeout(timer)
      await writing
      // Left behind, it is forgotten when it is stale.
      if (id !== null) await deleteAct(db, id).catch(() => undefined)
    },
  }
}

/** Says how far the act is in whose work this is called; outside of one, nothing. @param total 0 where nothing is counted */
export function atStep(step: Step, done = 0, total = 0): void {
  const act = current.getStore()
  if (act) Object.assign(act, { step, done, total })
}

/** What this node does to an exam, the first begun first. */
export const ownActsOf = ({ db }: Pick<Services, 'db'>, examId: number): RunningAct[] =>
  [...nodeOf(db).acts].flatMap(({ exam_id, ...act }) => (exam_id === examId ? [act] : []))

/** What is being done to an exam by any node, the first begun first. */
export async function actsOf(services: Services, examId: number): Promise<RunningAct[]> {
  const { db, clock } = services
  const since = new Date(clock.now().getTime() - STALE_MS).toISOString()
  const others = await selectOthersActs(db, { examId, node: nodeOf(db).name, since })
  return [...ownActsOf(services, examId), ...(others as RunningAct[])].toSorted((a, b) =>
    a.started_at.localeCompare(b.started_at),
  )
}

/** Forgets what nodes that ended had begun; a job of the clock. */
export const sweepActs = ({ db, clock }: Services): Promise<unknown> =>
  deleteStaleActs(db, new Date(clock.now().getTime() - 2 * STALE_MS).toISOString())
