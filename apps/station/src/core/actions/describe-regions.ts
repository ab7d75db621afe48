import {
  type FieldReading,
  looksBlank,
  type OmrTemplate,
  type PageReading,
  type ScanExceptionCategory,
} from '@hengjuan/domain'
import { ghostOf } from '@hengjuan/omr'
import type { ReviewDetail } from '@hengjuan/scan-review'
import { fieldQuad, type Quad } from './describe-piece.ts'
import type { EffectivePage } from './effective-sheet.ts'

/** The template over each page that was located, in the print that was read. */
export const describeGhosts = (
  pages: readonly EffectivePage[],
  template: OmrTemplate,
): ReviewDetail['ghosts'] =>
  pages.flatMap(({ seq, reading }) => {
    const ghost = ghostOf(template, reading)
    return ghost ? [{ page_seq: seq, ...ghost }] : []
  })

type Region = ReviewDetail['regions'][number]

/** What to outline on the pictures, the first one being what to look at. */
export function describeRegions(
  category: ScanExceptionCategory,
  target: string,
  pages: readonly EffectivePage[],
): Region[] {
  return pages.flatMap((page) => [
    ...evidenceOf(category, target, page),
    ...page.reading.fields
      .filter((field) => isWanted(category, target, field))
      .flatMap((field): Region[] => {
        const quad = fieldQuad(page.reading, field)
        return quad ? [{ page_seq: page.seq, label: '', quad, tone: 'error' }] : []
      }),
    ...(category === 'absence' ? inkOf(page) : []),
  ])
}

function isWanted(category: ScanExceptionCategory, target: string, field: FieldReading): boolean {
  switch (category) {
    case 'exam_no':
    case 'duplicate':
      return field.kind === 'examNo'
    case 'absence':
      return field.kind === 'absent'
    case 'choice':
      return field.id === target
    case 'objective_box':
      return field.state === 'box_error'
    case 'to_verify':
      return field.id === target || field.kind === target
    case 'to_upload':
    case 'positioning':
    case 'missing_page':
    case 'score':
      return false
  }
}

/** Where the reader saw what is wrong with a page as a whole. */
function evidenceOf(
  category: ScanExceptionCategory,
  target: string,
  { seq, reading }: EffectivePage,
): Region[] {
  if (target !== `page:${seq}`) return []
  return reading.issues
    .filter(({ code }) => category !== 'objective_box' || code === 'GRID_SHIFTED')
    .toSorted((a, b) => Number(b.blocking) - Number(a.blocking))
    .flatMap((issue) =>
      (issue.evidence ?? []).map((box): Region => ({
        page_seq: seq,
        label: '',
        quad: cornersOf(box),
        // A line over the whole page is no place to zoom to.
        tone: box.heightPx > 20 * box.widthPx ? 'info' : 'error',
      })),
    )
}

function cornersOf({
  xPx,
  yPx,
  widthPx,
  heightPx,
}: NonNullable<PageReading['issues'][number]['evidence']>[number]): Quad {
  const [right, bottom] = [xPx + widthPx, yPx + heightPx]
  return [
    [xPx, yPx],
    [right, yPx],
    [right, bottom],
    [xPx, bottom],
  ]
}

/** The answer areas with how much is written in them: what speaks for a candidate who was there. */
const inkOf = ({ seq, reading }: EffectivePage): Region[] =>
  reading.regions
    .filter((region) => region.blockKey !== null && !looksBlank(region))
    .map(({ quadPx, inkRatio }) => ({
      page_seq: seq,
      label: `墨迹 ${(inkRatio * 100).toFixed(1)}%`,
      quad: quadPx,
      tone: 'info' as const,
    }))
