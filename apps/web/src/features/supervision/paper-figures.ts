import { UNIT_FLAGS, type UnitFlag } from '@hengjuan/domain'
import type { PaperFigure } from './drill/PaperDrawer.tsx'

/** Whose papers a figure counts: of an exam, of a subject or a school in it, of a block. */
interface Counted {
  /** Stands before the figure in the title of its papers. */
  name: string
  where: Pick<PaperFigure['query'], 'subject_id' | 'school_id' | 'block_id'>
}

/** The papers behind a number, for instance of those that wait for a second reading. */
export const papersBehind = (
  { name, where }: Counted,
  { label, waitsFor }: { label: string; waitsFor: PaperFigure['query']['waits_for'] },
): PaperFigure => ({ title: `${name} · ${label}`, query: { ...where, waits_for: waitsFor } })

/** The papers that are remarkable in one way. */
export const flaggedPapers = ({ name, where }: Counted, flag: UnitFlag): PaperFigure => ({
  title: `${name} · ${UNIT_FLAGS[flag].name}`,
  query: { ...where, waits_for: 'total', flag },
})
