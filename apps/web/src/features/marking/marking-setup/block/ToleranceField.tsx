import { InputGroup } from '@blueprintjs/core'
import { WithReason } from '@hengjuan/ui'
import { KEEP } from './SettingChoice.tsx'
import type { SettingsDraft } from './use-settings-draft.ts'
import css from './setup.module.css'

/** How far two readings may be apart. */
export const ToleranceField = ({ draft }: { draft: SettingsDraft }) => (
  <div className={css['setting']}>
    <span>误差阈值（分）</span>
    <WithReason fill reason={draft.ruleRefusal}>
      <InputGroup
        aria-label="误差阈值（分）"
        inputMode="decimal"
        value={draft.tolerance}
        disabled={draft.ruleRefusal !== null}
        placeholder={draft.source || draft.isNewlyDouble ? '按满分取默认值' : KEEP}
        onValueChange={draft.setTolerance}
      />
    </WithReason>
  </div>
)
