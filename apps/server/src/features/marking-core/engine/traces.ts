import { type Annotation, AppError, areAnnotationsBounded } from '@hengjuan/domain'
import type { BlockRules } from '../block/block-rules.query.ts'
import type { ReadingRow } from './unit-facts.ts'

/**
 * What is kept of a marker's annotations: nothing where the block's traces are switched off.
 *
 * @throws AppError INPUT_INVALID when they are more than a reading may carry
 * @source specification, section 9 (traces); ui D2
 */
export function keptTraces(
  { settings }: BlockRules,
  traces: readonly Annotation[] | null | undefined,
): readonly Annotation[] | null {
  if (settings.traces !== 1 || !traces || traces.length === 0) return null
  if (!areAnnotationsBounded(traces))
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'traces', message: '这份试卷上的批注太多，请擦去一些再提交' },
    ])
  return traces
}

export const tracesOf = (row: Pick<ReadingRow, 'traces'> | undefined): Annotation[] | null =>
  row?.traces ? (JSON.parse(row.traces) as Annotation[]) : null
