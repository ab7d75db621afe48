import type { ScoreEntry } from '../../marking-core/entry/score-entry.ts'
import type { DeskAction } from '../../marking-core/keys/desk-actions.ts'
import { type ScoredPaper, standingEntries, withPressed } from './chosen-entries.ts'
import { slotsOf } from './entry-slots.ts'
import { pointEntryName, type RubricEntryView } from './rubric-view.ts'

/** A paper with its points as they were served. */
interface ServedPaper extends ScoredPaper {
  points: readonly { id: number; name: string; full_milli: number }[]
}

const slotsIn = ({ entry, points }: ScoredPaper, entries: readonly RubricEntryView[]) =>
  slotsOf(entries, points, points[entry.at]?.id ?? null)

/** Gives a paper the points of entries of the rubric, by pointer or by key. */
export interface EntryPresser {
  press: (entry: RubricEntryView) => void
  /** Presses the entry of a key. @returns whether there is one */
  pressSlot: (action: DeskAction) => boolean
}

/**
 * @param edit changes the scores of the paper as they are by then
 * @param say tells why an entry gives nothing
 */
export function entryPresser(
  paper: ScoredPaper,
  entries: readonly RubricEntryView[],
  edit: (change: (entry: ScoreEntry) => ScoreEntry) => void,
  say: (hint: string) => void,
): EntryPresser {
  const press = (pressed: RubricEntryView) => {
    if (withPressed(paper, entries, pressed))
      edit((entry) => withPressed({ ...paper, entry }, entries, pressed) ?? entry)
    else say(`「${pressed.text}」与「${pressed.point_name}」现在的步长不合，请题组长修改评分标准`)
  }
  return {
    press,
    pressSlot: (action) => {
      const slots = slotsIn(paper, entries)
      const pressed = entries.find(({ entry_id }) => slots.get(entry_id) === action)
      if (pressed) press(pressed)
      return pressed !== undefined
    },
  }
}

/** The entries of the rubric as buttons for the paper on the screen. */
export interface EntryChoice {
  points: ServedPaper['points']
  isChosen: (entry: RubricEntryView) => boolean
  onPress: (entry: RubricEntryView) => void
  /** The action of its key; undefined for an entry that has none now. */
  slotOf: (entry: RubricEntryView) => DeskAction | undefined
}

export function entryChoice(
  paper: ServedPaper,
  entries: readonly RubricEntryView[],
  onPress: EntryPresser['press'],
): EntryChoice {
  const standing = new Set(standingEntries(paper, entries))
  const slots = slotsIn(paper, entries)
  return {
    points: paper.points,
    isChosen: (entry) => standing.has(entry),
    onPress,
    slotOf: ({ entry_id }) => slots.get(entry_id),
  }
}

/** What the keys of entries give to the paper on the screen, for the key map. */
export function slotMeanings(
  paper: ScoredPaper | null,
  entries: readonly RubricEntryView[],
): ReadonlyMap<DeskAction, string> {
  if (!paper) return new Map()
  const slots = slotsIn(paper, entries)
  return new Map(
    entries.flatMap((entry) => {
      const slot = slots.get(entry.entry_id)
      return slot ? [[slot, pointEntryName(entry)] as const] : []
    }),
  )
}
