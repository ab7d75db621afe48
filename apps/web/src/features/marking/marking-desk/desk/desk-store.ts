import type { Caller } from '@hengjuan/client'
import { markReturn } from '@hengjuan/contracts'
import { CLAIMS } from '@hengjuan/domain'
import { toast } from '@hengjuan/ui'
import { Outbox, type OutboxListener, type SubmitReply } from '../../marking-core/queue/outbox.ts'
import { markerSession } from '../../marking-core/queue/marker-session.ts'
import { type OutboxItem, outboxStore } from '../../marking-core/queue/outbox-store.ts'
import { watchPage } from '../../marking-core/queue/watch-page.ts'
import { keepStretch, keptStretch, workedOn } from './break-reminder.ts'
import { createCore, type DeskCore } from './desk-core.ts'
import { doneElsewhereOf } from './desk-done-elsewhere.ts'
import { handInOf } from './desk-hand-in.ts'
import { leftBehind } from './desk-leave.ts'
import { referenceOf } from './desk-reference.ts'
import { lookAgainOf } from './desk-look-again.ts'
import { deskPeers } from './desk-peers.ts'
import { refusalsOf } from './desk-refusals.ts'
import type { MarkInfo, Mine } from './desk-state.ts'
import { watchInput } from './input-watch.ts'
import { keepFeedbackRead } from './read-feedback.ts'
import type { RubricVersion } from '../../marking-messages/rubric/rubric-view.ts'
import { supplyOf } from './desk-supply.ts'
import { takeBackOf } from './desk-take-back.ts'
import { walkOf } from './desk-walk.ts'
import { workOf } from './desk-work.ts'

/** Input within this time counts as work. @source domain rules 3.9 */
const ATTENTION_MS = 60_000
const TICK_MS = 500
/** So often the window keeps since when somebody works. */
const KEEP_EVERY_MS = 5000

/**
 * The marking desk of one block: what is in hand, what was handed in, and the way between. Nothing here
 * waits for the network but the first paper.
 */
