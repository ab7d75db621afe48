import type { Caller, CallError } from '@hengjuan/client'
import { type markInfo, markNext, markStatus, type ReplyOf } from '@hengjuan/contracts'
import { CLAIMS } from '@hengjuan/domain'
import { createStore } from 'zustand/vanilla'
import {
  enter,
  type EnterOutcome,
  entryTotal,
  isComplete,
  type ScoreEntry,
} from '../entry/score-entry.ts'
import { Outbox, type SubmitReply } from '../queue/outbox.ts'
import { type OutboxItem, outboxStore } from '../queue/outbox-store.ts'
import { PaperImages } from '../queue/paper-images.ts'
import { type Paper, paperOf } from './paper.ts'

export type MarkInfo = ReplyOf<typeof markInfo>
export type Mine = MarkInfo['mine']
type Queue = ReplyOf<typeof markNext>

/** A score that the server did not take. */
export interface Unplaced {
  key: string
  secretCode: string
  message: string
}

export interface DeskState {
  /** In hand, the first one on the desk. */
  queue: readonly Paper[]
  /** Handed in from this page, the latest last. */
  done: readonly Paper[]
  /** Which of `done` is being looked at again; null for the queue. */
  back: number | null
  mine: Mine
  status: string
  /** Why there is nothing new. */
  reason: string | null
  isLoading: boolean
  error: CallError | null
  pending: number
  awaySince: number | null
  unplaced: readonly Unplaced[]
  /** One line under the score, gone with the next key. */
  hint: string | null
}

/** Papers kept for 上一份 without asking the server. */
const HISTORY = 50
const IDLE_POLL_MS = 10_000
/** Input within this time counts as work. @source domain rules 3.9 */
const ATTENTION_MS = 60_000
/** Darker than this, a paper is not blank. */
const INK_OF_WRITING = 0.008

/**
 * The marking desk of one block: what is in hand, what was handed in, and the way between. Nothing here
 * waits for the network but the first paper.
 */
