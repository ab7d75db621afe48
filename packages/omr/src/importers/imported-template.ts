import type { OmrTemplate } from '@hengjuan/domain'

/** A template made from another program's description of a sheet. */
export interface ImportedTemplate {
  template: OmrTemplate
  /** What was assumed or could not be taken over, Chinese, one sentence each. */
  warnings: string[]
}

/** A description that cannot be imported; `message` is Chinese and says why. */
export class ImportError extends Error {}
