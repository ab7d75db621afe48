/** Is it part of a dialog or menu that is closed already and only fades away? Nothing is meant for it any more. */
export const isFading = (element: Element): boolean =>
  element.closest('.bp6-overlay:not(.bp6-overlay-open), .bp6-overlay-exit') !== null
