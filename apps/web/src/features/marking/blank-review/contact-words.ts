import type { blankBlockConfirm, ReplyOf } from '@hengjuan/contracts'

/** What the button does with so many papers of a sheet. */
export function finishText(blank: number, written: number): string {
  if (written === 0) return `确认 ${blank} 份空白`
  return blank === 0 ? `${written} 份转阅卷` : `确认 ${blank} 份空白，${written} 份转阅卷`
}

/** What came of a sheet. */
export function outcomeText(done: ReplyOf<typeof blankBlockConfirm>, written: number): string {
  const parts = []
  if (done.confirmed > 0) parts.push(`${done.confirmed} 份确认为空白`)
  const earlier = done.earlier_checks > 0 ? `（其中 ${done.earlier_checks} 份是此前确认的）` : ''
  if (done.checks > 0) parts.push(`${done.checks} 份抽检${earlier}，转入正常阅卷`)
  if (done.awaiting_second > 0) parts.push(`${done.awaiting_second} 份等待第二人确认`)
  if (written > 0) parts.push(`${written} 份有作答，转入正常阅卷`)
  if (done.changed > 0) parts.push(`${done.changed} 份的图像刚刚更换，仍待核查`)
  if (done.skipped > 0) parts.push(`${done.skipped} 份已由他人处理`)
  return parts.join('，')
}

/** What was found to be written of these papers, as far as they have the pictures that were looked at. */
export const writtenOf = (
  papers: readonly { unit_id: number; version: string }[],
  written: ReadonlyMap<number, string>,
): ReadonlyMap<number, string> =>
  new Map(
    papers.flatMap(({ unit_id, version }) =>
      written.get(unit_id) === version ? [[unit_id, version] as const] : [],
    ),
  )
