import bwipjs from 'bwip-js/node'
import type { BatchLabel } from '../../bridge/batch-api.ts'
import type { RosterEntry } from '../sheets/sheet-findings.ts'
import type { BatchRow } from '../store/batch.store.ts'

/**
 * What is printed on the strip that goes around a stack of paper: enough to find the batch by its
 * paper and a paper by its batch.
 *
 * @param examNos exam numbers of the sheets in the order of the stack; null for one without a number
 * @param roster by exam number; null when the station never saw one
 */
export function describeLabel(
  batch: BatchRow,
  examNos: readonly (string | null)[],
  roster: ReadonlyMap<string, RosterEntry> | null,
): BatchLabel {
  const code = batchCode(batch.id)
  return {
    batch_id: batch.id,
    code,
    ...drawBars(code),
    exam_name: batch.exam_name,
    subject_name: batch.subject_name,
    label: batch.label,
    opened_at: batch.opened_at,
    closed_at: batch.closed_at,
    sheets: examNos.length,
    without_number: examNos.filter((examNo) => examNo === null).length,
    classes: countClasses(examNos, roster),
  }
}

/** The last eight letters of the batch's id: short enough to read out on the telephone. */
export const batchCode = (batchId: string): string =>
  `${batchId.slice(-8, -4)}-${batchId.slice(-4)}`

/** The black bars of a Code 128 in modules from its left edge, without the quiet zones. */
function drawBars(text: string): Pick<BatchLabel, 'bars' | 'modules'> {
  const [symbol] = bwipjs.raw({ bcid: 'code128', text }) as { sbs: number[] }[]
  if (!symbol) throw new Error(`no Code 128 for ${text}`)
  const bars: BatchLabel['bars'] = []
  let modules = 0
  for (const [index, run] of symbol.sbs.entries()) {
    if (index % 2 === 0) bars.push({ x: modules, width: run })
    modules += run
  }
  return { bars, modules }
}

/** Classes in the order in which they lie in the stack. */
function countClasses(
  examNos: readonly (string | null)[],
  roster: ReadonlyMap<string, RosterEntry> | null,
): BatchLabel['classes'] {
  const counts = new Map<string, number>()
  for (const examNo of examNos) {
    const name = examNo === null ? undefined : roster?.get(examNo)?.class_name
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([class_name, sheets]) => ({ class_name, sheets }))
}
