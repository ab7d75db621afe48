import type { CallError } from '@hengjuan/client'
import { markNext, markStatus } from '@hengjuan/contracts'
import { CLAIMS, type InputSign } from '@hengjuan/domain'
import { isBrowserSession } from '../../../../session/own-session.ts'
import type { Contrast } from '../../marking-core/queue/darken.ts'
import { isLow, prefetchDepth } from '../../marking-core/queue/prefetch.ts'
import { watchTransfers } from '../../marking-core/queue/watch-transfers.ts'
import { SHEET_SIZE, sheetMakingRoom, SOON } from '../../marking-core/paper/desk-sheet.ts'
import { backInHand } from './back-in-hand.ts'
import { contrastOf } from '../../marking-core/paper/contrast.ts'
import type { DeskCore } from './desk-core.ts'
import { isBegun } from './desk-leave.ts'
import type { Queue } from './desk-state.ts'
import { dropDraft, withDraft } from './kept-draft.ts'
import { keptArrangement } from '../../marking-core/paper/kept-view.ts'
import { goneBack, isBarred, isStopped, keptOnServer, lostFrom, recalled } from './stopped-desk.ts'
import { isFeedbackRead } from './read-feedback.ts'
import { isAgain, type Paper, paperOf } from '../../marking-core/paper/paper.ts'
import { inServedPlace, movedUp } from './served-order.ts'

const IDLE_POLL_MS = 10_000
const RECALLED_IN_HAND =
  '刚才的试卷已被收回、已由他人定分、退出阅卷、正在重新切图，或已在别处提交，不在手中了'

/**
 * Keeps papers at hand: asks for them, takes what comes, and lets go of what was taken back.
 *
 * @param signs what the page has seen in its own input
 */
