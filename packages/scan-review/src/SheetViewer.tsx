import {
  EmptyState,
  ImageViewer,
  type ImageViewerHandle,
  type Region,
  Segmented,
} from '@hengjuan/ui'
import { type ReactNode, type Ref, useState } from 'react'
import { Ghost } from './Ghost.tsx'
import { MASKED_HINT } from './masked-hint.ts'
import type { ReviewDetail, ReviewSheet } from './types.ts'
import css from './scan-review.module.css'
import { uprightRect, uprightUrl } from './upright.ts'

/** A sheet's pages with what is wrong outlined, brought to the first of it. */
export function SheetViewer({
  ref,
  ...props
}: {
  sheet: ReviewSheet
  regions: ReviewDetail['regions']
  /** The template over its pages. */
  ghosts?: ReviewDetail['ghosts']
  /** The page to begin with when nothing is outlined. */
  startAt?: number
  /** As scanned, for pointing at anchors. */
  asScanned?: boolean
  onPage?: (seq: number) => void
  overlay?: ReactNode
  ref?: Ref<ImageViewerHandle>
}) {
  const { sheet } = props
  const first = props.regions[0]?.page_seq ?? props.startAt ?? sheet.pages[0]?.seq ?? 1
  const [chosen, setChosen] = useState<number | null>(null)
  const page = sheet.pages.find(({ seq }) => seq === (chosen ?? first)) ?? sheet.pages[0]
  if (!page) return <EmptyState title="这张答题卡没有图像">请在扫描端重新扫描。</EmptyState>
  const shown = props.asScanned ? { ...page, rotation: 0 } : page
  const regions = props.regions
    .filter(({ page_seq }) => page_seq === page.seq)
    .map(({ quad, label, tone }, at): Region => ({
      id: at,
      ...uprightRect(shown, quad),
      status: tone === 'error' ? 'bad' : 'idle',
      isCurrent: at === 0,
      ...(label ? { label } : {}),
    }))
  const ghost = props.ghosts?.find(({ page_seq }) => page_seq === page.seq)
  const focus = regions[0] && props.regions[0]?.tone === 'error' ? regions[0] : null
  return (
    <div className={css['viewer']}>
      {(sheet.pages.length > 1 || page.is_masked) && (
        <div className={css['pages']}>
          {sheet.pages.length > 1 && (
            <Segmented
              label="页"
              value={page.seq}
              options={sheet.pages.map(({ seq, page: no, ignored }) => ({
                value: seq,
                label: ignored
                  ? `图 ${seq}（忽略）`
                  : no === null
                    ? `图 ${seq}（未定位）`
                    : `第 ${no} 页`,
              }))}
              onChange={(seq) => {
                setChosen(seq)
                props.onPage?.(seq)
              }}
            />
          )}
          {page.is_masked && <span className={css['masked']}>{MASKED_HINT}</span>}
        </div>
      )}
      <ImageViewer
        key={`${sheet.sheet_id} ${page.seq} ${props.asScanned === true}`}
        ref={ref ?? null}
        src={uprightUrl(shown)}
        alt={`答题卡第 ${page.seq} 张图像`}
        regions={regions}
        focus={focus}
        fit={focus ? 'width' : 'page'}
      >
        {ghost ? <Ghost ghost={ghost} page={page} /> : props.overlay}
      </ImageViewer>
    </div>
  )
}
