import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { usePointer } from './use-pointer.ts'
import {
  chosenView,
  cssTransform,
  fitPage,
  fitWidth,
  fitWidthAgain,
  settle,
  type Size,
  type View,
} from './view-transform.ts'

/** Where an image without a view of its own starts. */
export type InitialFit = 'width' | 'page'

/**
 * Makes the next view of the one before; `window` is the box around the image. Whoever moves or zooms means that
 * place for the images that follow, too; whoever reads on does not.
 */
export type ViewChange = (
  next: (view: View, image: Size, window: Size) => View,
  how?: 'chosen' | 'read',
) => void

const sizeOf = (element: HTMLElement | null): Size => ({
  width: element?.clientWidth ?? 0,
  height: element?.clientHeight ?? 0,
})

/** Closer than this, nobody sees a difference; pixels of the window. */
const SAME_PX = 1

const isSameView = (one: View, other: View, px = SAME_PX, share = 0.001): boolean =>
  Math.abs(one.scale / other.scale - 1) < share &&
  Math.abs(one.x - other.x) < px &&
  Math.abs(one.y - other.y) < px

/** Images of one kind differ in size by less: a view that was fitted to the last one is fitted to the next. */
const ALIKE = { px: 12, share: 0.03 }
const isAlmostSame = (one: View, other: View): boolean =>
  isSameView(one, other, ALIKE.px, ALIKE.share)

/**
 * Holds the view outside React's state and writes it to the layer's style once a frame, so that
 * dragging and wheeling stay at the screen's rate however much hangs on the image. Put the refs on the
 * box (`frame`) and on what moves in it (`layer`).
 */
export function useView(options: {
  image: Size | null
  fit: InitialFit
  /** A view kept from the paper before; read once. */
  initial: View | undefined
  onChange: ((view: View) => void) | undefined
}) {
  const { image, fit, onChange } = options
  const frame = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const view = useRef<View | null>(options.initial ?? null)
  const hasShown = useRef(false)
  const scheduled = useRef(0)
  const tell = useRef(onChange)
  // Painting outlives a render; it tells the listener of the latest one.
  useLayoutEffect(() => {
    tell.current = onChange
  }, [onChange])

  const paint = useCallback(() => {
    scheduled.current = 0
    if (!layer.current || !image || !view.current) return
    layer.current.style.transform = cssTransform(view.current, image)
    // What should keep its size on screen, like labels, divides by this.
    layer.current.style.setProperty('--hj-scale', String(view.current.scale))
    tell.current?.(view.current)
  }, [image])

  const change: ViewChange = useCallback(
    (next, how = 'chosen') => {
      if (!image || !view.current) return
      const window = sizeOf(frame.current)
      const made = settle(next(view.current, image, window), image, window)
      view.current = how === 'chosen' ? { ...made, readY: 0 } : made
      if (!scheduled.current) scheduled.current = requestAnimationFrame(paint)
    },
    [image, paint],
  )

  // A new image keeps the view of the one before, from where that was begun to be read; the first one is as it was
  // left, or fitted. Before paint, so nothing jumps.
  useLayoutEffect(() => {
    if (!image) return
    if (view.current && hasShown.current) view.current = chosenView(view.current)
    hasShown.current = true
    const window = sizeOf(frame.current)
    const fitted = fit === 'width' ? fitWidth : fitPage
    const fresh = fitted(image, window, view.current?.rotation ?? 0)
    view.current =
      view.current && !isAlmostSame(view.current, fresh)
        ? settle(view.current, image, window)
        : fresh
    paint()
  }, [image, fit, paint])

  // The box around the image is resized by panels and by the browser.
  useEffect(() => {
    if (!frame.current) return
    let before = sizeOf(frame.current)
    const observer = new ResizeObserver(() =>
      change((now, size, window) => {
        // What was fitted to the box stays fitted to it; any other view stays as it is.
        const fitted = (fit === 'width' ? fitWidth : fitPage)(size, before, now.rotation)
        const wasFitted =
          fit === 'width' ? isSameView({ ...now, y: fitted.y }, fitted) : isSameView(now, fitted)
        before = window
        if (!wasFitted) return now
        return fit === 'width'
          ? fitWidthAgain(now, size, window)
          : fitPage(size, window, now.rotation)
      }, 'read'),
    )
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [change, fit])

  // A frame that is still asked for when the viewer or the page goes has nothing to paint, but where the image was
  // moved to is told, before whoever listens writes it down.
  useLayoutEffect(() => {
    const tellLast = () => {
      if (!scheduled.current) return
      cancelAnimationFrame(scheduled.current)
      paint()
    }
    window.addEventListener('pagehide', tellLast, { capture: true })
    return () => {
      window.removeEventListener('pagehide', tellLast, { capture: true })
      tellLast()
    }
  }, [paint])

  usePointer(frame, change)
  return { frame, layer, change }
}
