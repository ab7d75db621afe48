import type { OmrTemplate, TemplatePage } from '@hengjuan/domain'
import type { PagePlan, ScorePlan } from './facts.ts'

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
    scores: scoresOf(page),
  }))

const PREFIX = 'score:'

const scoresOf = ({ fields, digitFields = [] }: TemplatePage): Map<string, ScorePlan> =>
  new Map([
    ...fields
      .filter(({ kind }) => kind === 'score')
      .map(({ id }) => [id, planned(id.slice(PREFIX.length), 'bars')] as const),
    ...digitFields.map(({ id, blockKey }) => [id, planned(blockKey, 'digits')] as const),
  ])

const planned = (blockKey: string, entry: ScorePlan['entry']): ScorePlan => ({
  blockKey,
  entry,
  legal: null,
})

/** The same with the marks that each block may get. */
export const withLegalMarks = (
  plan: readonly PagePlan[],
  legalOf: ReadonlyMap<string, ReadonlySet<number>>,
): PagePlan[] =>
  plan.map((page) => ({
    ...page,
    scores: new Map(
      [...page.scores].map(([id, score]) => [
        id,
        { ...score, legal: legalOf.get(score.blockKey) ?? null },
      ]),
    ),
  }))
