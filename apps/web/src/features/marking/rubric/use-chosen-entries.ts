import type { markNext, ReplyOf } from '@hengjuan/contracts'
import type { Milli, ScorePoint } from '@hengjuan/domain'
import { useState } from 'react'
import { holdScore, type EntryRules, type ScoreEntry } from '../entry/score-entry.ts'
import { pressedEntry, standingOf } from './chosen-entries.ts'
import type { RubricEntryView } from './rubric-view.ts'

type TaskPoint = ReplyOf<typeof markNext>['tasks'][number]['points'][number]

/** Points of a paper whose scores may be given by entries of the rubric. */
export interface EntryChoice {
  points: readonly TaskPoint[]
  isChosen: (entry: RubricEntryView, all: readonly RubricEntryView[]) => boolean
  onPress: (entry: RubricEntryView, all: readonly RubricEntryView[]) => void
}

/**
 * Which entries of the rubric were chosen for the paper on the screen.
 *
 * @param paper null where nothing can be given
 */
export function useChosenEntries(
  paper: {
    /** Tells papers apart. */
    unitId: number
    points: readonly TaskPoint[]
    rules: EntryRules
    entry: ScoreEntry
  } | null,
  give: (change: (entry: ScoreEntry, rules: EntryRules) => ScoreEntry) => void,
): EntryChoice | null {
  const [kept, setKept] = useState<{ unitId: number; ids: ReadonlySet<string> } | null>(null)
  if (!paper) return null
  const { points, rules, entry } = paper
  const chosen = kept?.unitId === paper.unitId ? kept.ids : new Set<string>()
  const placeOf = (pointId: number | null) => {
    const at = points.findIndex(({ id }) => id === pointId)
    const point: ScorePoint | undefined = rules.points[at]
    return point ? { at, point, score: entry.scores[at] ?? null } : null
  }
  const ofPoint = (all: readonly RubricEntryView[], pointId: number | null) =>
    all.filter(({ point_id }) => point_id === pointId)
  return {
    points,
    isChosen: (one, all) => {
      const place = placeOf(one.point_id)
      return (
        place !== null &&
        standingOf(chosen, ofPoint(all, one.point_id), place.point, place.score).includes(one)
      )
    },
    onPress: (one, all) => {
      const place = placeOf(one.point_id)
      if (!place) return
      const own = ofPoint(all, one.point_id)
      const after = pressedEntry(chosen, own, one.entry_id, place.point, place.score)
      const others = [...chosen].filter((id) => !own.some(({ entry_id }) => entry_id === id))
      setKept({ unitId: paper.unitId, ids: new Set([...others, ...after.ids]) })
      give((now, ruled) => holdScore(now, place.at, after.score satisfies Milli | null, ruled))
    },
  }
}
