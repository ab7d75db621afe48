import type { OmrTemplate } from '@hengjuan/domain'
import type { PagePlan } from './facts.ts'

/** What judging needs to know of a template. */
export const planOf = (template: OmrTemplate): PagePlan[] =>
  template.pages.map((page) => ({
    page: page.page,
    needed: page.fields.length > 0 || page.regions.some(({ purpose }) => purpose === 'block'),
    hasIdentity:
      page.fields.some(({ kind }) => kind === 'examNo') ||
      page.barcodes.some(({ purpose }) => purpose === 'examNo'),
    fields: new Map(
      page.fields.map((field) => [
        field.id,
        {
          kind: field.kind,
          multiple: field.multiple,
          values: new Set(field.bubbles.map(({ value }) => value)),
        },
      ]),
    ),
  }))
