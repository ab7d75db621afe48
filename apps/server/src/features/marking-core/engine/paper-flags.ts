import { PAPER_FLAGS } from '@hengjuan/domain'

/**
 * What is kept of a paper's flags: those that there are, and the note beside them. A note without a flag
 * stands in nobody's collection and is not kept.
 *
 * @source domain rules 6.3
 */
export function keptFlags(
  flags: readonly string[] | undefined,
  note: string | undefined,
): { flags: string[]; flagNote: string | null } {
  const known = (flags ?? []).filter((flag) => Object.hasOwn(PAPER_FLAGS, flag))
  return { flags: known, flagNote: known.length === 0 ? null : note?.trim() || null }
}
