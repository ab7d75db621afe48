import { abnormalCrop } from '@hengjuan/contracts'
import { useState } from 'react'
import type { Frame } from './FramedPage.tsx'
import { pageKey } from './PageBar.tsx'
import type { Abnormal, AbnormalBlock, AbnormalSheet } from './use-abnormal.ts'
import { isLargeEnough } from './frame.ts'

const waits = ({ abnormal }: AbnormalBlock): boolean =>
  abnormal !== null && abnormal.outcome === null

/** A paper that is open, and what follows when it was sent. */
export interface OpenSheetProps {
  abnormal: Abnormal
  sheet: AbnormalSheet
  onSent: () => void
}

/** The chosen part, the page that is looked at, and the frame that was drawn on it. */
export function useOpenSheet(props: OpenSheetProps) {
  const { abnormal, sheet } = props
  const { at, run } = abnormal
  const [chosen, setChosen] = useState<{ blockId: number; part: number } | null>(null)
  const [drawn, setDrawn] = useState<Frame | null>(null)
  const [looked, setLooked] = useState<string | null>(null)
  const [tagging, setTagging] = useState<AbnormalBlock | null>(null)
  const block =
    sheet.blocks.find(({ block_id }) => block_id === chosen?.blockId) ??
    sheet.blocks.find(waits) ??
    sheet.blocks[0]
  const part =
    block?.parts.find((one) => one.part === (chosen?.part ?? 0)) ?? block?.parts[0] ?? null
  const place = part?.place ?? null
  const page =
    sheet.pages.find((one) => pageKey(one) === looked) ??
    sheet.pages.find((one) => place !== null && pageKey(one) === pageKey(place)) ??
    sheet.pages[0]
  const frame = drawn ?? place
  const isOpen = block !== undefined && waits(block)
  const isDrawn = isOpen && !block.is_risk
  const target = {
    ...at,
    candidate_id: sheet.candidate.candidate_id,
    block_id: block?.block_id ?? 0,
  }
  const choose = (blockId: number, at_: number) => {
    setChosen({ blockId, part: at_ })
    setDrawn(null)
    setLooked(null)
  }
  const crop = async () => {
    if (!drawn || !part) return
    const { sheet_id, page_seq, box } = drawn
    const reply = await run(
      abnormalCrop,
      { body: { ...target, part: part.part, sheet_id, page_seq, box } },
      ({ changed }) => (changed ? '已按框选重新切割' : '框与原来相同，图像没有变'),
    )
    if (reply) setDrawn(null)
  }
  const cannotCrop = cropRefusal(isOpen, block, drawn)
  return {
    drawn,
    setDrawn,
    setLooked,
    tagging,
    setTagging,
    block,
    part,
    place,
    page,
    frame,
    isDrawn,
    target,
    choose,
    crop,
    cannotCrop,
  }
}

/** Why the chosen part cannot be cut anew; null where it can. */
function cropRefusal(
  isOpen: boolean,
  block: AbnormalBlock | undefined,
  drawn: Frame | null,
): string | null {
  if (!isOpen) return '这个题块没有退回切图，请先在「更多」中退回'
  if (block?.is_risk) return '这份作答的图像只对学校管理员显示，请联系学校管理员处理'
  if (!drawn) return '请先在页面上框选题块的范围'
  return isLargeEnough(drawn.box) ? null : '框选的区域太小'
}
