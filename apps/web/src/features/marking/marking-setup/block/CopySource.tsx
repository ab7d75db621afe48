import { HTMLSelect } from '@blueprintjs/core'
import { WithReason } from '@hengjuan/ui'
import type { Block } from './settings-field.ts'
import type { SettingsDraft } from './use-settings-draft.ts'
import css from './setup.module.css'

/** Takes over the settings of another block of the subject. */
export function CopySource({ others, draft }: { others: readonly Block[]; draft: SettingsDraft }) {
  const { source, refusal } = draft
  if (others.length === 0) return null
  return (
    <>
      <div className={css['setting']}>
        <span>复制设置自</span>
        <WithReason fill reason={refusal}>
          <HTMLSelect
            fill
            aria-label="复制设置自"
            value={source?.block_id ?? ''}
            disabled={refusal !== null}
            options={[
              { value: '', label: '不复制' },
              ...others.map(({ block_id, block_name }) => ({
                value: block_id,
                label: block_name,
              })),
            ]}
            onChange={({ currentTarget }) =>
              draft.copyFrom(
                others.find(({ block_id }) => block_id === Number(currentTarget.value)) ?? null,
              )
            }
          />
        </WithReason>
      </div>
      {source && (
        <p className={css['need']}>
          「作文至少」和「种子卷各给分点」随题目而定，不复制；满分不同的题块，误差阈值按其满分取默认值。
        </p>
      )}
    </>
  )
}
