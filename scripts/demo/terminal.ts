import type { Progress } from './demo-stage.ts'

/** Says on stderr what is being done: a line a phase, with details while it lasts on a terminal. */
export function terminalProgress(times: Record<string, number>): Progress {
  const out = process.stderr
  let current: { title: string; since: number } | null = null
  const seconds = (since: number): string => ((Date.now() - since) / 1000).toFixed(1)
  return {
    phase(title) {
      const since = Date.now()
      current = { title, since }
      out.write(out.isTTY ? `… ${title}` : `… ${title}\n`)
      return (detail) => {
        current = null
        times[title] = Number(seconds(since))
        out.write(
          `${out.isTTY ? '\r\x1b[K' : ''}✓ ${title}${detail ? `（${detail}）` : ''}  ${seconds(since)} 秒\n`,
        )
      }
    },
    detail(text) {
      if (current && out.isTTY)
        out.write(`\r\x1b[K… ${current.title}：${text}  ${seconds(current.since)} 秒`)
    },
  }
}
