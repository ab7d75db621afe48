/** Papers of a sheet: which were on the screen with all their pictures, and which have none to show. */
export interface SeenPapers {
  /** By unit. */
  inView: ReadonlySet<number>
  seen: ReadonlySet<number>
  failed: ReadonlySet<number>
  /** Hashes of pictures that are there. */
  drawn: ReadonlySet<string>
  /** How often failed pictures were asked for anew. */
  attempt: number
}

export type Sight =
  | { kind: 'moved'; in: readonly number[]; out: readonly number[] }
  | { kind: 'drawn'; hash: string }
  | { kind: 'failed'; unitId: number }
  | { kind: 'retry' }

/** As much of a paper as decides what was seen of it. */
export interface Shown {
  unit_id: number
  images: readonly { hash: string }[]
}

export const NOTHING_SEEN: SeenPapers = {
  inView: new Set(),
  seen: new Set(),
  failed: new Set(),
  drawn: new Set(),
  attempt: 0,
}

/** What is known after something more was seen. */
export function seeMore(papers: readonly Shown[], before: SeenPapers, sight: Sight): SeenPapers {
  const after = { ...before, ...changed(before, sight) }
  const more = papers.filter(
    ({ unit_id, images }) =>
      !after.seen.has(unit_id) &&
      after.inView.has(unit_id) &&
      images.every(({ hash }) => after.drawn.has(hash)),
  )
  if (more.length === 0) return after
  return { ...after, seen: new Set([...after.seen, ...more.map(({ unit_id }) => unit_id)]) }
}

function changed(before: SeenPapers, sight: Sight): Partial<SeenPapers> {
  switch (sight.kind) {
    case 'moved': {
      const inView = new Set([...before.inView, ...sight.in])
      for (const unitId of sight.out) inView.delete(unitId)
      return { inView }
    }
    case 'drawn':
      return { drawn: new Set([...before.drawn, sight.hash]) }
    case 'failed':
      return { failed: new Set([...before.failed, sight.unitId]) }
    case 'retry':
      return { failed: new Set(), attempt: before.attempt + 1 }
  }
}

/** Papers that nobody has seen yet, of those that can be seen. */
export const unseenOf = <Paper extends Shown>(
  papers: readonly Paper[],
  { seen, failed }: SeenPapers,
): Paper[] => papers.filter(({ unit_id }) => !seen.has(unit_id) && !failed.has(unit_id))
