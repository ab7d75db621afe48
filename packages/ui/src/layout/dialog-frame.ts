/** Place and size of a dialog, or of the window that it is in; pixels. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** No dialog is made smaller. @source specification 5 (dialog drag-resize minimum), ui D2 */
const LEAST_DIALOG = { width: 400, height: 300 } as const

/** So much of its title stays in the window, to take hold of. */
const HOLD_PX = 96
const TITLE_PX = 40

const within = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(value, most))

/** A dialog after it was dragged by its title. */
export const movedBox = (box: Box, by: { x: number; y: number }, room: Box): Box => ({
  ...box,
  left: within(box.left + by.x, room.left + HOLD_PX - box.width, room.left + room.width - HOLD_PX),
  top: within(box.top + by.y, room.top, room.top + room.height - TITLE_PX),
})

/** A dialog after its lower right corner was dragged; it ends with the window. */
export const sizedBox = (box: Box, by: { x: number; y: number }, room: Box): Box => ({
  ...box,
  width: within(
    box.width + by.x,
    Math.min(LEAST_DIALOG.width, room.width),
    Math.max(LEAST_DIALOG.width, room.left + room.width - box.left),
  ),
  height: within(
    box.height + by.y,
    Math.min(LEAST_DIALOG.height, room.height),
    Math.max(LEAST_DIALOG.height, room.top + room.height - box.top),
  ),
})
