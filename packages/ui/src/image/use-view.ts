import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { usePointer } from './use-pointer.ts'
import {
  chosenView,
  cssTransform,
  type Fit,
  fitAgain,
  fitOf,
  fitPage,
  fitWidth,
  isSameView,
  settle,
  turnFitted,
  type Size,
  type View,
} from './view-transform.ts'

/**
 * Makes the next view of the one before; `window` is the box around the image. Whoever moves or zooms means that
 * place for the images that follow, too; whoever reads on does not.
 */
export type ViewChange = (
  next: (view: View, image: Size, window: Size) => View,
  how?: 'chosen' | 'read' | Fit,
) => void

const sizeOf = (element: HTMLElement | null): Size => ({
  width: element?.clientWidth ?? 0,
  height: element?.clientHeight ?? 0,
})

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
  /** Where an image without a view of its own starts. */
  fit: Fit
  /** A view kept from the paper before; read once. */
  initial: View | undefined
  onChange: ((view: View) => void) | undefined
}) {
  const { image, fit, onChange } = options
  const frame = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const view = useRef<View | null>(options.initial ?? null)
  const shown = useRef<Size | null>(null)
  /** What was fitted to last: of some images, the whole is as wide as the window. */
  const fitted = useRef(fit)
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
      view.current = how === 'read' ? made : { ...made, readY: 0 }
      if (how === 'width' || how === 'page') fitted.current = how
      if (!scheduled.current) scheduled.current = requestAnimationFrame(paint)
    },
    [image, paint],
  )

  // A new image keeps the view of the one before, from where that was begun to be read, and is fitted where that was;
  // the first one is as it was left, or fitted. Before paint, so nothing jumps.
  useLayoutEffect(() => {
    if (!image) return
    const window = sizeOf(frame.current)
    const before = shown.current
    shown.current = image
    if (view.current && before) {
      const chosen = chosenView(view.current)
      const kept = fitOf(view.current, before, window, fitted.current)
      view.current = kept ? fitAgain(kept, chosen, image, window) : settle(chosen, image, window)
      paint()
      return
    }
    const fresh = (fit === 'width' ? fitWidth : fitPage)(image, window, view.current?.rotation ?? 0)
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
        const kept = fitOf(now, size, before, fitted.current)
        before = window
        return kept ? fitAgain(kept, now, size, window) : now
      }, 'read'),
    )
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [change])

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
  const rotate = () => change((now, size, window) => turnFitted(now, size, window, fitted.current))
  return { frame, layer, change, rotate }
}
