const format = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** A time within a sentence, by the clock on the wall: 11月21日 10:30. */
export function timeText(iso: string): string {
  const part = Object.fromEntries(
    format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]),
  )
  return `${part['month']}月${part['day']}日 ${part['hour']}:${part['minute']}`
}
