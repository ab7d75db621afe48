import type {
  OmrTemplate,
  PageCodeReading,
  PageIssue,
  PageReading,
  TemplatePage,
} from '@hengjuan/domain'
import { isDamagedCode } from '../codes/page-code.ts'
import type { Gray } from '../kernels/gray.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import type { Placement } from '../locate/register.ts'
import { engineName } from './engine-name.ts'
import { issue } from './page-issues.ts'
import { pageQuality } from './page-quality.ts'
import { registrationOf } from './registration.ts'

/** A placement whose printed code names no page of the template. */
interface CodedAttempt {
  page: TemplatePage
  placement: Placement
  code: PageCodeReading | null
}

function rejected(
  gray: Gray,
  template: OmrTemplate,
  quality: PageReading['quality'],
  issues: PageIssue[],
): PageReading {
  return {
    engine: engineName,
    templateId: template.id,
    page: null,
    widthPx: gray.width,
    heightPx: gray.height,
    status: 'rejected',
    registration: null,
    pageCode: null,
    barcodes: [],
    fields: [],
    regions: [],
    quality,
    issues,
  }
}

/** No placement fits: a blank page, or too few anchors. */
export function rejectUnplaced(gray: Gray, white: WhiteMap, template: OmrTemplate): PageReading {
  const quality = pageQuality(gray, white, null)
  const reason = quality.blank
    ? issue('BLANK_PAGE', '这一页是空白页，没有答题卡内容，请确认是否放错或扫了反面', true)
    : issue(
        'ANCHORS_MISSING',
        '找不到足够的定位点（至少三个角），可能不是这张答题卡、折角过大或没有扫全，请检查后重扫',
        true,
      )
  return rejected(gray, template, quality, [reason])
}

/** Two orientations or pages fit equally well. */
export function rejectAmbiguous(gray: Gray, white: WhiteMap, template: OmrTemplate): PageReading {
  const text =
    '定位点分不清方向或页码（定位点对称，页面内容也不足以判断），请指定方向或改用不对称的定位点'
  const reason = issue('ANCHORS_MISSING', text, true)
  return rejected(gray, template, pageQuality(gray, white, null), [reason])
}

/** The anchors fit, but the printed code is none of this template's. */
export function rejectByCode(
  gray: Gray,
  white: WhiteMap,
  template: OmrTemplate,
  attempts: readonly CodedAttempt[],
): PageReading {
  const best = [...attempts].sort((a, b) => b.placement.score - a.placement.score)[0]!
  const isDamaged = isDamagedCode(best.code!, template)
  const reason = isOtherFormat(gray, best.page)
    ? issue('PAGE_OF_OTHER_SHEET', '纸张大小与模板不符，可能是别的答题卡，请移到对应的考试', true)
    : isDamaged
      ? issue('PAGE_CODE_UNREADABLE', '页码标记看不清，请指定这是第几页或重扫', true)
      : issue('PAGE_OF_OTHER_SHEET', '这一页属于别的答题卡（页码标记不同），请移到对应的考试', true)
  const reading = rejected(gray, template, pageQuality(gray, white, best.placement), [reason])
  return {
    ...reading,
    registration: registrationOf(best.placement, gray, best.page),
    pageCode: best.code,
  }
}

/** Is the picture's shape another paper's, upright or turned? */
function isOtherFormat(gray: Gray, page: TemplatePage): boolean {
  const picture = Math.abs(Math.log(gray.width / gray.height))
  return Math.abs(picture - Math.abs(Math.log(page.widthMm / page.heightMm))) > 0.2
}
