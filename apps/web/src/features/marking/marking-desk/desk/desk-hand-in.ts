import { freshKey } from '@hengjuan/client'
import { countedTotal, LOOKS_BLANK, PAPER_FLAGS, type PaperFlag, tooSoonMs } from '@hengjuan/domain'
import { enter, type EnterOutcome, isComplete } from '../../marking-core/entry/score-entry.ts'
import { standingEntries } from '../../marking-messages/rubric/chosen-entries.ts'
import { SHEET_SIZE } from '../../marking-core/paper/desk-sheet.ts'
import { changedWay } from './changed-settings.ts'
import type { DeskCore } from './desk-core.ts'
import { isBegun } from './desk-leave.ts'
import { dropDraft } from './kept-draft.ts'
import { doneAfter, ownScoresLine } from './own-scores.ts'
import {
  bestOfTask,
  isChanged,
  noteOf,
  type Paper,
  stampsApart,
} from '../../marking-core/paper/paper.ts'
import { unseenReason } from './unseen.ts'
import { zeroHint } from './zero-hint.ts'

/** Papers kept for 上一份 without asking the server. */
const HISTORY = 50
/** A key that was pressed twice, and not a look at the paper. */
const GLANCE_MS = 1_000
const JUST_CAME = '刚换了一份试卷，还没有扣分；看过后再提交，不扣分即给满分'

/** Handing in: into the outbox, and on to the next paper in the same frame. */
export function handInOf(core: DeskCore) {
  const { info, userId, get, set, arrange, replace, outbox, current, images, peers } = core

  /** Enter: closes what is typed, goes to what is missing, or hands in. */
  function pressEnter(extraFlag?: string): EnterOutcome | null {
    const paper = current()
    if (!paper || isUnseen(paper)) return null
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
    if (isUnseen(paper) || (get().back === null && isTooSoon(paper)) || isAsked(paper)) return
    const flags = withFlag(paper.flags, extraFlag)
    if (get().back !== null) correct(paper, flags)
    else if (get().view === 'grid') handInTicked(paper, extraFlag)
    else handIn(paper, flags)
  }

  /** A paper whose picture was never on the screen stays, with a word why. */
  function isUnseen(paper: Paper): boolean {
    const unseen = unseenReason(images, paper.task.images)
    if (unseen !== null) set({ hint: unseen })
    return unseen !== null
  }

  /** Scores that the stamps on the paper do not bear out are handed in when they are confirmed. */
  function isAsked(paper: Paper): boolean {
    const question = stampsApart(paper)
    if (question === null || get().hint === question) return false
    set({ hint: question })
    return true
  }

  /** A paper that was not looked at long enough stays, with its scores and a word. @source domain rules 7.5 */
  function isTooSoon(paper: Paper): boolean {
    // Where points are taken off, a paper is worth its full marks before anybody looked at it.
    if (core.isDeductive() && !isBegun(paper) && paper.activeMs < GLANCE_MS) {
      set({ hint: JUST_CAME })
      return true
    }
    const papers = get().view === 'grid' ? Math.max(1, tickedWith(paper).length) : 1
    const left = tooSoonMs(paper.activeMs, get().info.min_ms * papers)
    if (left === 0) return false
    set({
      // How long still is for the ring, which counts it down.
      hint: `给分已保留。本题块每份至少看 ${get().info.min_ms / 1000} 秒，到时再提交`,
    })
    return true
  }

  function judgementOf(paper: Paper, flags: readonly string[]) {
    const { entry, task, rules, activeMs, marks } = paper
    const flagNote = noteOf(paper, flags)
    const key = freshKey()
    const { rubric } = get()
    const pressed = standingEntries({ entry, rules, points: task.points }, rubric?.entries ?? [])
    return {
      item: {
        key,
        userId,
        at: Date.now(),
        secretCode: task.secret_code,
        totalMilli: countedTotal(entry.scores, bestOfTask(task, info.best_of)),
      },
      body: {
        block_id: info.block_id,
        reading_id: task.reading_id,
        idem_key: key,
        scores: [...entry.scores],
        flags: [...flags],
        ...(flagNote === '' ? {} : { flag_note: flagNote }),
        active_ms: Math.round(activeMs),
        ...(rubric === null ? {} : { rubric_version: rubric.version }),
        ...(pressed.length === 0
          ? {}
          : { pressed_entries: pressed.map(({ entry_id }) => entry_id) }),
        ...(get().info.settings.traces === 1 ? { traces: [...marks] } : {}),
      },
    }
  }

  /** Back-mark: hands in what was changed; a paper that was not is left as it is. */
  function correct(paper: Paper, flags: readonly string[]): void {
    replace(handed(paper, flags))
    const { item, body } = judgementOf(paper, flags)
    if (isChanged(paper, flags)) outbox.add({ ...item, kind: 'correct', body })
    set({ back: null, hint: null })
  }

  function handIn(paper: Paper, flags: readonly string[]): void {
    const { item, body } = judgementOf(paper, flags)
    handOver(handed(paper, flags))
    outbox.add({ ...item, kind: 'submit', body })
  }

  /** Grid: the ticked papers with the same points that are on the screen. */
  function tickedWith(paper: Paper): Paper[] {
    const { sheet, queue, unticked } = get()
    const rules = JSON.stringify(paper.rules)
    return queue.filter(
      (one) =>
        sheet.includes(one.task.reading_id) &&
        !unticked.has(one.task.reading_id) &&
        unseenReason(images, one.task.images) === null &&
        JSON.stringify(one.rules) === rules,
    )
  }

  /** Grid: every ticked paper with the same points gets the score of the one in hand, and a flag that comes with it. */
  function handInTicked(paper: Paper, extraFlag?: string): void {
    const ticked = tickedWith(paper)
    const activeMs = paper.activeMs / Math.max(1, ticked.length)
    // What is to be said of one of them is said of all.
    let told: string | null = null
    for (const one of ticked) {
      handIn({ ...one, entry: paper.entry, activeMs }, withFlag(one.flags, extraFlag))
      told = get().hint ?? told
    }
    nextGrid()
    set({ hint: ticked.length > 0 ? handedInText(ticked.length, extraFlag, told) : '没有选中试卷' })
  }

  /** What was left out of a grid comes again with the next ones. */
  function nextGrid(): void {
    const left = get().queue
    const sheetNow = left.slice(0, SHEET_SIZE.grid).map(({ task }) => task.reading_id)
    arrange(left, { sheet: sheetNow, unticked: new Set() })
  }

  /** The next paper, which may still have to come, is scored in another way than the one that leaves. */
  const otherWay = ({ rules }: Paper, next: Paper | undefined): string | null =>
    changedWay(rules.isDeductive, next?.rules.isDeductive ?? core.isDeductive())

  /** The paper leaves the desk; the next one is there in the same frame. */
  function handOver(paper: Paper): void {
    const { queue, done, mine } = get()
    const left = queue.filter(({ task }) => task.reading_id !== paper.task.reading_id)
    dropDraft(paper.task.reading_id)
    peers.tellDone(paper.task.reading_id)
    arrange(left, {
      done: [...done, asHandedIn(paper)].slice(-HISTORY),
      mine: { ...mine, done: doneAfter(mine.done, paper.task.kind) },
      hint:
        otherWay(paper, left[0]) ??
        ownScoresLine(mine, paper.task.kind) ??
        zeroHint(paper, done.at(-1)),
      isLoading: left.length === 0,
    })
  }

  function raiseProblem(reason: string, note: string, pairCode?: string): void {
    const paper = get().back === null ? current() : null
    if (paper) raise(paper, reason, note, pairCode)
  }

  function raise(paper: Paper, reason: string, note: string, pairCode?: string): void {
    const key = freshKey()
    const flagNote = noteOf(paper, paper.flags)
    dropDraft(paper.task.reading_id)
    peers.tellDone(paper.task.reading_id)
    const left = get().queue.filter((one) => one !== paper)
    arrange(left, { isLoading: left.length === 0, hint: null })
    outbox.add({
      key,
      userId,
      at: Date.now(),
      secretCode: paper.task.secret_code,
      kind: 'submit',
      body: {
        block_id: info.block_id,
        reading_id: paper.task.reading_id,
        idem_key: key,
        problem: { reason, note, ...(pairCode === undefined ? {} : { pair_code: pairCode }) },
        ...(paper.flags.length === 0 ? {} : { flags: [...paper.flags] }),
        ...(flagNote === '' ? {} : { flag_note: flagNote }),
      },
    })
  }

  /**
   * A paper on which nothing is written goes to blank review, unscored: not responded is not zero; of a grid,
   * as with scores, those that are ticked. Asks first, in the line under the score; whatever else is done with
   * the paper takes the question away.
   *
   * @source domain rules 6.1; ui D2 (grid, for confirming blanks)
   */
  function reportBlank(): void {
    const paper = current()
    if (!paper) return
    if (get().back !== null) {
      set({ hint: '已评阅的试卷不能再报告为空白卷，请联系题组长' })
      return
    }
    const isGrid = get().view === 'grid'
    if (!isGrid && isUnseen(paper)) return
    const papers = isGrid ? tickedWith(paper) : [paper]
    const question = isGrid ? gridQuestion(papers) : blankQuestion(paper)
    if (get().hint !== question || papers.length === 0) {
      set({ hint: question })
      return
    }
    for (const one of papers) raise(one, LOOKS_BLANK, '')
    if (!isGrid) return
    nextGrid()
    set({ hint: `已把 ${papers.length} 份交空白卷核查` })
  }

  return { pressEnter, submit, raiseProblem, reportBlank }
}

