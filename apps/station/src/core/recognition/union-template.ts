import type { OmrTemplate, PageReading } from '@hengjuan/domain'

/**
 * Templates of several sheets laid side by side as one, so that one look at a picture tells which of
 * them it belongs to: the engine names the page by its printed code, and the code is another for every
 * sheet and page.
 */
export interface UnionTemplate {
  template: OmrTemplate
  /** Of each page of the union, in order: which template, and which page of it. */
  places: readonly { at: number; page: number }[]
}

/** Does every page carry a printed code, so that it can be told from the pages of other sheets? */
export const isCoded = (template: OmrTemplate): boolean =>
  template.pages.every((page) => page.pageCode !== null)

/**
 * The looks that tell to which of the templates a picture belongs, the likeliest first. A picture is
 * looked at again only when the look before found no page. Templates without codes are never laid beside
 * others: a page of another sheet could be taken for theirs.
 *
 * @param templates the expected one first
 */
export function looksFor(templates: readonly OmrTemplate[]): UnionTemplate[] {
  const [expected] = templates
  if (!expected) return []
  const all = templates.map((template, at) => ({ template, at }))
  // A sheet that is printed alike for two subjects goes to the first of them.
  const seen = new Set<string>()
  const coded = all.filter(({ template }) => {
    const bits = template.pages.map(({ pageCode }) => pageCode?.bits ?? '')
    const isNew = isCoded(template) && !bits.some((each) => seen.has(each))
    if (isNew) bits.forEach((each) => seen.add(each))
    return isNew
  })
  // The channel that is read belongs to the whole picture.
  const byDropout = Map.groupBy(coded, ({ template }) => template.dropout)
  const looks: UnionTemplate[] = isCoded(expected) ? [] : [unionOf([{ template: expected, at: 0 }])]
  const first = isCoded(expected) ? byDropout.get(expected.dropout) : undefined
  if (first) looks.push(unionOf(first))
  for (const group of byDropout.values()) if (group !== first) looks.push(unionOf(group))
  return looks
}

function unionOf(parts: readonly { template: OmrTemplate; at: number }[]): UnionTemplate {
  const [only] = parts
  if (only && parts.length === 1)
    return {
      template: only.template,
      places: only.template.pages.map(({ page }) => ({ at: only.at, page })),
    }
  const pages = parts.flatMap(({ template, at }) => template.pages.map((page) => ({ page, at })))
  const first = parts[0]?.template
  return {
    template: {
      format: 'hengjuan-omr-template',
      version: 1,
      id: first?.id ?? '',
      name: first?.name ?? '',
      ...(first?.dropout === undefined ? {} : { dropout: first.dropout }),
      pages: pages.map(({ page }, index) => ({ ...page, page: index + 1 })),
    },
    places: pages.map(({ page, at }) => ({ at, page: page.page })),
  }
}

/** Did the look tell whose page this is, even if it could not be read? */
export const isNamed = ({ page, pageCode }: PageReading): boolean =>
  page !== null || (pageCode?.page ?? null) !== null

/**
 * The reading in the words of the template that the page belongs to.
 *
 * @returns index of that template; the first of the look where no page was told
 */
export function settleReading(
  reading: PageReading,
  look: UnionTemplate,
  templates: readonly OmrTemplate[],
): { reading: PageReading; at: number } {
  const named = reading.page ?? reading.pageCode?.page ?? null
  const place = named === null ? undefined : look.places[named - 1]
  const at = place?.at ?? look.places[0]?.at ?? 0
  const templateId = templates[at]?.id ?? reading.templateId
  const { pageCode } = reading
  return {
    at,
    reading: {
      ...reading,
      templateId,
      page: reading.page === null ? null : (look.places[reading.page - 1]?.page ?? null),
      pageCode:
        pageCode === null || pageCode.page === null
          ? pageCode
          : { ...pageCode, page: look.places[pageCode.page - 1]?.page ?? null },
    },
  }
}