export function supplyOf(core: DeskCore, signs: () => readonly InputSign[]) {
  const { caller, info, get, set, arrange, outbox, images, times, seen, isDeductive } = core
  let poll: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  /** Reading ids as the server served them last. */
  let served: readonly number[] = []
  /** Scores kept by the server that this page showed. */
  const shownKept = new Set<number>()

  /** How many papers to have that are not marked, with those on the screen. */
  function depth(): number {
    const ahead = prefetchDepth(times.totalMs, get().mine.median_ms)
    const { view } = get()
    return Math.min(CLAIMS.maxLimit, view === 'single' ? ahead : SHEET_SIZE[view] + ahead)
  }

  /**
   * The same in the words of the server, to which papers are in hand until their score has arrived.
   *
   * @param arriving scores that it will have by then
   */
  const wanted = (arriving = 0): number =>
    Math.min(CLAIMS.maxLimit, depth() + outbox.pendingOf(info.block_id) - arriving)

  /**
   * Every score that arrives fills the hands up again. Where none is on its way, and less is left than there should
   * be, as when papers were recalled or the network has become slower, they are filled up all the same.
   */
  function keepUp(): void {
    const { queue, isLoading } = get()
    if (!isLoading && outbox.pending === 0 && queue.length > 0 && isLow(queue.length, depth()))
      void ask()
  }

  function take({ tasks, reason, mine }: Queue): void {
    giveBack({ tasks, reason })
    core.locate(tasks)
    const { queue, sheet, view } = get()
    const inHand = new Set(queue.map(({ task }) => task.reading_id))
    const fresh = tasks.filter(({ reading_id, kind }) => {
      if (inHand.has(reading_id) || outbox.holds(reading_id)) return false
      // A paper that comes again keeps its number; any other number comes once.
      return isAgain(kind) || !seen.has(reading_id)
    })
    for (const { reading_id } of fresh) seen.add(reading_id)
    const papers = fresh.map((task) => withDraft(paperOf(task, isDeductive())))
    prepare(papers)
    const order = tasks.map(({ reading_id }) => reading_id)
    const inQueue = placed(queue, papers, order)
    const ids = inQueue.map(({ task }) => task.reading_id)
    const soon = order.slice(0, SOON).filter((id) => ids.includes(id) && !sheet.includes(id))
    served = order
    // What is still on its way is counted here already, and not by the server yet.
    const done = outbox.pending > 0 ? Math.max(mine.done, get().mine.done) : mine.done
    arrange(inQueue, {
      sheet: sheetMakingRoom(sheet, ids, view, soon, (id) => isFixed(inQueue, id)),
      mine: { ...mine, done },
      status: mine.status,
      reason,
      isLoading: false,
      error: null,
    })
    backInHand(core)
    schedule(inQueue.length)
  }

  /** Seeds stopped this marker: what they have not marked is in the pool again, and leaves the desk at once. */
  function giveBack(reply: Pick<Queue, 'tasks' | 'reason'>): void {
    const { queue, unplaced, returned } = get()
    if (!isStopped(reply.reason)) {
      if (returned > 0) set({ returned: 0 })
      return
    }
    const { gone, left, told } = goneBack(info.block_id, queue, reply.tasks)
    for (const { task } of gone) dropDraft(task.reading_id)
    arrange(left, { unplaced: [...told, ...unplaced], returned: returned + gone.length })
    // What was given and did not count is kept by the server, also of an earlier page.
    if (!isStopped(get().reason)) void heartbeat()
  }

  /** Makes pictures of papers before they are needed, as they are looked at now. */
  function prepare(papers: readonly Paper[], contrast = contrastOf(info.block_id)): void {
    const arrangement = keptArrangement(info.block_id)
    for (const { task } of papers)
      void images.picture(task.images, arrangement, contrast).catch(() => undefined)
  }

  /** With what came, and what has become more urgent, where the server serves them. */
  function placed(queue: readonly Paper[], fresh: readonly Paper[], order: readonly number[]) {
    const { sheet, view } = get()
    const up = movedUp(served, order).filter((id) => !sheet.includes(id))
    const isUp = ({ task }: Paper) => up.includes(task.reading_id)
    const come = order.flatMap((id) =>
      [...fresh, ...queue.filter(isUp)].filter(({ task }) => task.reading_id === id),
    )
    const left = queue.filter((paper) => !isUp(paper))
    // Papers of a grid stay where they are seen, and are handed in as they are served.
    return inServedPlace(left, come, order, view === 'grid' ? [] : sheet)
  }

  /** In hand, begun, or to be marked again: it stays where it is. */
  function isFixed(queue: readonly Paper[], id: number): boolean {
    const paper = queue.find(({ task }) => task.reading_id === id)
    return id === get().focus || !paper || paper.task.kind !== 'normal' || isBegun(paper)
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
      const queue = await asMarker(() =>
        caller.call(markNext, { query: { block_id: info.block_id, n: wanted() } }),
      )
      if (!queue) return set({ isLoading: false })
      times.note('roundTrip', performance.now() - began)
      take(queue)
    } catch (error) {
      barred(error)
      set({ isLoading: false, error: error as CallError })
      schedule(get().queue.length)
    } finally {
      isAsking = false
    }
  }

  /**
   * What the server says to this marker; null while somebody else acts on this computer. A call that only reads
   * carries no token: it is answered to whoever signed in last, in whichever tab.
   */
  async function asMarker<T>(call: () => Promise<T>): Promise<T | null> {
    if (!isBrowserSession() && !(await outbox.look())) return null
    if (get().hold) return null
    const reply = await call()
    return isBrowserSession() || (await outbox.look()) ? reply : null
  }

  /**
   * A call failed. Where the block is not this marker's any more nothing in hand can be handed in: it leaves the desk,
   * what was begun is named in the tray, and the desk says why.
   */
  function barred(error: unknown): null {
    if (!isBarred(error)) return null
    const { queue, unplaced, mine } = get()
    arrange([], {
      error,
      isLoading: false,
      back: null,
      mine: { ...mine, claimed: 0 },
      unplaced: [...recalled(info.block_id, queue), ...unplaced],
    })
    schedule(0)
    return null
  }

  /** Renews what is in hand; papers that were recalled leave the desk, and what was begun on them is named in the tray. */
  async function heartbeat(): Promise<void> {
    // What comes while the server answers, it need not know of yet.
    const before = new Set(get().queue.map(({ task }) => task.reading_id))
    const reply = await asMarker(() =>
      caller.call(markStatus, {
        query: {
          block_id: info.block_id,
          renew: 1,
          ...Object.fromEntries(signs().map((sign) => [sign, 1 as const])),
        },
      }),
    ).catch(barred)
    if (!reply) return
    core.hearDue(reply)
    const held = new Set([...reply.claims.map(({ reading_id }) => reading_id), ...reply.again])
    const { queue, unplaced, mine, reason } = get()
    const lost = lostFrom(queue, { before, held, isOnItsWay: (id) => outbox.holds(id) })
    const left = queue.filter((paper) => !lost.includes(paper))
    const inHand = core.current()
    arrange(left, {
      // The next key is about another paper than the one before.
      ...(inHand && lost.includes(inHand) ? { hint: RECALLED_IN_HAND } : {}),
      status: reply.status,
      seedFeedback: reply.seed_feedback.filter(({ reading_id }) => !isFeedbackRead(reading_id)),
      mine: { ...reply.mine, done: Math.max(reply.mine.done, mine.done) },
      unplaced: [
        ...recalled(info.block_id, lost),
        ...(isStopped(reason)
          ? keptOnServer(info.block_id, reply.unplaced, unplaced, shownKept)
          : []),
        ...unplaced,
      ],
    })
    for (const { reading_id } of reply.unplaced) shownKept.add(reading_id)
    if (left.length === 0) void ask()
    else keepUp()
  }

  /** Measures how long images take to come, from here on. */
  const stopWatching = watchTransfers((ms) => {
    times.note('transfer', ms)
    keepUp()
  })

  return {
    wanted,
    take,
    ask,
    heartbeat,
    keepUp,
    /** What is at hand is looked at in another way. */
    prepareAll: (contrast: Contrast) => prepare(get().queue, contrast),
    stop: () => {
      clearTimeout(poll)
      stopWatching()
    },
  }
}

export type Supply = ReturnType<typeof supplyOf>
