/**
 * Puts a text on the clipboard. Pages that came by plain HTTP are not given one, but may say what is copied when
 * something is.
 *
 * @returns whether the browser did it
 */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard as Clipboard | undefined)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  let isDone = false
  const give = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
    isDone = event.clipboardData !== null
  }
  document.addEventListener('copy', give)
  document.execCommand('copy')
  document.removeEventListener('copy', give)
  return isDone
}
