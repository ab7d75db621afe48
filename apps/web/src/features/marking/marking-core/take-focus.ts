/**
 * For `ref`: the element takes the focus when it comes. A function of its own: one that is made anew with every drawing
 * takes the focus again with every drawing, out of the field beside it.
 */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}
