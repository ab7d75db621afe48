import type { PressedEntry } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import type { RubricEntry } from '@hengjuan/domain'
import type { Static } from 'typebox'
import type { BlockRules } from '../block/block-rules.query.ts'
import type { ReadingRow } from '../engine/unit-facts.ts'
import { selectEntries } from './rubric.query.ts'

export type PressedView = Static<typeof PressedEntry>

type Given = Pick<ReadingRow, 'block_id' | 'rubric_version' | 'pressed_entries'>

export const pressedIdsOf = ({ pressed_entries }: Pick<Given, 'pressed_entries'>): string[] =>
  pressed_entries === null ? [] : (JSON.parse(pressed_entries) as string[])

/**
 * What shows the entries that readings were given by, as they stood in the version of each reading: later
 * versions change nothing of what was said then. Handing in looks nothing up, so ids that the version does
 * not have may be stored; they are left out.
 *
 * @param readings those that will be asked about; nothing is read where none was given by entries
 */
export async function pressedViewer(
  db: Db,
  readings: readonly Given[],
): Promise<(rules: Pick<BlockRules, 'points'>, reading: Given) => PressedView[]> {
  const pressed = readings.filter(({ pressed_entries }) => pressed_entries !== null)
  if (pressed.length === 0) return () => []
  const entries = await selectEntries(
    db,
    pressed.map(({ block_id, rubric_version }) => ({
      blockId: block_id,
      version: rubric_version ?? 0,
    })),
  )
  return ({ points }, reading) => {
    const ids = new Set(pressedIdsOf(reading))
    return (entries(reading.block_id, reading.rubric_version ?? 0) ?? [])
      .filter(({ id }) => ids.has(id))
      .map((entry) => entryView({ points }, entry))
  }
}

/** An entry under the name that people know its point by. */
export const entryView = (
  { points }: Pick<BlockRules, 'points'>,
  { id, point: key, text, milli }: RubricEntry,
): PressedView => ({
  entry_id: id,
  point_name: points.find((one) => one.key === key)?.name ?? key.trim(),
  text,
  milli,
})
