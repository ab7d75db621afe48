import { ABNORMAL_OUTCOMES, ABNORMAL_TAGS } from '@hengjuan/domain'
import { PickItem, StatusTag } from '@hengjuan/ui'
import css from './abnormal.module.css'
import type { ListedSheet } from './use-abnormal.ts'
import type { Query } from './SheetList.tsx'

export type Tag = NonNullable<Query['tag']>

export function SheetRow(props: { sheet: ListedSheet; isCurrent: boolean; onChoose: () => void }) {
  const { sheet } = props
  const open = sheet.blocks.filter(({ outcome }) => outcome === null)
  return (
    <PickItem isCurrent={props.isCurrent} onPick={props.onChoose}>
      <b>
        {sheet.name} <small>{sheet.exam_no}</small>
      </b>
      {sheet.special !== null && <StatusTag status="warn">特殊</StatusTag>}
      <span className={css['wide']}>
        {(open.length > 0 ? open : sheet.blocks)
          .map(
            ({ block_name, tag, outcome }) => `${block_name} ${labelOf(outcome) ?? tagLabel(tag)}`,
          )
          .join('；')}
      </span>
      <small className={css['wide']}>
        {sheet.class_name}
        {sheet.stations.length > 0 && ` · ${sheet.stations.join('、')}`}
      </small>
    </PickItem>
  )
}

export const tagLabel = (tag: string): string =>
  tag in ABNORMAL_TAGS ? ABNORMAL_TAGS[tag as keyof typeof ABNORMAL_TAGS] : tag

/** What became of an answer; null while it waits. */
export const labelOf = (outcome: string | null): string | null =>
  outcome !== null && outcome in ABNORMAL_OUTCOMES
    ? ABNORMAL_OUTCOMES[outcome as keyof typeof ABNORMAL_OUTCOMES]
    : outcome
