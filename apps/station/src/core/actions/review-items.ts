import { SCAN_EXCEPTION_TABS, type ScanExceptionCategory, tabOfException } from '@hengjuan/domain'
import type { ReviewCounts } from '@hengjuan/scan-review'
import type { Finding } from '../store/sheet-notes.ts'
import type { Store } from '../store/open-store.ts'
import { selectActors } from '../store/action.store.ts'
import { type ReviewedSheetRow, selectReviewedSheets } from './reviewed-sheet.store.ts'
import { grouped, type ReviewedFinding } from './effective-sheet.ts'

/** One thing to decide about a sheet, or decided. */
export interface ReviewEntry {
  /** Names the sheet, the category and what of the sheet it is about. */
  id: string
  sheet: ReviewedSheetRow
  finding: ReviewedFinding
  handledBy: { name: string; account: string; at: string } | null
}

const SEPARATOR = '~'

export const entryId = (sheetId: string, { category, target }: ReviewedFinding): string =>
  [sheetId, category, target].join(SEPARATOR)

export function sheetOfEntry(id: string): string {
  return id.split(SEPARATOR)[0] ?? ''
}

/** All entries of a batch in the order of its stack, open ones and those that were settled. */
export function listEntries(db: Store, batchId: string): ReviewEntry[] {
  const actors = selectActors(db, batchId)
  return selectReviewedSheets(db, batchId).flatMap((sheet) =>
    findingsOf(sheet).map((finding): ReviewEntry => {
      const actor = finding.by === null ? undefined : actors.get(finding.by)
      return {
        id: entryId(sheet.id, finding),
        sheet,
        finding,
        handledBy:
          finding.by === null
            ? null
            : {
                name: actor?.actor_name ?? '',
                account: actor?.account ?? '',
                at: actor?.decided_at ?? sheet.scanned_at,
              },
      }
    }),
  )
}

const findingsOf = ({ machine, findings }: ReviewedSheetRow): ReviewedFinding[] =>
  machine === null
    ? grouped(JSON.parse(findings) as Finding[]).map((finding) => ({ ...finding, by: null }))
    : (JSON.parse(machine) as { items: ReviewedFinding[] }).items

/** Tabs as on the portal: `to_upload` is no exception here, `score` is of the offline mode. */
const TABS = SCAN_EXCEPTION_TABS.filter(
  ({ tab }) => !['all', 'handled', 'to_upload', 'score'].includes(tab),
)

export const isInTab = ({ finding }: ReviewEntry, tab: string): boolean =>
  tab === 'handled'
    ? finding.by !== null
    : finding.by === null && (tab === 'all' || tabOfException(finding.category) === tab)

/** @param since when today began, ISO */
export function countEntries(
  entries: readonly ReviewEntry[],
  by: { account: string; since: string },
): Omit<ReviewCounts, 'without_sheet'> {
  const open = entries.filter(({ finding }) => finding.by === null)
  return {
    categories: TABS.map(({ tab, label }) => {
      const own = open.filter(({ finding }) => tabOfException(finding.category) === tab)
      return {
        category: tab,
        label,
        open: own.length,
        oldest_at: own.map(({ sheet }) => sheet.scanned_at).sort()[0] ?? null,
      }
    }),
    open: open.length,
    handled: entries.length - open.length,
    handled_by_me_today: entries.filter(
      ({ handledBy }) => handledBy?.account === by.account && handledBy.at >= by.since,
    ).length,
  }
}

/** The least certain first: what stops a sheet before what is about one of its fields. */
export const byUrgency = (a: ReviewEntry, b: ReviewEntry): number =>
  rankOf(a.finding.category) - rankOf(b.finding.category) || a.sheet.seq - b.sheet.seq

const ORDER: readonly ScanExceptionCategory[] = [
  'positioning',
  'missing_page',
  'objective_box',
  'exam_no',
  'duplicate',
  'absence',
  'choice',
  'score',
  'to_verify',
]
const rankOf = (category: ScanExceptionCategory): number => ORDER.indexOf(category)