const withFlag = (flags: readonly string[], flag: string | undefined): readonly string[] =>
  flag === undefined ? flags : [...new Set([...flags, flag])]

/** What became of the papers of a grid, and what else is to be said. */
function handedInText(count: number, flag: string | undefined, more: string | null): string {
  const flagged = flag === undefined ? '' : `并标为${PAPER_FLAGS[flag as PaperFlag]}`
  return `已提交 ${count} 份${flagged}${more === null ? '，用「上一份」可以回看' : `。${more}`}`
}

const handed = (paper: Paper, flags: readonly string[]): Paper => ({
  ...paper,
  flags,
  past: [],
  future: [],
  given: { entry: paper.entry, marks: paper.marks, flags, flagNote: noteOf(paper, flags) },
})

/** What it came back for is done. */
const asHandedIn = (paper: Paper): Paper => ({
  ...paper,
  task: { ...paper.task, kind: 'backmark' },
})

const blankQuestion = ({ task }: Paper): string =>
  task.is_written
    ? '卷面有字迹；确实没有作答，请再按一次交空白卷核查'
    : '没有作答？再按一次交空白卷核查，不计零分'

/** The same of the ticked papers of a grid. */
function gridQuestion(papers: readonly Paper[]): string {
  if (papers.length === 0) return '没有选中试卷'
  const written = papers.filter(({ task }) => task.is_written).length
  const warned = written === 0 ? '' : `其中 ${written} 份卷面有字迹；`
  return `选中的 ${papers.length} 份都没有作答？${warned}再按一次全部交空白卷核查，不计零分；空格取消选中`
}
