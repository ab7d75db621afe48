import type { BlockRules } from '../../marking-core/index.ts'

/**
 * The version of the rubric that a judgement is given under: the one that its author had on the page, as
 * far as there is such a one; else the one that holds.
 *
 * @param seen - what the page says; undefined for pages that know of no versions
 */
export const givenUnder = (
  { settings }: Pick<BlockRules, 'settings'>,
  seen: number | undefined,
): number => Math.min(seen ?? settings.rubricVersion, settings.rubricVersion)
