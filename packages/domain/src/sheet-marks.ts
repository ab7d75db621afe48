import type { PageReading } from './page-reading.ts'

/**
 * What was marked on a sheet as one text: the same paper read twice gives the same, and two candidates
 * with many questions hardly ever do. The exam number is left out: it is compared by itself.
 *
 * @returns empty when nothing at all was marked
 */
export function marksOf(pages: readonly PageReading[]): string {
  const fields = pages
    .flatMap((page) => page.fields)
    .filter(({ kind, values }) => kind !== 'examNo' && values.length > 0)
    .map(({ id, values }) => `${id}=${values.join('')}`)
  return fields.toSorted().join(';')
}
