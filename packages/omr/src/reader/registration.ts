import type { Registration, TemplatePage } from '@hengjuan/domain'
import { rememberFeed } from '../crops/bend.ts'
import type { Gray } from '../kernels/gray.ts'
import type { Placement } from '../locate/placement.ts'

/** The geometry as it is told to others, rounded to what it is good for. */
export function registrationOf(placement: Placement, gray: Gray, page: TemplatePage): Registration {
  const turned = placement.rotation % 180 !== 0
  const nominal = (turned ? gray.height : gray.width) / page.widthMm
  const registration: Registration = {
    rotation: placement.rotation,
    homography: [...placement.toPx],
    residualMm: Number(placement.residualMm.toFixed(3)),
    skewDeg: Number(placement.skewDeg.toFixed(3)),
    scale: Number((placement.pxPerMm / nominal).toFixed(4)),
    anchors: placement.anchors.map((a) => ({
      id: a.anchor.id,
      found: a.found,
      xPx: round(a.xPx),
      yPx: round(a.yPx),
      errorMm: Number(a.errorMm.toFixed(3)),
    })),
  }
  rememberFeed(registration, placement.feed)
  return registration
}

const round = (value: number) => Number(value.toFixed(2))
