import type { BubbleField, CropRegion, TemplateAnchor, TemplatePage } from '@hengjuan/domain'
import type { Gray } from '../kernels/gray.ts'
import type { Homography } from '../kernels/homography.ts'

/** What one part of a proposal is about, how sure it is, and why, in Chinese, for the person who checks it. */
export interface ProposedPart {
  /** `anchors`, `group:<group>` or `region:<id>`. */
  target: string
  /** 0 a guess, 1 certain. */
  confidence: number
  reason: string
}

/** A page as it is proposed. */
export interface PageProposal {
  page: TemplatePage
  /** The page laid straight; its pixels are sheet millimetres x `pxPerMm`. */
  straight: Gray
  pxPerMm: number
  /** Sheet millimetres to pixels of the picture that it was made from. */
  toPx: Homography
  parts: ProposedPart[]
}

/** Paper, millimetres. */
export interface PaperSize {
  widthMm: number
  heightMm: number
}

/** Anchors with what speaks for them. */
export interface ProposedAnchors {
  anchors: TemplateAnchor[]
  part: ProposedPart
}

/** Fields printed as one grid, with what speaks for them. */
export interface ProposedGroup {
  fields: BubbleField[]
  part: ProposedPart
}

export interface ProposedRegion {
  region: CropRegion
  part: ProposedPart
}
