import type { OmrTemplate } from '@hengjuan/domain'

/** A template that reads the paper of another print of the same sheet as well. */
export const withEarlier = (template: OmrTemplate, before: OmrTemplate): OmrTemplate => ({
  ...template,
  pages: template.pages.map((page, at) => {
    const known = before.pages[at]
    if (!known) return page
    const { earlier = [], ...last } = known
    return { ...page, earlier: [last, ...earlier] }
  }),
})

/** A template with the earlier prints that another of the same print knows. */
export const withEarlierOf = (template: OmrTemplate, known: OmrTemplate): OmrTemplate => ({
  ...template,
  pages: template.pages.map((page, at) => {
    const earlier = known.pages[at]?.earlier
    return earlier ? { ...page, earlier } : page
  }),
})

/** Are earlier prints of the sheet read as well? */
export const hasEarlier = (template: OmrTemplate): boolean =>
  template.pages.some(({ earlier }) => earlier !== undefined)
