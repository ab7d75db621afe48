import { PAPER_FLAGS } from '@hengjuan/domain'
import type { Flagged } from './FlaggedList.tsx'

/** A reader's note stands once, with the first of their flags. */
export function isNoteHere(
  flags: readonly Pick<Flagged['flags'][number], 'by_name' | 'at' | 'note'>[],
  index: number,
): boolean {
  const [before, one] = [flags[index - 1], flags[index]]
  return one?.note != null && !(before?.by_name === one.by_name && before.at === one.at)
}

/** Each flag once, with how many gave it where several did. */
export function flagsText({
  flags,
}: {
  flags: readonly Pick<Flagged['flags'][number], 'flag'>[]
}): string {
  return [...Map.groupBy(flags, ({ flag }) => flag)]
    .map(([flag, given]) => `${PAPER_FLAGS[flag]}${given.length > 1 ? ` ×${given.length}` : ''}`)
    .join('、')
}
