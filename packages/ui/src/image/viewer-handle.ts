import type { useView } from './use-view.ts'
import {
  fitPage,
  fitWidth,
  type ImageRect,
  readOn,
  showRect,
  type View,
  zoomAt,
} from './view-transform.ts'

/** What a page can ask of a viewer, for its own keys. */
type ViewChange = ReturnType<typeof useView>

export interface ImageViewerHandle {
  fitWidth: () => void
  fitPage: () => void
  /** One screen pixel per image pixel. */
  actualSize: () => void
  /** Above 1 nearer, below 1 farther; about the middle of the window. */
  zoomBy: (factor: number) => void
  /** A quarter turn clockwise. */
  rotate: () => void
  /** Reads on by window pixels, downwards positive; the next image begins where this one did. */
  readOn: (pixels: number) => void
  show: (rect: ImageRect) => void
  /** Shows the same part at the same size as another viewer. */
  follow: (view: View) => void
}

/** What a page may do with the picture, by the one way in which its view changes. */
export const viewerHandle = (
  change: ViewChange['change'],
  rotate: ViewChange['rotate'],
): ImageViewerHandle => ({
  fitWidth: () => change((view, size, window) => fitWidth(size, window, view.rotation), 'width'),
  fitPage: () => change((view, size, window) => fitPage(size, window, view.rotation), 'page'),
  actualSize: () =>
    change((view, _, { width, height }) =>
      zoomAt(view, 1 / view.scale, { x: width / 2, y: height / 2 }),
    ),
  zoomBy: (factor) =>
    change((view, _, { width, height }) => zoomAt(view, factor, { x: width / 2, y: height / 2 })),
  rotate,
  readOn: (pixels) => change((view, size, window) => readOn(view, pixels, size, window), 'read'),
  show: (rect) => change((view, size, window) => showRect(rect, size, window, view.rotation)),
  follow: (view) => change(() => view),
})
