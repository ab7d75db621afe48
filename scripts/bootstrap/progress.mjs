// @ts-check
// Progress for a person who waits. It goes to stderr: stdout belongs to what the command prints.

/** Without a terminal (a log file), a sign of life this often. */
const QUIET_INTERVAL_MS = 10_000
const LIVE_INTERVAL_MS = 500
/** Steps shorter than this leave no line. */
const WORTH_A_LINE_MS = 1_000

/**
 * Runs one step and shows its name, how far it is, and the seconds it took.
 *
 * @template T
 * @param {string} label for example `[1/3] 安装依赖`
 * @param {(detail: (text: string) => void) => Promise<T>} work may call `detail` with a short note
 * @returns {Promise<T>}
 */
export async function step(label, work) {
  const { stderr } = process
  const live = stderr.isTTY
  const started = performance.now()
  let note = ''
  let shown = false
  const line = () => `${label} …  ${seconds(started)} 秒${note === '' ? '' : `  ${note}`}`
  const show = () => {
    if (performance.now() - started < WORTH_A_LINE_MS) return
    shown = true
    stderr.write(live ? `\r\x1b[2K${line()}` : `${line()}\n`)
  }
  const timer = setInterval(show, live ? LIVE_INTERVAL_MS : QUIET_INTERVAL_MS)
  if (!live) stderr.write(`${label} …\n`)
  try {
    const result = await work((text) => (note = text))
    const slow = performance.now() - started >= WORTH_A_LINE_MS
    if (live && shown) stderr.write('\r\x1b[2K')
    if (slow) stderr.write(`${label}  完成，${seconds(started)} 秒\n`)
    return result
  } catch (error) {
    if (live && shown) stderr.write('\n')
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** @param {number} since */
function seconds(since) {
  return Math.round((performance.now() - since) / 1000)
}
