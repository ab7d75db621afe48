/** What every table prints below itself: population, denominator, version, remarks. */
export function FooterNote(props: {
  footer: {
    version: number
    published_at: string
    population: string
    denominator: string
    notes: readonly string[]
  }
  extra?: string
}) {
  const { footer, extra } = props
  return (
    <>
      成绩版本 v{footer.version}（{new Date(footer.published_at).toLocaleString('zh-CN')} 发布）。
      {[footer.population, footer.denominator, ...footer.notes, ...(extra ? [extra] : [])]
        .map((sentence) => sentence.replace(/。$/, ''))
        .join('；')}
      。
    </>
  )
}
