/** Is it part of a dialog that is closed already and only fades away? Keys are not meant for it any more. */
export const isFading = (element: Element): boolean => element.closest('.bp6-overlay-exit') !== null
