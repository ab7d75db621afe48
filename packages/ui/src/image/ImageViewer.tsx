import { Button, Spinner } from '@blueprintjs/core'
import { type ReactNode, type Ref, useEffect, useImperativeHandle } from 'react'
import { EmptyState } from '../feedback/EmptyState.tsx'
import css from './image-viewer.module.css'
import { type Picture, PictureCanvas } from './PictureCanvas.tsx'
import { type Region, Regions } from './Regions.tsx'
import { useDecodedImage } from './use-decoded-image.ts'
import { useView } from './use-view.ts'
import { type Fit, type ImageRect, showRect, type View } from './view-transform.ts'
import { type ViewerKeys, ViewerTools } from './ViewerTools.tsx'
import { type ImageViewerHandle, viewerHandle } from './viewer-handle.ts'

export interface ImageViewerProps {
  /** Null while there is nothing to show. */
  src: string | null
  /** An image that is decoded already, in place of `src`: it is painted in the same frame. */
  picture?: Picture | null
  /** The next picture is still on its way. */
  isWaiting?: boolean
  /** What the image is, for screen readers. */
  alt: string
  regions?: readonly Region[]
  onPickRegion?: (region: Region) => void
  /** Brought to the middle whenever it changes. */
  focus?: ImageRect | null
  /** A further layer in image pixel coordinates, for instance an `<svg>` of the image's size. */
  children?: ReactNode
  fit?: Fit
  /** The view to start with, to keep zoom from paper to paper; read once. */
  initialView?: View
  onViewChange?: (view: View) => void
  hasTools?: boolean
  /** What their keys are on the page. */
  keys?: ViewerKeys
  /** Buttons beside those of the viewer. */
  moreTools?: ReactNode
  ref?: Ref<ImageViewerHandle>
}

const noFocus: ImageRect = { x: 0, y: 0, width: 0, height: 0 }

/**
 * A scan to look at closely: wheel zooms at the pointer, drag pans, double click fits. Fills the box
 * that it is put in. The overlay is given in image pixels and moves with the image.
 */
export function ImageViewer({ ref, ...props }: ImageViewerProps) {
  const { picture } = props
  const decoded = useDecodedImage(picture ? null : props.src)
  const { hasFailed, retry } = decoded
  const isLoading = decoded.isLoading || props.isWaiting === true
  const image = picture ?? decoded.image
  const { frame, layer, change, rotate } = useView({
    image,
    fit: props.fit ?? 'width',
    initial: props.initialView,
    onChange: props.onViewChange,
  })

  const handle = viewerHandle(change, rotate)
  useImperativeHandle(ref, () => handle)

  const { x, y, width, height } = props.focus ?? noFocus
  // Acts when the numbers change, or the image; a page may make the object anew on every render.
  useEffect(() => {
    if (width > 0)
      change((view, size, window) => showRect({ x, y, width, height }, size, window, view.rotation))
  }, [x, y, width, height, change])

  return (
    <div className={css['root']}>
      <div
        ref={frame}
        className={css['frame']}
        onDoubleClick={handle.fitWidth}
        aria-busy={isLoading}
      >
        {image && (
          <div ref={layer} className={css['layer']}>
            <div className={css['paper']}>
              {picture ? (
                <PictureCanvas picture={picture} alt={props.alt} />
              ) : (
                <img
                  src={decoded.image?.src}
                  width={image.width}
                  height={image.height}
                  alt={props.alt}
                  draggable={false}
                />
              )}
            </div>
            {props.regions && (
              <Regions size={image} regions={props.regions} onPick={props.onPickRegion} />
            )}
            {props.children && <div className={css['overlay']}>{props.children}</div>}
          </div>
        )}
        {isLoading && (
          <div className={css['loading']} role="status" aria-label="正在加载图像">
            <Spinner size={24} />
          </div>
        )}
      </div>
      {hasFailed && (
        <div className={css['failed']} role="alert">
          <EmptyState title="图像没有加载出来" action={<Button onClick={retry}>重试</Button>}>
            请检查网络后重试；若仍然出现，请联系扫描员。
          </EmptyState>
        </div>
      )}
      {(props.hasTools ?? true) && (
        <ViewerTools handle={handle} keys={props.keys} more={props.moreTools} />
      )}
    </div>
  )
}
