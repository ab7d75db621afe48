import type { CallError } from '@hengjuan/client'
import type { markInfo, markNext, markStatus, ReplyOf } from '@hengjuan/contracts'
import type { Hold } from '../../../../session/own-session.ts'
import type { RefusedMark } from '../../marking-core/queue/refused-mark.ts'
import type { NothingNew } from '@hengjuan/domain'
import type { RubricVersion } from '../../marking-messages/rubric/rubric-view.ts'
import type { DeskView } from '../../marking-core/paper/desk-sheet.ts'
import type { Due } from './desk-due.ts'
import type { Paper } from '../../marking-core/paper/paper.ts'

export type MarkInfo = ReplyOf<typeof markInfo>
export type Mine = MarkInfo['mine']
export type Queue = ReplyOf<typeof markNext>

/** A seed with what was given and what is agreed. */
export type SeedFeedback = ReplyOf<typeof markStatus>['seed_feedback'][number]

/** What a second reader gave the paper that was just handed in, and what oneself gave; thousandths. */
export interface Reference {
  secretCode: string
  givenMilli: number
  totalMilli: number
  /** Where both gave points, what each point got, in the order of the paper; empty for one point. */
  points: readonly { name: string; givenMilli: number; readerMilli: number }[]
  /** Name and version. */
  reader: string
}

export interface DeskState {
  /** Of the block, with the settings that hold now. */
  info: MarkInfo
  /** In hand. */
  queue: readonly Paper[]
  /** Handed in from this page, the latest last. */
  done: readonly Paper[]
  /** Which of `done` is being looked at again; null for the queue. */
  back: number | null
  view: DeskView
  /** Reading ids of the papers on the screen, some of them handed in already. */
  sheet: readonly number[]
  /** Of the sheet, the paper that keys go to. */
  focus: number | null
  /** Of a grid, the papers that do not get the common score. */
  unticked: ReadonlySet<number>
  mine: Mine
  status: string
  /** By when the block is to be done; null where no time is set. */
  due: Due | null
  /** Why there is nothing new. */
  reason: NothingNew | null
  /** Unmarked papers that went back from this desk when seeds stopped its marker. */
  returned: number
  isLoading: boolean
  error: CallError | null
  pending: number
  awaySince: number | null
  /** Why, as the server says; null where nobody answers. */
  trouble: string | null
  /** Why what is unsent waits for its marker, and nothing new comes; null when nothing is in the way. */
  hold: Hold | null
  /** Scores that were not taken, and papers that were recalled; until they were read. */
  unplaced: readonly RefusedMark[]
  /** What the leader lets this marker know of today's seeds, without what was read already. */
  seedFeedback: readonly SeedFeedback[]
  /** Null where nothing is to be told. */
  reference: Reference | null
  /** Does this marker want to be told? */
  isReferenceOn: boolean
  /** The rubric on the page; null until it was read. */
  rubric: RubricVersion | null
  /** One line under the score, gone with the next key. */
  hint: string | null
}

/** The paper that keys go to; null when there is none. */
export function currentOf({ back, done, queue, focus }: DeskState): Paper | null {
  if (back !== null) return done[back] ?? null
  return queue.find(({ task }) => task.reading_id === focus) ?? queue[0] ?? null
}

/** Papers of the sheet as they are now: in hand, or handed in. */
export function papersOfSheet({ sheet, queue, done }: DeskState): Paper[] {
  const all = [...queue, ...done]
  return sheet.flatMap((id) => all.find(({ task }) => task.reading_id === id) ?? [])
}
