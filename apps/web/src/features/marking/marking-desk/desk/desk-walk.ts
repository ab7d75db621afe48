import { markNext } from '@hengjuan/contracts'
import { sentenceOf } from '@hengjuan/ui'
import { type DeskView, neighbour, SHEET_SIZE } from '../../marking-core/paper/desk-sheet.ts'
import type { DeskCore } from './desk-core.ts'
import type { refusalsOf } from './desk-refusals.ts'
import type { Supply } from './desk-supply.ts'
import { keepDeskView } from '../../marking-core/paper/kept-view.ts'
import {
  isChanged,
  type MarkTaskView,
  type Paper,
  paperOf,
} from '../../marking-core/paper/paper.ts'

const NOT_KEPT = '回评的修改没有保存，仍按原来的给分计；要改请用「上一份」打开，改完再提交'
const ONLY_ONE = '手中只有这一份试卷，没有别的可以先评'
const ALL_SHOWN = '手中的试卷都在这一屏，没有别的可以先评'

/** Going from paper to paper: back to what was handed in, on to what is in hand, and between views. */
export function walkOf(
  core: DeskCore,
  { ask }: Pick<Supply, 'ask'>,
  { showStanding }: Pick<ReturnType<typeof refusalsOf>, 'showStanding'>,
) {
  const { caller, info, get, set, arrange, replace, seen, isDeductive } = core

  /**
   * The paper that is looked at again is left: a change that was not handed in is dropped, so that it shows what
   * counts. Before another one is shown.
   *
   * @returns the line that says so; null where nothing was changed
   */
  function putDown(): string | null {
    const { back, done } = get()
    const paper = back === null ? undefined : done[back]
    if (!paper?.given || !isChanged(paper, paper.flags)) return null
    replace({ ...paper, ...paper.given, past: [], future: [] })
    return NOT_KEPT
  }

  /** Back-mark: the paper handed in before, from this page or from an earlier one. */
  async function previous(): Promise<void> {
    const { back, done, queue } = get()
    const index = (back ?? done.length) - 1
    const paper = done[index]
    if (paper) {
      set({ back: index, hint: putDown() })
      // Others may have had a say since it was handed in.
      void showStanding(paper.task.reading_id)
      return
    }
    try {
      const task = await earlierThan((done[0] ?? queue[0])?.task.reading_id)
      if (task) open(task)
      else set({ hint: '前面没有可以回看的试卷' })
    } catch (error) {
      set({ hint: sentenceOf(error) })
    }
  }

  /**
   * The own paper submitted before this one that is not at hand: what was changed from this page was submitted anew,
   * and others of this page lie before it. With nothing in hand, as after the block was closed, the latest of all.
   */
  async function earlierThan(readingId: number | undefined): Promise<MarkTaskView | undefined> {
    const wanted = readingId === undefined ? { marked: 1 } : { reading_id: readingId, previous: 1 }
    const query = { block_id: info.block_id, ...wanted } as const
    const [task] = (await caller.call(markNext, { query })).tasks
    const isAtHand = get().done.some((paper) => paper.task.reading_id === task?.reading_id)
    return task && isAtHand ? earlierThan(task.reading_id) : task
  }

  /** An own paper from the server, to look at again; one that is in hand again, to mark. */
  function open(task: MarkTaskView): void {
    const hint = putDown()
    const { done, queue } = get()
    if (queue.some((paper) => paper.task.reading_id === task.reading_id)) {
      toHand(task.reading_id, hint)
      return
    }
    const at = done.findIndex((paper) => paper.task.reading_id === task.reading_id)
    seen.add(task.reading_id)
    if (at >= 0) {
      set({ back: at, hint })
      void showStanding(task.reading_id)
    } else set({ done: [paperOf(task, isDeductive()), ...done], back: 0, hint })
  }

  /** Brings a paper of the queue to the front. */
  function toHand(readingId: number, hint: string | null = null): void {
    const { queue } = get()
    const isIt = ({ task }: Paper) => task.reading_id === readingId
    const arranged = [...queue.filter(isIt), ...queue.filter((paper) => !isIt(paper))]
    arrange(arranged, { sheet: [], focus: null, back: null, hint })
  }

  /** Forward in the history, or the papers on the desk go to the end of the queue. */
  function next(): void {
    const { back, done, queue, view } = get()
    if (back !== null) {
      const hint = putDown()
      set({ back: back + 1 < done.length ? back + 1 : null, hint })
      return
    }
    if (view !== 'single') {
      const before = get().focus
      step(1)
      if (get().focus === before) turnSheet()
      return
    }
    const [first, ...rest] = queue
    if (first && rest.length > 0) arrange([...rest, first], { sheet: [], focus: null, hint: null })
    else if (first) set({ hint: ONLY_ONE })
  }

  /** Behind the last paper of a strip or grid: the others in hand, those that are left undone come after them. */
  function turnSheet(): void {
    const { sheet, queue } = get()
    const isShown = ({ task }: Paper) => sheet.includes(task.reading_id)
    const others = queue.filter((paper) => !isShown(paper))
    if (others.length > 0)
      arrange([...others, ...queue.filter(isShown)], {
        sheet: [],
        focus: null,
        unticked: new Set(),
        hint: null,
      })
    else if (queue.length > 0) set({ hint: queue.length === 1 ? ONLY_ONE : ALL_SHOWN })
  }

  /** Strip and grid: the paper beside, or below. */
  function step(by: number): void {
    const hint = putDown()
    const { sheet, queue, done, back, focus } = get()
    const ids = queue.map(({ task }) => task.reading_id)
    const shown = back === null ? focus : (done[back]?.task.reading_id ?? null)
    // A paper that is looked at alone has none beside it: one goes back to what is in hand.
    const isAlone = back !== null && (shown === null || !sheet.includes(shown))
    set({ focus: isAlone ? focus : neighbour(sheet, ids, shown, by), back: null, hint })
  }

  /** Keys go to this paper of the sheet; to one that was handed in, to change it. */
  function pick(readingId: number): void {
    const { queue, done, back: now } = get()
    const isOpen = queue.some(({ task }) => task.reading_id === readingId)
    const back = done.findIndex(({ task }) => task.reading_id === readingId)
    if (back >= 0 && back === now) return
    const hint = putDown()
    if (isOpen) set({ focus: readingId, back: null, hint })
    else if (back >= 0) {
      set({ back, hint })
      void showStanding(readingId)
    }
  }

  function toggleTick(readingId: number): void {
    const unticked = new Set(get().unticked)
    if (!unticked.delete(readingId)) unticked.add(readingId)
    // What was asked or told was about others.
    set({ unticked, hint: null })
  }

  function show(view: DeskView): void {
    const hint = putDown()
    const { queue, focus } = get()
    keepDeskView(info.block_id, view)
    // The paper in hand stays in hand.
    const first = queue.find(({ task }) => task.reading_id === focus)
    const arranged = first ? [first, ...queue.filter((paper) => paper !== first)] : queue
    arrange(arranged, { view, sheet: [], unticked: new Set(), back: null, hint })
    if (queue.length < SHEET_SIZE[view]) void ask()
  }

  return { previous, open, toHand, next, step, pick, toggleTick, show, putDown }
}
