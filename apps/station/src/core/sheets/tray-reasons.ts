import type { PageIssue, PageIssueCode, PageReading } from '@hengjuan/domain'
import type { TrayReason } from '../store/sheet-notes.ts'

/**
 * Whether an issue of the quality gate stops the feeder, waits in the tray without stopping it, or is no
 * matter for the feeder at all. The levels at which the gate speaks are the engine's own.
 */
const AT_THE_FEEDER: Record<PageIssueCode, 'stop' | 'collect' | 'ignore'> = {
  BLANK_PAGE: 'stop',
  ANCHORS_MISSING: 'stop',
  RESIDUAL_HIGH: 'stop',
  SCALE_ODD: 'stop',
  PAGE_CODE_UNREADABLE: 'stop',
  PAGE_OF_OTHER_SHEET: 'stop',
  LOW_CONTRAST: 'stop',
  BLURRED: 'stop',
  CLIPPED: 'stop',
  SKEWED: 'stop',
  DOUBLE_FEED: 'stop',
  WRONG_TEMPLATE: 'stop',
  BACK_SIDE: 'stop',
  GRID_SHIFTED: 'stop',
  // A fold is often the candidate's own and stays when it is fed again.
  FOLDED_CORNER: 'collect',
  // The scanner, not this sheet: seen in the head of the batch, every sheet would stop.
  STREAKS: 'ignore',
  SATURATED: 'ignore',
  NO_COLOUR: 'ignore',
}

/** A note of these says that the page was read all the same and need not be fed again. */
const ONLY_WHEN_BLOCKING: readonly PageIssueCode[] = ['GRID_SHIFTED', 'SCALE_ODD', 'RESIDUAL_HIGH']

const isForFeeder = (issue: PageIssue): boolean =>
  AT_THE_FEEDER[issue.code] !== 'ignore' &&
  (issue.blocking || !ONLY_WHEN_BLOCKING.includes(issue.code))

/** What is to be asked about one page, the worst first. */
export const trayReasonsOf = (reading: PageReading, pageSeq: number): TrayReason[] =>
  reading.issues
    .filter(isForFeeder)
    .toSorted((a, b) => Number(b.blocking) - Number(a.blocking))
    .map(({ code, message, evidence }) => ({
      code,
      message,
      page_seq: pageSeq,
      boxes: evidence ?? [],
    }))

/** Is any of the reasons worth stopping the feeder for? */
export const isStopping = (reasons: readonly TrayReason[]): boolean =>
  reasons.some(
    ({ code }) =>
      code === 'SAME_PAPER' ||
      code === 'NO_SUBJECT' ||
      (code !== 'MISSING_PAGE' && AT_THE_FEEDER[code] === 'stop'),
  )
