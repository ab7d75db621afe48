import { Time, fullTimeText } from '@hengjuan/ui'
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
      成绩版本 v{footer.version}（
      <Time at={footer.published_at} text={fullTimeText(footer.published_at)} /> 发布）。
      {[footer.population, footer.denominator, ...footer.notes, ...(extra ? [extra] : [])]
        .map((sentence) => sentence.replace(/。$/, ''))
        .join('；')}
      。
    </>
  )
}
