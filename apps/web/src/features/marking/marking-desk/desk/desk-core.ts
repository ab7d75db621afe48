import type { Caller } from '@hengjuan/client'
import { markNext } from '@hengjuan/contracts'
import { toast } from '@hengjuan/ui'
import { createStore } from 'zustand/vanilla'
import type { Outbox } from '../../marking-core/queue/outbox.ts'
import { PaperImages, type Part } from '../../marking-core/queue/paper-images.ts'
import { WayTimes } from '../../marking-core/queue/prefetch.ts'
import { focusAfter, sheetAfter } from '../../marking-core/paper/desk-sheet.ts'
import { CUT_ANEW, withCuts } from './cut-anew.ts'
import { dueNews, dueOf } from './desk-due.ts'
import { currentOf, type DeskState, type MarkInfo } from './desk-state.ts'
import { keepDraft } from './kept-draft.ts'
import { keptDeskView, keptReference } from '../../marking-core/paper/kept-view.ts'
import type { DeskPeers } from './desk-peers.ts'
import type { MarkTaskView, Paper } from '../../marking-core/paper/paper.ts'
import { NOT_PAINTED } from './unseen.ts'

/** What every part of the desk works on. */
export type DeskCore = ReturnType<typeof createCore> & { outbox: Outbox; peers: DeskPeers }

/** The state of a desk and the few ways to change which papers are on it. */
export function createCore(options: { caller: Caller; info: MarkInfo; userId: number }) {
  const { info, caller } = options
  const times = new WayTimes()
  const store = createStore<DeskState>(() => ({
    info,
    queue: [],
    done: [],
    back: null,
    view: keptDeskView(info.block_id),
    sheet: [],
    focus: null,
    unticked: new Set(),
    mine: info.mine,
    status: info.status,
    due: dueOf(info),
    reason: null,
    returned: 0,
    isLoading: true,
    error: null,
    pending: 0,
    awaySince: null,
    trouble: null,
    hold: null,
    unplaced: [],
    seedFeedback: [],
    reference: null,
    isReferenceOn: keptReference(),
    rubric: null,
    hint: null,
  }))
  const { getState: get, setState: set } = store

  /** The queue as it is now, with what of it is on the screen. */
  function arrange(queue: readonly Paper[], more: Partial<DeskState> = {}): void {
    const { sheet, focus, view } = { ...get(), ...more }
    const ids = queue.map(({ task }) => task.reading_id)
    const shown = sheetAfter(sheet, ids, view)
    set({ ...more, queue, sheet: shown, focus: focusAfter(shown, ids, focus) })
  }

  /** The paper in hand becomes another. What is begun on it outlives a reload. */
  function replace(paper: Paper): void {
    const { back } = get()
    if (back === null) keepDraft(paper)
    const id = paper.task.reading_id
    set(({ queue, done }) =>
      back === null
        ? { queue: queue.map((old) => (old.task.reading_id === id ? paper : old)) }
        : { done: done.map((old, index) => (index === back ? paper : old)) },
    )
  }

  /** The server said of these where their pictures are; of those that were cut anew, the new ones are shown. */
  function locate(tasks: readonly Pick<MarkTaskView, 'reading_id' | 'images'>[]): void {
    for (const { images: parts } of tasks) images.learn(parts)
    const before = get()
    const queue = withCuts(before.queue, tasks)
    const done = withCuts(before.done, tasks)
    if (queue === before.queue && done === before.done) return
    const now = { ...before, queue, done }
    const isOther = currentOf(now)?.task.images !== currentOf(before)?.task.images
    set({ queue, done, ...(isOther ? { hint: CUT_ANEW } : {}) })
  }

  /** The server said by when the block is to be done; that it is moved is told. */
  function hearDue(said: Parameters<typeof dueOf>[0]): void {
    const due = dueOf(said)
    const news = dueNews(get().due, due)
    set({ due })
    if (news !== null) toast.note(news)
  }

  /** Where the picture of a paper is now, once its address has run out. */
  async function renew(parts: readonly Part[]): Promise<readonly Part[] | undefined> {
    const { queue, done, unplaced } = get()
    const paper = [...queue, ...done].find(({ task }) => task.images === parts)
    const readingId =
      paper?.task.reading_id ?? unplaced.find((mark) => mark.parts === parts)?.readingId
    if (readingId === undefined) return undefined
    const query = { block_id: info.block_id, reading_id: readingId }
    const { tasks } = await caller.call(markNext, { query })
    locate(tasks)
    return tasks[0]?.images
  }

  const images = new PaperImages({
    decoded: (ms) => times.note('decode', ms),
    // What was asked for is there: the line under the score is about it no longer.
    painted: () => {
      if (get().hint === NOT_PAINTED) set({ hint: null })
    },
    renew,
  })

  return {
    ...options,
    store,
    get,
    set,
    /** How long the way to the next paper is here. */
    times,
    images,
    /** Papers that were on this desk. */
    seen: new Set<number>(),
    /** Are points taken away from full marks? */
    isDeductive: (): boolean => get().info.settings.add_type === 1,
    arrange,
    locate,
    hearDue,
    replace,
    current: (): Paper | null => currentOf(get()),
  }
}
