import { Button, ButtonGroup } from '@blueprintjs/core'
import {
  ArrowsHorizontalIcon,
  RotateCwIcon,
  ZoomInIcon,
  ZoomOutIcon,
  ZoomToFitIcon,
} from '@blueprintjs/icons'
import type { ReactElement, ReactNode } from 'react'
import { KeyHint } from '../form/KeyHint.tsx'
import css from './image-viewer.module.css'
import type { ImageViewerHandle } from './viewer-handle.ts'

const STEP = 1.25

/** Keys of the page that do what these buttons do, as they are printed on the keyboard. */
export type ViewerKeys = Partial<Record<'zoomOut' | 'zoomIn' | 'fitWidth' | 'rotate', string>>

/** Buttons over the lower edge of the image. */
export const ViewerTools = ({
  handle,
  keys,
  more,
}: {
  handle: ImageViewerHandle
  keys?: ViewerKeys | undefined
  /** Further buttons, of the page. */
  more: ReactNode
}) => (
  <ButtonGroup className={css['tools']} variant="minimal">
    <ViewerTool
      title="缩小"
      icon={<ZoomOutIcon />}
      keys={keys?.zoomOut}
      onClick={() => handle.zoomBy(1 / STEP)}
    />
    <ViewerTool
      title="放大"
      icon={<ZoomInIcon />}
      keys={keys?.zoomIn}
      onClick={() => handle.zoomBy(STEP)}
    />
    <ViewerTool
      title="适合宽度"
      icon={<ArrowsHorizontalIcon />}
      keys={keys?.fitWidth}
      onClick={handle.fitWidth}
    />
    <ViewerTool title="整页" icon={<ZoomToFitIcon />} onClick={handle.fitPage} />
    <Button title="原始大小" onClick={handle.actualSize}>
      1:1
    </Button>
    <ViewerTool
      title="旋转 90°"
      icon={<RotateCwIcon />}
      keys={keys?.rotate}
      onClick={handle.rotate}
    />
    {more}
  </ButtonGroup>
)

/** A button over the image. Its key is told by pointing at it, and above it while the page shows its keys. */
export const ViewerTool = (props: {
  title: string
  icon: ReactElement
  keys?: string | undefined
  active?: boolean
  onClick: () => void
}) => (
  <Button
    icon={props.icon}
    title={props.keys === undefined ? props.title : `${props.title}（${props.keys}）`}
    aria-label={props.title}
    active={props.active ?? false}
    onClick={props.onClick}
  >
    {props.keys !== undefined && (
      <span className={css['key']}>
        <KeyHint keys={props.keys} />
      </span>
    )}
  </Button>
)