export function createDesk(options: { caller: Caller; info: MarkInfo; userId: number }) {
  const { info, userId, caller } = options
  const base = createCore(options)
  const { store, get, set, images } = base

  const listener: OutboxListener = {
    onSent: (item, reply, tookMs) => {
      if (item.body.block_id !== info.block_id) return
      base.times.note('roundTrip', tookMs)
      if ('queue' in reply) received(item, reply)
      else {
        revised(item.body.reading_id, reply.reading_id, reply.mine)
        // Another order may follow from the change.
        void supply.ask()
      }
    },
    onRefused: (item) => refusals.refused(item),
    onState: (state) => {
      const wasHeld = get().hold !== null
      set(state)
      if (wasHeld && state.hold === null) void supply.ask()
    },
  }
  const outbox = new Outbox(
    {
      caller,
      store: outboxStore,
      session: markerSession(caller, userId),
      userId,
      refill: (blockId) => (blockId === info.block_id ? supply.wanted(1) : 0),
    },
    listener,
  )
  const peers = deskPeers(`${userId}-${info.block_id}`, (readingId) => doneElsewhere(readingId))
  const core: DeskCore = { ...base, outbox, peers }
  let input: ReturnType<typeof watchInput> | null = null
  const supply = supplyOf(core, () => input?.signs() ?? [])
  const doneElsewhere = doneElsewhereOf(core, supply)
  const refusals = refusalsOf(core, supply)
  const walk = walkOf(core, supply, refusals)
  const handIn = handInOf(core)
  const work = workOf(core, { ...walk, ...handIn })
  const takingBack = takeBackOf(core, supply, walk)
  const attention = attentionOf(core, userId)
  const reference = referenceOf(core)

  function received(item: OutboxItem, { queue, reading_id }: SubmitReply): void {
    reference.handedIn(item, reading_id)
    // Marked again, it is another reading.
    if (item.body.reading_id !== reading_id) renumbered(item.body.reading_id, reading_id)
    if (queue) supply.take(queue)
    else if (item.kind === 'submit') void supply.ask()
  }

  function revised(oldId: number, newId: number, mine: Mine): void {
    set({ mine })
    renumbered(oldId, newId)
  }

  function renumbered(oldId: number, newId: number): void {
    core.seen.add(newId)
    set(({ done, sheet }) => ({
      sheet: sheet.map((id) => (id === oldId ? newId : id)),
      done: done.map((paper) =>
        paper.task.reading_id === oldId
          ? { ...paper, task: { ...paper.task, reading_id: newId } }
          : paper,
      ),
    }))
  }

  /** Hands back what nobody began, so that others need not wait until the lease ends. */
  function leave(kept: number | null): void {
    // Another window has them in hand as well.
    if (peers.areAny()) return
    const { queue } = get()
    const left = leftBehind(queue, kept)
    if (left.length === 0) return
    const ids = left.map(({ task }) => task.reading_id)
    for (const id of ids) core.seen.delete(id)
    core.arrange(queue.filter((paper) => !left.includes(paper)))
    // Nobody is there any more to hear that it failed; the lease ends by itself.
    void caller
      .call(
        markReturn,
        { body: { block_id: info.block_id, reading_ids: ids } },
        { keepalive: true },
      )
      .catch(() => undefined)
  }

  function start(): () => void {
    input = watchInput(window)
    void outbox.resume().catch(() => undefined)
    void refusals.resume()
    // Whoever leaves without the network has what sends the rest later.
    void import('../unsent/LeftMarks.tsx').catch(() => undefined)
    void supply.ask()
    const beat = setInterval(() => void supply.heartbeat(), CLAIMS.heartbeatMs)
    const clock = setInterval(attention.tick, TICK_MS)
    const stopWatching = watchPage(outbox, () => {
      if (get().queue.length === 0) void supply.ask()
    })
    // It may only be reloaded: the paper in hand is there again.
    const hide = () => {
      leave(get().focus ?? get().queue[0]?.task.reading_id ?? null)
      peers.go()
    }
    // The browser kept the page and shows it again: what was handed back is asked for.
    const again = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      peers.come()
      void supply.ask()
    }
    window.addEventListener('pagehide', hide)
    window.addEventListener('pageshow', again)
    return () => {
      leave(null)
      const lost = walk.putDown()
      if (lost !== null) toast.note(lost)
      peers.close()
      clearInterval(beat)
      clearInterval(clock)
      stopWatching()
      supply.stop()
      reference.stop()
      input?.stop()
      window.removeEventListener('pagehide', hide)
      window.removeEventListener('pageshow', again)
      outbox.stop()
      images.close()
    }
  }

  return {
    store,
    images,
    start,
    ...work,
    ...walk,
    ...handIn,
    ...takingBack,
    attend: attention.attend,
    prepareAll: supply.prepareAll,
    /** The block, or what is in hand, was changed by somebody else. */
    lookAgain: lookAgainOf(core, supply, refusals),
    say: (hint: string | null) => set({ hint }),
    /** The rubric is on the page in this version: what is handed in from now on is given under it. */
    readRubric: (rubric: RubricVersion) => set({ rubric }),
    retry: () => {
      set({ isLoading: true, error: null })
      outbox.retryNow()
      void supply.ask()
    },
    turnReference: reference.turn,
    dismissUnplaced: refusals.dismiss,
    /** What came of seeds was read, and is not shown again. */
    readFeedback: () => {
      for (const { reading_id } of store.getState().seedFeedback) keepFeedbackRead(reading_id)
      set({ seedFeedback: [] })
    },
  }
}

export type Desk = ReturnType<typeof createDesk>

/** Counts the time in which somebody works on the paper in hand. */
function attentionOf({ current }: DeskCore, userId: number) {
  let lastInput = performance.now()
  let lastTick = performance.now()
  let stretch = keptStretch(userId, Date.now())
  let keptMs = 0
  return {
    attend: () => {
      lastInput = performance.now()
    },
    tick: () => {
      const now = performance.now()
      const paper = current()
      const isUsed = document.visibilityState === 'visible' && now - lastInput < ATTENTION_MS
      if (paper && isUsed) {
        paper.activeMs += now - lastTick
        const worked = workedOn(stretch, Date.now())
        stretch = worked.stretch
        if (stretch.lastMs - keptMs >= KEEP_EVERY_MS) {
          keptMs = stretch.lastMs
          keepStretch(userId, stretch)
        }
        if (worked.dueMinutes !== null)
          toast.note(`已连续阅卷 ${worked.dueMinutes} 分钟，建议离开屏幕休息几分钟`)
      }
      lastTick = now
    },
  }
}