export function createDesk(options: { caller: Caller; info: MarkInfo; userId: number }) {
  const { caller, info, userId } = options
  const isDeductive = info.settings.add_type === 1
  const blockId = info.block_id
  const images = new PaperImages()
  const seen = new Set<number>()
  let lastInput = performance.now()
  let lastTick = performance.now()
  let poll: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let roundTripMs = 100

  const store = createStore<DeskState>(() => ({
    queue: [],
    done: [],
    back: null,
    mine: info.mine,
    status: info.status,
    reason: null,
    isLoading: true,
    error: null,
    pending: 0,
    awaySince: null,
    unplaced: [],
    hint: null,
  }))
  const { getState: get, setState: set } = store

  const outbox = new Outbox(caller, outboxStore, userId, {
    onSent: (item, reply) => {
      if (item.body.block_id !== blockId) return
      if ('queue' in reply) received(item, reply)
      else revised(item.body.reading_id, reply.reading_id, reply.mine)
    },
    onRefused: (item, error) => {
      set(({ unplaced }) => ({
        unplaced: [
          { key: item.key, secretCode: item.secretCode, message: error.message },
          ...unplaced.filter(({ key }) => key !== item.key),
        ],
      }))
      if (item.body.block_id === blockId) void ask()
    },
    onState: ({ pending, awaySince }) => set({ pending, awaySince }),
  })

  /** How many papers to hold: enough to cover the way to the server. @source ui D2 (queue, 2) */
  function depth(): number {
    const median = get().mine.median_ms ?? 4000
    const wanted = Math.ceil((1.5 * (roundTripMs + 150)) / Math.max(500, median)) + 2
    return Math.min(8, CLAIMS.maxLimit, Math.max(3, wanted))
  }

  function take({ tasks, reason, mine }: Queue): void {
    const { queue } = get()
    const inHand = new Set(queue.map(({ task }) => task.reading_id))
    const fresh = tasks.filter(({ reading_id, kind }) => {
      if (inHand.has(reading_id) || outbox.holds(reading_id)) return false
      // A paper sent back keeps its number; any other number comes once.
      return kind === 'rejected' || !seen.has(reading_id)
    })
    for (const { reading_id } of fresh) seen.add(reading_id)
    const papers = fresh.map((task) => paperOf(task, isDeductive))
    for (const { task } of papers) void images.load(task.images).catch(() => undefined)
    const inQueue = [...queue, ...papers]
    set({ queue: inQueue, mine, status: mine.status, reason, isLoading: false, error: null })
    schedule(inQueue.length)
  }

  /** An empty desk looks again by itself: papers come from scanning and from other markers. */
  function schedule(count: number): void {
    clearTimeout(poll)
    if (count === 0) poll = setTimeout(() => void ask(), IDLE_POLL_MS)
  }

  async function ask(): Promise<void> {
    if (isAsking) return
    isAsking = true
    const began = performance.now()
    try {
      take(await caller.call(markNext, { query: { block_id: blockId, n: depth() } }))
      roundTripMs = performance.now() - began
    } catch (error) {
      set({ isLoading: false, error: error as CallError })
      schedule(get().queue.length)
    } finally {
      isAsking = false
    }
  }

  function received(item: OutboxItem, { queue }: SubmitReply): void {
    if (queue) take(queue)
    else if (item.kind === 'submit') void ask()
  }

  function revised(oldId: number, newId: number, mine: Mine): void {
    seen.add(newId)
    set(({ done }) => ({
      mine,
      done: done.map((paper) =>
        paper.task.reading_id === oldId
          ? { ...paper, task: { ...paper.task, reading_id: newId } }
          : paper,
      ),
    }))
  }

  const current = (): Paper | null => {
    const { back, done, queue } = get()
    return (back === null ? queue[0] : done[back]) ?? null
  }

  function replace(paper: Paper): void {
    const { back } = get()
    set(({ queue, done }) =>
      back === null
        ? { queue: [paper, ...queue.slice(1)] }
        : { done: done.map((old, index) => (index === back ? paper : old)) },
    )
  }

  /** Changes the entry of the paper on the desk; the one before can be taken back. */
  function edit(change: (entry: ScoreEntry, paper: Paper) => ScoreEntry): void {
    const paper = current()
    if (!paper || paper.task.locked_reason !== null) return
    attend()
    const entry = change(paper.entry, paper)
    if (entry === paper.entry) return
    const isKept = entry.scores !== paper.entry.scores
    replace({ ...paper, entry, past: isKept ? [...paper.past, paper.entry] : paper.past })
    set({ hint: null })
    const finished = isKept && isComplete(entry) && !isComplete(paper.entry)
    if (finished && info.settings.submit_type === 1) submit()
  }

  /** Enter: closes what is typed, goes to what is missing, or hands in. */
  function pressEnter(extraFlag?: string): EnterOutcome | null {
    const paper = current()
    if (!paper) return null
    attend()
    const { entry, outcome } = enter(paper.entry, paper.rules)
    replace({ ...paper, entry })
    if (outcome === 'missing') {
      const name = paper.rules.points[entry.at]?.name ?? ''
      set({ hint: `「${name}」未给分，零分也需要输入` })
    }
    if (outcome === 'complete') submit(extraFlag)
    return outcome
  }

  function submit(extraFlag?: string): void {
    const paper = current()
    if (!paper || !isComplete(paper.entry) || paper.task.locked_reason !== null) return
    const { entry, task } = paper
    const flags = extraFlag ? [...new Set([...paper.flags, extraFlag])] : paper.flags
    const key = crypto.randomUUID()
    const common = {
      block_id: blockId,
      reading_id: task.reading_id,
      idem_key: key,
      scores: [...entry.scores],
      flags: [...flags],
      active_ms: Math.round(paper.activeMs),
    }
    const isBack = get().back !== null
    const item = { key, userId, at: Date.now(), secretCode: task.secret_code }
    const handed: Paper = { ...paper, flags, past: [], given: { entry, flags } }
    if (isBack) {
      replace(handed)
      if (isChanged(paper, flags)) outbox.add({ ...item, kind: 'correct', body: common })
      set({ back: null, hint: null })
      return
    }
    handOver(handed)
    outbox.add({ ...item, kind: 'submit', body: { ...common, refill: depth() } })
  }

  const isChanged = ({ entry, given }: Paper, flags: readonly string[]): boolean =>
    String(entry.scores) !== String(given?.entry.scores) || String(flags) !== String(given?.flags)

  /** The paper leaves the desk; the next one is there in the same frame. */
  function handOver(paper: Paper): void {
    set(({ queue, done, mine }) => ({
      queue: queue.slice(1),
      done: [...done, paper].slice(-HISTORY),
      mine: { ...mine, done: mine.done + (paper.task.kind === 'rejected' ? 0 : 1) },
      hint: zeroHint(paper, done.at(-1)),
      isLoading: queue.length <= 1,
    }))
  }

  function raiseProblem(reason: string, note: string): void {
    const paper = get().back === null ? get().queue[0] : undefined
    if (!paper) return
    const key = crypto.randomUUID()
    set(({ queue }) => ({ queue: queue.slice(1), isLoading: queue.length <= 1, hint: null }))
    outbox.add({
      key,
      userId,
      at: Date.now(),
      secretCode: paper.task.secret_code,
      kind: 'submit',
      body: {
        block_id: blockId,
        reading_id: paper.task.reading_id,
        idem_key: key,
        problem: { reason, note },
        refill: depth(),
      },
    })
  }

  function toggleFlag(flag: string): void {
    const paper = current()
    if (!paper) return
    const flags = paper.flags.includes(flag)
      ? paper.flags.filter((one) => one !== flag)
      : [...paper.flags, flag]
    replace({ ...paper, flags })
  }

  /** Back-mark: the paper handed in before, from this page or from an earlier one. */
  async function previous(): Promise<void> {
    const { back, done, queue } = get()
    const index = (back ?? done.length) - 1
    if (index >= 0) {
      set({ back: index, hint: null })
      return
    }
    const from = done[0] ?? queue[0]
    if (!from) return
    const reply = await caller
      .call(markNext, {
        query: { block_id: blockId, reading_id: from.task.reading_id, previous: 1 },
      })
      .catch(() => null)
    const [task] = reply?.tasks ?? []
    if (!task) {
      set({ hint: '前面没有可以回看的试卷' })
      return
    }
    seen.add(task.reading_id)
    set((now) => ({ done: [paperOf(task, isDeductive), ...now.done], back: 0, hint: null }))
  }

  /** Forward in the history, or the paper on the desk goes to the end of the queue. */
  function next(): void {
    const { back, done, queue } = get()
    if (back !== null) {
      const paper = done[back]
      // A change that was not handed in is dropped: 提交 keeps it.
      if (paper?.given) replace({ ...paper, entry: paper.given.entry, flags: paper.given.flags })
      set({ back: back + 1 < done.length ? back + 1 : null, hint: null })
      return
    }
    const [first, ...rest] = queue
    if (first && rest.length > 0) set({ queue: [...rest, first], hint: null })
  }

  /** Takes back the last score of this paper, or goes to the paper before. */
  function undo(): void {
    const paper = current()
    const before = paper?.past.at(-1)
    if (paper && before) replace({ ...paper, entry: before, past: paper.past.slice(0, -1) })
    else void previous()
  }

  function attend(): void {
    lastInput = performance.now()
  }

  function tick(): void {
    const now = performance.now()
    const paper = current()
    const isUsed = document.visibilityState === 'visible' && now - lastInput < ATTENTION_MS
    if (paper && isUsed) paper.activeMs += now - lastTick
    lastTick = now
  }

  async function heartbeat(): Promise<void> {
    const reply = await caller
      .call(markStatus, { query: { block_id: blockId, renew: 1 } })
      .catch(() => null)
    if (!reply) return
    const held = new Set(reply.claims.map(({ reading_id }) => reading_id))
    const lost = get().queue.filter(
      ({ task }) =>
        task.kind === 'normal' && !held.has(task.reading_id) && !outbox.holds(task.reading_id),
    )
    set(({ queue, unplaced }) => ({
      status: reply.status,
      mine: { ...reply.mine, done: Math.max(reply.mine.done, get().mine.done) },
      queue: queue.filter((paper) => !lost.includes(paper)),
      unplaced: [
        ...lost.map(({ task }) => ({
          key: `lost-${task.reading_id}`,
          secretCode: task.secret_code,
          message: '这份试卷已被收回，没有给分的不受影响',
        })),
        ...unplaced,
      ],
    }))
    if (get().queue.length === 0) void ask()
  }

  function start(): () => void {
    void outbox.resume().catch(() => undefined)
    void ask()
    const beat = setInterval(() => void heartbeat(), CLAIMS.heartbeatMs)
    const clock = setInterval(tick, 500)
    const online = () => {
      outbox.retryNow()
      if (get().queue.length === 0) void ask()
    }
    const leave = (event: BeforeUnloadEvent) => {
      if (outbox.pending > 0) event.preventDefault()
    }
    window.addEventListener('online', online)
    window.addEventListener('beforeunload', leave)
    return () => {
      clearInterval(beat)
      clearInterval(clock)
      clearTimeout(poll)
      window.removeEventListener('online', online)
      window.removeEventListener('beforeunload', leave)
      outbox.stop()
      images.close()
    }
  }

  return {
    store,
    images,
    start,
    edit,
    pressEnter,
    submit,
    raiseProblem,
    toggleFlag,
    previous,
    next,
    undo,
    attend,
    retry: () => {
      set({ isLoading: true, error: null })
      outbox.retryNow()
      void ask()
    },
    dismissUnplaced: () => set({ unplaced: [] }),
  }
}

export type Desk = ReturnType<typeof createDesk>

/** Two papers with something written, both worth nothing: worth a second look, not a dialog. */
function zeroHint(paper: Paper, before: Paper | undefined): string | null {
  const isZero = (one: Paper) => entryTotal(one.entry) === 0 && one.task.ink_ratio > INK_OF_WRITING
  return before && isZero(paper) && isZero(before)
    ? '已连续给出零分，而卷面有字迹；按 [ 可以回看上一份'
    : null
}
