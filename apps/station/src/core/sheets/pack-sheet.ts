import { marksOf, type PageReading } from '@hengjuan/domain'
import type { Spool } from '../spool.ts'
import type { ImageRow } from '../store/image.store.ts'
import { buildContainer, type SheetHead } from './build-container.ts'
import { type RosterEntry, type SheetView, viewSheet } from './sheet-findings.ts'
import type { TrayReason } from '../store/sheet-notes.ts'
import { trayReasonsOf } from './tray-reasons.ts'

/** A sheet ready to be recorded: its container is on disk. */
export interface PackedSheet {
  container: { sha256: string; bytes: number }
  view: SheetView
  tray: TrayReason[]
  marks: string
}

/** Packs a sheet's pictures and looks at what was read of it. */
export async function packSheet(
  spool: Spool,
  head: SheetHead,
  sheet: {
    images: readonly ImageRow[]
    missing: readonly number[]
    roster: ReadonlyMap<string, RosterEntry> | null
  },
): Promise<PackedSheet> {
  const container = await buildContainer(spool, head, sheet.images)
  await spool.putContainer(container.sha256, container.bytes)
  const pages: { seq: number; reading: PageReading }[] = []
  for (const [at, image] of sheet.images.entries())
    pages.push({ seq: at + 1, reading: (await spool.readPage(image.id)).reading })
  const view = viewSheet({ pages, missing: sheet.missing, roster: sheet.roster })
  const missing = view.findings.filter(({ category }) => category === 'missing_page')
  return {
    container: { sha256: container.sha256, bytes: container.bytes.length },
    view,
    tray: [
      ...pages.flatMap(({ seq, reading }) => trayReasonsOf(reading, seq)),
      ...missing.map(({ message }) => ({
        code: 'MISSING_PAGE' as const,
        message,
        page_seq: null,
        boxes: [],
      })),
    ],
    marks: marksOf(pages.map(({ reading }) => reading)),
  }
}
