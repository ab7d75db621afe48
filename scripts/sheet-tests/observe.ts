import type { OmrTemplate } from '@hengjuan/domain'
import type { FieldExplanation, LabelledField } from '@hengjuan/omr'
import { createReader, labelFields } from '@hengjuan/omr'
import type { PrintedSheet } from '@hengjuan/scan-simulator'
import { simulateOne } from './troubled-sheets.ts'

/** One field (or one column of the exam number) as the reader saw it, with its truth. */
export interface Observation extends LabelledField {
  /** Would a careful person be sure of it? */
  isClear: boolean
  /** What is on the paper. */
  kind: string
  /** Troubles of the sheet and their strengths. */
  trouble: string
}

export interface Observed {
  fields: Observation[]
  pages: number
  rejected: number
}

/** Reads `count` simulated sides whose seeds begin with `seed`. */
export async function observe(
  sheet: PrintedSheet,
  template: OmrTemplate,
  seed: string,
  count: number,
  isPlain: boolean,
): Promise<Observed> {
  const reader = createReader()
  const page = template.pages[0]!
  const observed: Observed = { fields: [], pages: 0, rejected: 0 }
  for (let i = 0; i < count; i++) {
    const { jpeg, truth, trouble } = await simulateOne(sheet, `${seed}/${i}`, isPlain)
    const seen: FieldExplanation[] = []
    const explain = (fields: FieldExplanation[]) => void seen.push(...fields)
    const { reading } = await reader.readPage(jpeg, template, { inkRatios: false, explain })
    observed.pages++
    if (reading.status === 'rejected') {
      observed.rejected++
      continue
    }
    const values = new Map([...truth].map(([id, { meant }]) => [id, meant]))
    for (const field of labelFields(seen, page, values)) {
      const { isClear, kind } = truth.get(field.explained.id)!
      observed.fields.push({ ...field, isClear, kind, trouble })
    }
  }
  return observed
}
