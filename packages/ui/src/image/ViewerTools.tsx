import { Button, ButtonGroup } from '@blueprintjs/core'
import {
  ArrowsHorizontalIcon,
  RotateCwIcon,
  ZoomInIcon,
  ZoomOutIcon,
  ZoomToFitIcon,
} from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import css from './image-viewer.module.css'
import type { ImageViewerHandle } from './ImageViewer.tsx'

const STEP = 1.25

/** Buttons over the lower edge of the image. */
export const ViewerTools = ({
  handle,
  more,
}: {
  handle: ImageViewerHandle
  /** Further buttons, of the page. */
  more: ReactNode
}) => (
  <ButtonGroup className={css['tools']} variant="minimal">
    <Button
      icon={<ZoomOutIcon />}
      title="缩小"
      aria-label="缩小"
      onClick={() => handle.zoomBy(1 / STEP)}
    />
    <Button
      icon={<ZoomInIcon />}
      title="放大"
      aria-label="放大"
      onClick={() => handle.zoomBy(STEP)}
    />
    <Button
      icon={<ArrowsHorizontalIcon />}
      title="适合宽度"
      aria-label="适合宽度"
      onClick={handle.fitWidth}
    />
    <Button icon={<ZoomToFitIcon />} title="整页" aria-label="整页" onClick={handle.fitPage} />
    <Button title="原始大小" onClick={handle.actualSize}>
      1:1
    </Button>
    <Button
      icon={<RotateCwIcon />}
      title="旋转 90°"
      aria-label="旋转 90°"
      onClick={handle.rotate}
    />
    {more}
  </ButtonGroup>
)
