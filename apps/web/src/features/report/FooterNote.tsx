import type { Frame } from '@hengjuan/contracts'
import { fullTimeText, Time } from '@hengjuan/ui'

/** What every table prints below itself: version, population, denominator, remarks. */
export function FooterNote({ footer }: { footer: Frame['footer'] }) {
  return (
    <>
      成绩版本 v{footer.version}（
      <Time at={footer.published_at} text={fullTimeText(footer.published_at)} />{' '}
      {footer.is_current ? '发布' : '生成'}）。
      {[
        `参照 ${footer.scope_name}`,
        footer.population,
        footer.denominator,
        ...(footer.suppressed > 0 ? [`${footer.suppressed} 组人数过少，显示为 ＊`] : []),
        ...footer.notes,
      ]
        .map((sentence) => sentence.replace(/。$/, ''))
        .join('；')}
      。
    </>
  )
}
