import { INPUT_WINDOW, type InputSign, inputSigns, type PageInput } from '@hengjuan/domain'

/**
 * Watches keys and clicks of the page for signs that no hand makes them. Only whether a device made them and
 * how long they were held is looked at, and only the signs leave the page.
 */
export function watchInput(target: Window): { signs: () => InputSign[]; stop: () => void } {
  let inputs: { isTrusted: boolean; heldMs: number | null; downAt: number; name: string }[] = []

  const down = (name: string, event: Event) => {
    inputs = [
      ...inputs.slice(1 - INPUT_WINDOW),
      { isTrusted: event.isTrusted, heldMs: null, downAt: event.timeStamp, name },
    ]
  }
  const up = (name: string, event: Event) => {
    const begun = inputs.findLast((input) => input.name === name && input.heldMs === null)
    if (begun) begun.heldMs = event.timeStamp - begun.downAt
  }
  const keyDown = (event: KeyboardEvent) => {
    if (!event.repeat) down(event.code, event)
  }
  const keyUp = (event: KeyboardEvent) => up(event.code, event)
  const pointerDown = (event: PointerEvent) => down('pointer', event)
  const pointerUp = (event: PointerEvent) => up('pointer', event)
  // `element.click()` has no pointer before it; neither has Enter on a button, which a device made.
  const click = (event: MouseEvent) => {
    if (!event.isTrusted) down('click', event)
  }

  const listening = new AbortController()
  const options = { capture: true, passive: true, signal: listening.signal }
  target.addEventListener('keydown', keyDown, options)
  target.addEventListener('keyup', keyUp, options)
  target.addEventListener('pointerdown', pointerDown, options)
  target.addEventListener('pointerup', pointerUp, options)
  target.addEventListener('click', click, options)
  return {
    signs: () => inputSigns(inputs satisfies PageInput[]),
    stop: () => listening.abort(),
  }
}
