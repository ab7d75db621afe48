import type { OmrTemplate, PageReading, TemplatePage } from '@hengjuan/domain'

/** A page as it is printed now and as it was before. */
export const printsOf = (page: TemplatePage): readonly TemplatePage[] => [
  page,
  ...(page.earlier ?? []),
]

/** Does no legible cell speak against a page's code? */
function fits(bits: string, { pageCode }: TemplatePage): boolean {
  if (pageCode?.bits.length !== bits.length) return false
  for (let i = 0; i < bits.length; i++) {
    if (bits[i] !== '?' && bits[i] !== pageCode.bits[i]) return false
  }
  return true
}

/** The print whose code a page bears; the present one where the code does not tell. */
export const printOf = (page: TemplatePage, bits: string | undefined): TemplatePage =>
  (bits === undefined ? undefined : printsOf(page).find((print) => fits(bits, print))) ?? page

/** The page of a template, in the print that was read; undefined where no page was told. */
export function pageRead(
  template: OmrTemplate,
  { page, pageCode }: Pick<PageReading, 'page' | 'pageCode'>,
): TemplatePage | undefined {
  const known = template.pages.find((one) => one.page === page)
  return known && printOf(known, pageCode?.bits)
}
