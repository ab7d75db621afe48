import type { OmrTemplate, PageReading } from '@hengjuan/domain'
import type { Reader } from '@hengjuan/omr'
import type { CheckPage } from '../../../bridge/scanner-api.ts'

const MM_PER_INCH = 25.4

/** A sheet whose marks can be measured. */
export interface KnownSheet {
  name: string
  template: OmrTemplate
}

/** What a picture of the check shows, by the marks of the first known sheet that it is a page of. */
export async function measurePage(
  picture: Uint8Array,
  reader: Reader,
  sheets: readonly KnownSheet[],
): Promise<Omit<CheckPage, 'image_id' | 'sheet' | 'side' | 'dpi'>> {
  let last: PageReading | null = null
  for (const { name, template } of sheets) {
    const { reading } = await reader.readPage(picture, template, { inkRatios: false })
    last = reading
    if (reading.registration && reading.page !== null && isOfSheet(reading))
      return measured(reading, name, template)
  }
  return {
    width_px: last?.widthPx ?? 0,
    height_px: last?.heightPx ?? 0,
    measured_dpi: null,
    page_name: null,
    is_back_page: null,
    rotation: null,
    skew_deg: null,
    sharpness: null,
    contrast: last?.quality.contrast ?? 0,
    is_blank: last?.quality.blank ?? false,
    issues: [],
  }
}

/** The printed code says so; frames alone are alike on many sheets. */
const isOfSheet = ({ pageCode }: PageReading): boolean => pageCode?.page != null

function measured(
  reading: PageReading,
  sheetName: string,
  { pages }: OmrTemplate,
): Omit<CheckPage, 'image_id' | 'sheet' | 'side' | 'dpi'> {
  const { registration, quality, page } = reading
  const [a = 0, , , d = 0] = registration?.homography ?? []
  // Odd pages are fronts, also of a booklet.
  const isBack = (page ?? 1) % 2 === 0
  const which = pages.length > 2 ? `第 ${page} 页` : isBack ? '反面' : '正面'
  return {
    width_px: reading.widthPx,
    height_px: reading.heightPx,
    measured_dpi: Math.round(Math.hypot(a, d) * MM_PER_INCH),
    page_name: `${sheetName}${which}`,
    is_back_page: isBack,
    rotation: registration?.rotation ?? null,
    skew_deg: registration?.skewDeg ?? null,
    sharpness: quality.sharpness,
    contrast: quality.contrast,
    is_blank: quality.blank,
    issues: reading.issues.map(({ message }) => message),
  }
}
