import type {
  OmrTemplate,
  PageCodeReading,
  PageIssue,
  PageReading,
  TemplatePage,
} from '@hengjuan/domain'
import { isDamagedCode, isEmptyCode } from '../codes/page-code.ts'
import type { Gray } from '../kernels/gray.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import type { Placement } from '../locate/placement.ts'
import { engineName } from './engine-name.ts'
import { boxAround, inPicture, issue } from '../quality/issue.ts'
import { pageQuality } from '../quality/page-quality.ts'
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
    issues: inPicture(issues, gray),
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

/** The page that was asked for is not this one: its code names another page of the same sheet. */
export function rejectBackSide(
  gray: Gray,
  white: WhiteMap,
  template: OmrTemplate,
  attempt: CodedAttempt,
  asked: number,
): PageReading {
  const { page, placement, code } = attempt
  const text = `这是答题卡的第 ${code!.page} 页，不是第 ${asked} 页：正反面放反了，请翻面后重扫，或把它指定为第 ${code!.page} 页`
  const reason = issue('BACK_SIDE', text, true, codeBoxes(page, placement))
  const reading = rejected(gray, template, pageQuality(gray, white, placement), [reason])
  return { ...reading, registration: registrationOf(placement, gray, page), pageCode: code }
}

const codeBoxes = (page: TemplatePage, placement: Placement) =>
  (page.pageCode?.cells ?? []).map((cell) => boxAround(placement, cell, 0.5))

/** The places that a person gave do not agree with what is printed. */
export function rejectMisplaced(gray: Gray, white: WhiteMap, template: OmrTemplate): PageReading {
  const text = '指定的定位点与印刷内容对不上，请在图上重新点准至少四个定位点，并核对页码'
  const reason = issue('RESIDUAL_HIGH', text, true)
  return rejected(gray, template, pageQuality(gray, white, null), [reason])
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
  const sorted = attempts.toSorted((a, b) => b.placement.score - a.placement.score)
  // Where the marks were not those of a sheet, some other dark things stand for the code's cells.
  const legible = sorted.find((a) => !a.code!.bits.includes('?') && !isEmptyCode(a.code!))
  const best = legible ?? sorted[0]!
  const isDamaged = !legible || isDamagedCode(best.code!, template)
  const { code, problem } = isOtherFormat(gray, best.page)
    ? {
        code: 'WRONG_TEMPLATE' as const,
        problem: '纸张大小与模板不符，可能是别的答题卡，请核对所选的考试和模板',
      }
    : isDamaged
      ? {
          code: 'PAGE_CODE_UNREADABLE' as const,
          problem: '页码标记看不清，请指定这是第几页或重扫',
        }
      : {
          code: 'PAGE_OF_OTHER_SHEET' as const,
          problem: '这一页属于别的答题卡（页码标记不同），请移到对应的考试',
        }
  const reason = issue(code, problem, true, codeBoxes(best.page, best.placement))
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
