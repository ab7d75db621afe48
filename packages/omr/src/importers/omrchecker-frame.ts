import type { TemplateAnchor } from '@hengjuan/domain'
import type { Json } from '../template/json-checker.ts'
import type { MarkerShape } from './marker-shape.ts'

/** The frame of an OMRChecker template: what its page dimensions span, in its units. */
export interface CheckerFrame {
  /** Markers in the corners of the frame, or the corners of the paper. */
  kind: 'markers' | 'paper'
  anchors: TemplateAnchor[]
}

/** Width of the processed page where the configuration does not say another one. */
const usualProcessingWidth = 666
/** Markers are searched for at 35 to 100 % of their picture; the picture has a little white around. */
const usualMarkerShare = 0.96

/** Passed over in silence nowhere: what each step does, and what takes its place here. */
const steps: Record<string, string> = {
  GaussianBlur: '预处理 GaussianBlur（模糊去噪）不需要，没有导入',
  MedianBlur: '预处理 MedianBlur（去噪）不需要，没有导入',
  Levels: '预处理 Levels（调整明暗）不需要：本引擎按每张卡自己的纸白和墨色判断，没有导入',
  AutoRotate: '预处理 AutoRotate（自动转正）不需要：方向由定位点和印刷内容判断，没有导入',
  FeatureBasedAlignment:
    '预处理 FeatureBasedAlignment（与参考图比对）没有对应的做法，改为按纸张四角定位，请用样张核对',
  CropOnLogo: '预处理 CropOnLogo（按校徽定位）没有对应的做法，改为按纸张四角定位，请用样张核对',
  WarpOnPoints: '预处理 WarpOnPoints 没有对应的做法，没有导入，请用样张核对',
}

/** Finds out what the template's coordinates are measured from. */
export function frameOf(
  preProcessors: readonly Json[],
  [width, height]: readonly [number, number],
  marker: MarkerShape | null,
  warnings: string[],
): CheckerFrame {
  let markers: Json | null = null
  for (const step of preProcessors) {
    const name = String(step['name'])
    if (name === 'CropPage') continue
    if (name === 'CropOnMarkers') markers = (step['options'] ?? {}) as Json
    else warnings.push(steps[name] ?? `预处理 ${name} 不认识，没有导入，请用样张核对`)
  }
  const type = markers?.['type']
  if (markers && type !== undefined && type !== 'FOUR_MARKERS') {
    warnings.push(
      `CropOnMarkers 的方式 ${JSON.stringify(type)} 没有导入，改为按纸张四角定位，请用样张核对`,
    )
    markers = null
  }
  const corners = [
    ['TL', 0, 0],
    ['TR', width, 0],
    ['BR', width, height],
    ['BL', 0, height],
  ] as const
  if (!markers) {
    if (!preProcessors.some((step) => step['name'] === 'CropPage')) {
      warnings.push('原模板不裁纸边，假定扫描图正好是一张纸：按纸张四角定位')
    }
    const anchors = corners.map(([id, xMm, yMm]): TemplateAnchor => ({
      id,
      kind: 'page-corner',
      role: 'corner',
      xMm,
      yMm,
      widthMm: 1,
      heightMm: 1,
    }))
    return { kind: 'paper', anchors }
  }
  if (!marker) warnings.push('没有找到定位点图片，假定是同心圆环，请用样张核对')
  const size = markerSize(markers, width) * (marker?.share ?? usualMarkerShare)
  const anchors = corners.map(([id, xMm, yMm]): TemplateAnchor => ({
    id,
    kind: marker?.kind ?? 'ring',
    role: 'corner',
    xMm,
    yMm,
    widthMm: size,
    heightMm: size,
  }))
  return { kind: 'markers', anchors }
}

/** Width of the marker's picture in the template's units. */
function markerSize(options: Json, width: number): number {
  const dimensions = options['markerDimensions']
  if (Array.isArray(dimensions) && typeof dimensions[0] === 'number') {
    return (dimensions[0] / usualProcessingWidth) * width
  }
  const ratio = Number(options['sheetToMarkerWidthRatio'] ?? 17)
  return width / (ratio > 0 ? ratio : 17)
}
